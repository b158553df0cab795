@qwen @virtual
Feature: Of two definitions with one name the same one counts, always
  Servers are defined in many places. Which definition is used must not depend
  on whether it was there at the start or came later.

  @QWEN-26 @real
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

    Scenario Outline: <low> is below <high>
      Given server "docs" over stdio
      And server "docs" was approved before
      And <low> the server "docs"
      And <high> the server "docs"
      When the workspace starts
      Then server "docs" was started 1 time
      And the detail of server "docs" shows:
        | what   | value    |
        | source | <source> |
      When "ui.theme" becomes "dark" in the user settings
      And 1s passes
      Then servers were reconciled 1 time

      Examples:
        | low                             | high                            | source              |
        | the default settings define     | the user settings define        | user settings       |
        | the user settings define        | the project brings    | .mcp.json           |
        | an extension defines            | the user settings define        | user settings       |
        | the project brings    | the workspace settings define   | .qwen/settings.json |
        | the workspace settings define   | the system settings define      | system settings     |
        | the system settings define      | the session brings              | session             |
        | the session brings              | the option --mcp-config defines | --mcp-config        |

    Example: the lower one counts when the higher one goes, and again when it comes
      Given server "docs" over stdio
      And the user settings define the server "docs"
      And the system settings define the server "docs"
      And the workspace has started
      When the system settings are removed
      And the user reloads the servers
      Then the detail of server "docs" shows:
        | what   | value         |
        | source | user settings |
      When the system settings are saved with the server "docs"
      And the user reloads the servers
      Then the detail of server "docs" shows:
        | what   | value           |
        | source | system settings |
      And server "docs" was started 1 time

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

    Example: a theme changes after the program has replaced the servers
      Given servers "docs, mail" over stdio
      And the user settings define the server "docs"
      And the workspace has started
      When the program replaces the servers of the settings by "mail"
      Then the last pass did "removed docs; added mail"
      When "ui.theme" becomes "dark" in the user settings
      And 1s passes
      Then the last pass did "removed mail; added docs"

    Example: what the runtime says before the start has what the program added
      Given server "mail" over stdio
      And a workspace that has not started
      When the program adds "mail" to the servers of the settings
      Then the runtime has these lists and servers of the settings:
        | what     | names      |
        | allowed  | absent     |
        | excluded | absent     |
        | pending  | absent     |
        | servers  | mail       |

    Example: what the runtime says is what was set last, at the start and after each change
      Given servers "docs, mail" over stdio
      And the user settings define the server "docs"
      And the workspace has started
      Then the runtime has these lists and servers of the settings:
        | what     | names  |
        | allowed  | absent |
        | excluded | absent |
        | pending  |        |
        | servers  | docs   |
      When "mcp" becomes {"allowed": ["mail", "docs"], "excluded": ["ghost", "docs", "ghost"]} in the user settings
      And the workspace settings are saved with the server "mail"
      And 1s passes
      Then the runtime has these lists and servers of the settings:
        | what     | names              |
        | allowed  | mail, docs         |
        | excluded | ghost, docs, ghost |
        | pending  | mail       |
        | servers  | docs, mail |
      When "mcp.allowed" becomes [] in the user settings
      And the user approves server "mail"
      And 1s passes
      Then the runtime has these lists and servers of the settings:
        | what     | names      |
        | allowed  |                    |
        | excluded | ghost, docs, ghost |
        | pending  |            |
        | servers  | docs, mail |
