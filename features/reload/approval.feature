@qwen @virtual
Feature: Servers that come with a project wait for approval while the session runs
  Whoever opens a project must not start programs that somebody else has put
  there. A decision is about one definition; another one asks again.

  @QWEN-72 @QWEN-73
  Rule: Editing an approved server of a project disconnects it and asks again, once it is disconnected

    @real
    Example: another argument
      Given server "docs" over stdio
      And server "docs" was approved before
      And the workspace settings define the server "docs"
      And the workspace has started
      Then server "docs" is connected
      When the counts start anew
      And "mcpServers.docs.args" becomes ["--all"] in the workspace settings
      And 300ms pass
      Then these things happened to the servers in order, among others:
        """
        pending is "docs"
        docs disconnected
        pass ended
        approval of "docs"
        """
      And the approval queue is "docs"
      And server "docs" is disconnected
      And server "docs" was started 0 times

    Scenario Outline: <key>
      Given server "docs" over http
      And server "docs" was approved before
      And the workspace settings define the server "docs"
      And the workspace has started
      When the counts start anew
      And "mcpServers.docs.<key>" becomes <value> in the workspace settings
      And 1h passes
      Then approval was asked for 1 time
      And the program was told 2 times that servers may wait for a decision
      And the last pass did "removed docs"
      And server "docs" is disconnected
      And server "docs" received "initialize" 0 times

      Examples:
        | key          | value                   |
        | httpUrl      | "http://docs.test/mcp2" |
        | headers      | {"X-Key": "1"}          |
        | trust        | true                    |
        | includeTools | ["echo"]                |
        | timeout      | 5000                    |
        | oauth        | {"enabled": false}      |

  @QWEN-74 @real
  Rule: Approval is asked for whether or not the reconcile succeeded

    Example: nobody can say whether the directory is trusted
      Given servers "docs, mail" over stdio
      And the user settings define the server "mail"
      And the workspace has started
      And the file ".mcp.json" holds:
        """
        {"mcpServers": {"docs": {"command": "docs"}}}
        """
      When nobody can say whether the workspace is trusted
      And "mcp.excluded" becomes ["wiki"] in the user settings
      And 300ms pass
      Then servers were reconciled 2 times
      And approval was asked for 1 time
      And the approval queue is "docs"
      And the log has 1 record with "Failed to reload MCP server settings; existing MCP state may be unchanged. Run with --debug for details."

    Example: a failure is told once, and not again when the next reconcile succeeds
      Given server "mail" over stdio
      And the user settings define the server "mail"
      And the workspace has started
      When nobody can say whether the workspace is trusted
      And "mcp.excluded" becomes ["wiki"] in the user settings
      And 300ms pass
      And the workspace becomes trusted
      And "mcp.excluded" becomes ["web"] in the user settings
      And 300ms pass
      Then servers were reconciled 3 times
      And the log has 1 record with "Failed to reload MCP server settings"

  @QWEN-85 @QWEN-82
  Rule: Approving a server connects it as it is defined now

    Example: several at once in one pass, and one that is not there
      Given servers "docs, mail" over stdio
      And the workspace settings define the servers "docs, mail"
      And the workspace has started
      When "mcpServers.docs.args" becomes ["-v"] in the workspace settings
      And 1s passes
      And the counts start anew
      And the user approves the servers "docs, wiki, mail" at once
      Then the workspace's command fails with "no server "wiki" is configured"
      And servers were reconciled 1 time
      And the last pass did "added docs, mail"
      And process 1 of server "docs" was started with:
        | what      | value |
        | arguments | -v    |
      And the approval queue is ""

    @real
    Example: it was added while the session runs
      Given server "docs" over stdio
      And the workspace has started
      When the workspace settings are saved with the server "docs"
      And 300ms pass
      Then server "docs" was started 0 times
      And the approval queue is "docs"
      When the user approves server "docs"
      Then the workspace's command succeeds
      And the runtime has the tools "mcp__docs__echo"
      And the approval queue is ""

    Example: one of two, and the other one, whose name begins alike, goes on waiting
      Given servers "docs, docs-2" over stdio
      And the workspace settings define the servers "docs, docs-2"
      And the workspace has started
      When the user approves server "docs"
      Then server "docs" was started 1 time
      And server "docs-2" was started 0 times
      And the approval queue is "docs-2"
      When "ui.theme" becomes "dark" in the user settings
      And 1s passes
      Then servers were reconciled 2 times
      And server "docs" has 1 live process
