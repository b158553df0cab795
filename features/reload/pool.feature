@qwen @virtual
Feature: Workspaces of one process can share connections, and admit the same servers
  Whoever opens a project twice need not run its servers twice. Sharing saves
  processes and changes nothing else: who may connect is decided before anything
  is shared.

  @QWEN-06
  Rule: A shared connection is made for exactly those servers that would get one of their own

    Scenario Outline: <case>, with the pool <pool>
      Given the pool is <pool>
      And servers "docs, mail" over stdio
      And the user settings define the server "mail"
      And the workspace settings define the server "docs"
      And <case>
      When the workspace starts
      Then server "docs" was started <docs> times
      And server "mail" was started <mail> times

      Examples:
        | case                                            | pool | docs | mail |
        | server "docs" was approved before               | off  | 1    | 1    |
        | server "docs" was approved before               | on   | 1    | 1    |
        | server "docs" was rejected before               | off  | 0    | 1    |
        | server "docs" was rejected before               | on   | 0    | 1    |
        | the workspace is trusted                        | off  | 0    | 1    |
        | the workspace is trusted                        | on   | 0    | 1    |
        | the workspace is not trusted                    | off  | 0    | 0    |
        | the workspace is not trusted                    | on   | 0    | 0    |
        | "mcp.excluded" is ["mail"] in the user settings | off  | 0    | 0    |
        | "mcp.excluded" is ["mail"] in the user settings | on   | 0    | 0    |
        | "mcp.allowed" is ["docs"] in the user settings  | off  | 0    | 0    |
        | "mcp.allowed" is ["docs"] in the user settings  | on   | 0    | 0    |

    @real
    Scenario Outline: trust ends while the session runs, with the pool <pool>
      Given the pool is <pool>
      And servers "docs, mail" over stdio
      And the user settings define the server "docs"
      And the workspace has started
      When the workspace becomes not trusted
      And the user settings are saved with the server "mail"
      And 1h passes
      Then the last pass did "untrusted"
      And server "docs" has 1 live process
      And server "mail" was started 0 times
      And the runtime has the tools "mcp__docs__echo"

      Examples:
        | pool |
        | off  |
        | on   |

  @QWEN-64 @real
  Rule: A server that waits for approval is not in the pool and has no process

    Scenario Outline: it is <how> while the session runs
      Given the pool is on
      And server "docs" over stdio
      And the workspace settings define the servers "<before>"
      And server "docs" was approved before
      And the workspace has started
      When the counts start anew
      And <change> in the workspace settings
      And 1h passes
      Then server "docs" was started 0 times
      And the approval queue is "docs"
      When the user approves server "docs"
      Then server "docs" was started 1 time

      Examples:
        | how    | before | change                                                     |
        | added  |        | "mcpServers.docs" becomes {"command":"docs","args":["-v"]} |
        | edited | docs   | "mcpServers.docs.args" becomes ["-v"]                      |

    Example: another one waits already
      Given the pool is on
      And servers "docs, mail" over stdio
      And the workspace settings define the server "mail"
      And the workspace has started
      When the workspace settings are saved with the servers "docs, mail"
      And 1h passes
      Then server "docs" was started 0 times
      And server "mail" was started 0 times

  @QWEN-65 @real
  Rule: A pooled server that becomes pending by an edit is given back, not kept

    Example: it was approved and is defined otherwise
      Given the pool is on
      And servers "docs, mail" over stdio
      And the user settings define the server "mail"
      And server "docs" was approved before
      And the workspace settings define the server "docs"
      And the workspace has started
      When the counts start anew
      And "mcpServers.docs.args" becomes ["-v"] in the workspace settings
      And 300ms pass
      Then these things happened in the pool in order:
        """
        docs released
        """
      And the pool holds these connections:
        | server | users |
        | docs   | 0     |
        | mail   | 1     |
      And the runtime has the tools "mcp__mail__echo"

  @QWEN-66 @real
  Rule: Nothing is asked of the pool for a server before it is approved

    Example: approval comes an hour later
      Given the pool is on
      And server "docs" over stdio
      And the workspace settings define the server "docs"
      And the workspace has started
      When 1h passes
      Then these things happened in the pool in order:
        """
        """
      When the user approves server "docs"
      Then these things happened in the pool in order:
        """
        docs opened
        """

  @QWEN-67 @real
  Rule: A server that was rejected stays disconnected in a pool too

    Example: other settings change, and a second workspace starts
      Given the pool is on
      And servers "docs, mail" over stdio
      And the workspace settings define the server "docs"
      And the workspace has started
      When the user rejects server "docs"
      And the user settings are saved with the server "mail"
      And another workspace starts in the same process
      And 1h passes
      Then server "docs" was started 0 times
      And server "docs" is disconnected in workspace 1
      And server "docs" is disconnected in workspace 2
      And the pool holds these connections:
        | server | users |
        | mail   | 2     |
