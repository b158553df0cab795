@qwen @virtual
Feature: Who comes with a project needs a decision, and who was decided about does not
  The file of a project is written by others than its user. What the user or the
  machine's administrator has set up is trusted; what a project brings is run
  once the user has approved that very definition.

  @QWEN-69
  Rule: Servers of the project's files are gated, and servers from elsewhere are not

    Scenario Outline: <where> the server "docs"
      Given server "docs" over stdio
      And <where> the server "docs"
      When the workspace starts
      And 1h passes
      Then server "docs" was started <times>
      And the approval queue is "<queue>"
      And the log has 0 records with "approvals file"

      Examples:
        | where                           | times   | queue |
        | the user settings define        | 1 time  |       |
        | the default settings define     | 1 time  |       |
        | the system settings define      | 1 time  |       |
        | the workspace settings define   | 0 times | docs  |
        | the session brings              | 1 time  |       |
        | the option --mcp-config defines | 1 time  |       |
        | an extension defines            | 1 time  |       |

    @real
    Example: the project's .mcp.json
      Given server "docs" over stdio
      And the file ".mcp.json" holds:
        """
        {"mcpServers": {"docs": {"command": "docs", "scope": "user"}}}
        """
      When the workspace starts
      And 1h passes
      Then server "docs" was started 0 times
      And the approval queue is "docs"
      When the user approves server "docs"
      Then the runtime has the tools "mcp__docs__echo"

  @QWEN-70 @QWEN-71 @QWEN-77 @QWEN-82
  Rule: Nobody connects who is not approved as defined now, and nobody is asked about who was rejected as defined now

    Scenario Outline: decided before: <decided>, and the definition <since>
      Given server "docs" over stdio
      And server "<who>" was <decided> before
      And the workspace settings define the server "docs"
      And "mcpServers.docs.<key>" is <value> in the workspace settings
      When the workspace starts
      And 1h passes
      Then server "docs" was started <times>
      And the approval queue is "<queue>"
      And the reason why server "docs" is unavailable is "<reason>"

      Examples:
        | who  | decided  | key         | value  | since            | times   | queue | reason           |
        | docs | approved | description | "mine" | is the same      | 1 time  |       |                  |
        | docs | approved | trust       | true   | has another key  | 0 times | docs  | pending_approval |
        | docs | approved | args        | ["-v"] | starts otherwise | 0 times | docs  | pending_approval |
        | docs | rejected | description | "mine" | is the same      | 0 times |       | pending_approval |
        | docs | rejected | args        | ["-v"] | starts otherwise | 0 times | docs  | pending_approval |

    Example: a server was rejected that the program gives before the start
      Given servers "docs, mail" over stdio
      And server "docs" was rejected before
      And the workspace settings define the server "docs"
      And a workspace that has not started
      When the program adds "mail" to the servers of the settings
      And the workspace starts
      Then server "docs" was started 0 times
      And the approval queue is ""

    Example: nothing was decided
      Given server "docs" over stdio
      And the workspace settings define the server "docs"
      When the workspace starts
      And 1h passes
      Then server "docs" was started 0 times
      And the approval queue is "docs"
      And the reason why server "docs" is unavailable is "pending_approval"

  @QWEN-75 @real
  Rule: Who is asked about is computed at the start, and anew at each event

    Example: one at the start, one more, and one less
      Given servers "docs, mail" over stdio
      And the workspace settings define the server "docs"
      When the workspace starts
      Then the approval queue is "docs"
      When the workspace settings are saved with the servers "docs, mail"
      And 300ms pass
      Then approval was asked for 1 time
      And the approval queue is "docs, mail"
      When the workspace settings are saved with the server "mail"
      And 300ms pass
      Then approval was asked for 2 times
      And the approval queue is "mail"

    Example: nobody can say at the start whether the directory is trusted
      Given server "docs" over stdio
      And the project brings the server "docs"
      And a workspace that has not started
      When nobody can say whether the workspace is trusted
      And the workspace starts
      Then the approval queue is "docs"
      And server "docs" was started 0 times

  @QWEN-76
  Rule: Nobody is asked again about a server that was approved or rejected

    @real
    Example: two decisions of earlier, two of the session, and a fifth server
      Given servers "a, b, c, d, e" over stdio
      And server "a" was approved before
      And server "b" was rejected before
      And the workspace settings define the servers "a, b, c, d"
      And the workspace has started
      Then the approval queue is "c, d"
      When the user approves server "c"
      And the user rejects server "d"
      And the workspace settings are saved with the servers "a, b, c, d, e"
      And 300ms pass
      Then approval was asked for 1 time
      And the approval queue is "e"

    Example: nobody is asked about a server that may not connect anyway
      Given servers "docs, mail, wiki" over stdio
      And the workspace settings define the servers "docs, mail, wiki"
      And "mcp.excluded" is ["docs"] in the user settings
      And "mcp.allowed" is ["docs", "mail"] in the user settings
      When the workspace starts
      Then the approval queue is "mail"
