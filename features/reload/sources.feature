@qwen @virtual
Feature: Of two definitions with one name the same one counts, always
  Servers are defined in many places. Which definition is used must not depend
  on whether it was there at the start or came later.

  @QWEN-26
  Rule: Name clashes are resolved by source, after a change as at the start

    Scenario Outline: <low> and <high>
      Given server "docs" over stdio
      And "mcpServers.docs" is {"command": "docs", "args": ["<low>"]} in the <low> settings
      And "mcpServers.docs" is {"command": "docs", "args": ["<high>"]} in the <high> settings
      When the workspace starts
      Then process 1 of server "docs" was started with:
        | what      | value  |
        | arguments | <high> |
      When "mcpServers.docs" becomes {"command": "docs", "args": ["more"]} in the <low> settings
      And 1h passes
      Then server "docs" was started 1 time

      Examples:
        | low  | high   |
        | user | system |

    Example: what is in no file wins
      Given server "docs" over stdio
      And "mcpServers.docs" is {"command": "docs", "args": ["user"]} in the user settings
      And the session brings the server "docs"
      When the workspace starts
      Then process 1 of server "docs" was started with:
        | what      | value |
        | arguments |       |
      When "mcpServers.docs.args" becomes ["more"] in the user settings
      And 1h passes
      Then server "docs" was started 1 time
      And servers were reconciled 1 time

  @QWEN-113
  Rule: A change is compared with what the runtime has, whoever gave it that

    Example: the same edit a second time, after a reload of the user
      Given servers "docs, mail" over stdio
      And the user settings define the server "docs"
      And the workspace has started
      When "mcp.excluded" becomes ["docs"] in the user settings
      And the user reloads the servers
      Then servers were reconciled 2 times
      And the last pass did "removed docs"
      When 1h passes
      Then servers were reconciled 2 times
