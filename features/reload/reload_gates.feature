@qwen @virtual
Feature: The reload of the user lets nobody in
  A reload reads everything again and reconciles. It is no decision: who waits goes on
  to wait, and whoever was rejected stays off.

  Background:
    Given servers "docs, mail" over stdio

  @QWEN-67 @QWEN-70 @QWEN-77 @QWEN-82 @QWEN-84 @QWEN-105
  Rule: Who connects after a reload, and after a restart and a reload, is whoever was approved

    Scenario Outline: "<who>" was <decided> before; <where> the server "docs", with the pool <pool>
      Given the pool is <pool>
      And server "<who>" was <decided> before
      And "mcp.allowed" is ["docs", "mail"] in the user settings
      And <where> the server "docs"
      And the workspace has started
      When the user reloads the servers
      And the user reloads the servers
      Then server "docs" was started <times>
      When the workspace is closed and another one starts
      And the user reloads the servers
      Then the approval queue is "<queue>"
      And the reason why server "docs" is unavailable is "<reason>"

      Examples:
        | who  | decided  | where                         | pool | times   | queue | reason           |
        | docs | approved | the workspace settings define | off  | 1 time  |       |                  |
        | docs | rejected | the workspace settings define | off  | 0 times |       | pending_approval |
        | docs | rejected | the workspace settings define | on   | 0 times |       | pending_approval |
        | docs | rejected | the project brings            | off  | 0 times |       | pending_approval |
        | docs | rejected | the project brings            | on   | 0 times |       | pending_approval |
        | mail | approved | the workspace settings define | off  | 0 times | docs  | pending_approval |
        | mail | approved | the project brings            | on   | 0 times | docs  | pending_approval |

  @QWEN-71 @QWEN-72
  Rule: A reload finds a server edited, and it has to be approved anew

    Scenario Outline: <file>
      Given server "docs" was approved before
      And <where> the server "docs"
      And the workspace has started
      When the file "<file>" is saved with:
        """json
        {"mcpServers": {"docs": {"command": "docs", "args": ["-v"]}}}
        """
      And the user reloads the servers
      Then the last pass did "removed docs"
      And the approval queue is "docs"
      When the user reloads the servers
      Then server "docs" was started 1 time
      And the reason why server "docs" is unavailable is "pending_approval"

      Examples:
        | file                | where                         |
        | .mcp.json           | the project brings            |
        | .qwen/settings.json | the workspace settings define |

  @QWEN-89
  Rule: A rejected server that was away is off after a reload, too

    Example: away for an hour
      Given the workspace settings define the server "docs"
      And the workspace has started
      When the user rejects server "docs"
      And the workspace settings are removed
      And the user reloads the servers
      And 1h passes
      And the workspace settings are saved with the server "docs"
      And the user reloads the servers
      Then server "docs" was started 0 times
      And the approval queue is ""

  @QWEN-09 @QWEN-76
  Rule: Everybody who is allowed and waits is asked about, and nobody else

    Example: three wait, and two of them are allowed
      Given server "wiki" over stdio
      And the workspace settings define the servers "docs, mail, wiki"
      And "mcp.allowed" is ["mail", "wiki"] in the user settings
      And the workspace has started
      Then the approval queue is "mail, wiki"
      When "mcp.allowed" becomes ["docs", "wiki"] in the user settings
      And 1s passes
      Then the approval queue is "docs, wiki"

  @QWEN-60
  Rule: The last server of .mcp.json may go as any other one

    Scenario Outline: <event>
      Given server "docs" was approved before
      And the project brings the server "docs"
      And the workspace has started
      When the file ".mcp.json" is saved with:
        """json
        {"mcpServers": {}}
        """
      And <event>
      And 1s passes
      Then the last pass did "removed docs"
      And server "docs" has 0 live processes
      And no timer is pending

      Examples:
        | event                                             |
        | the user reloads the servers                      |
        | "ui.theme" becomes "dark" in the user settings    |
