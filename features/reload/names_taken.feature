@qwen @virtual
Feature: Who has a name is said by the sources, not by who was first
  The same name in two sources is common: somebody tries another version of what the
  project brings. What is there first has no rights.

  Background:
    Given server "docs" over stdio
    And server "docs" was approved before

  @QWEN-26 @QWEN-24
  Rule: A higher source takes a name over while the session runs, and gives it back when it goes

    Scenario Outline: <low>, and then <high>
      Given <low> the server "docs"
      And the workspace has started
      When <saved>
      And the user reloads the servers
      Then the detail of server "docs" shows:
        | what   | value    |
        | source | <source> |
      When <gone>
      And the user reloads the servers
      Then the detail of server "docs" shows:
        | what   | value   |
        | source | <again> |
      And server "docs" was started 1 time

      Examples:
        | low                           | high                | saved                                                 | source              | gone                               | again               |
        | the default settings define   | the user            | the user settings are saved with the server "docs"    | user settings       | the user settings are removed      | system defaults     |
        | the user settings define      | the project         | the workspace settings are saved with the server "docs" | .qwen/settings.json | the workspace settings are removed | user settings       |
        | the project brings            | the project's file  | the workspace settings are saved with the server "docs" | .qwen/settings.json | the workspace settings are removed | .mcp.json           |
        | the workspace settings define | the system          | the system settings are saved with the server "docs"  | system settings     | the system settings are removed    | .qwen/settings.json |
        | the user settings define      | the system          | the system settings are saved with the server "docs"  | system settings     | the system settings are removed    | user settings       |
        | an extension defines          | the user            | the user settings are saved with the server "docs"    | user settings       | the user settings are removed      | extension           |

    Example: .mcp.json takes the name from the user, with the next change, and waits for approval
      Given the user settings define the server "docs"
      And the workspace has started
      When the file ".mcp.json" is saved with:
        """json
        {"mcpServers": {"docs": {"command": "docs", "args": ["-v"]}}}
        """
      And "ui.theme" becomes "dark" in the user settings
      And 300ms pass
      Then the last pass did "removed docs"
      And the approval queue is "docs"
      Given the file ".mcp.json" is gone
      When "ui.theme" becomes "light" in the user settings
      And 300ms pass
      Then the last pass did "added docs"

  @QWEN-24
  Rule: .mcp.json is read with each change of settings, too

    Example: a server comes, changes and goes
      Given server "mail" over stdio
      And the workspace has started
      When the file ".mcp.json" is saved with:
        """json
        {"mcpServers": {"docs": {"command": "docs"}}}
        """
      And the user settings are saved with the server "mail"
      And 300ms pass
      Then the last pass did "added mail, docs"
      Given the file ".mcp.json" is gone
      When "mcpServers.mail.args" becomes ["-v"] in the user settings
      And 300ms pass
      Then the last pass did "removed docs; changed mail"

  @QWEN-26
  Rule: A definition counts as a whole: what the higher one does not say the lower one does not add

    Scenario Outline: <low> below <high>
      Given "mcpServers.docs" is {"command": "docs", "args": ["low"], "env": {"MODE": "low"}} in the <low> settings
      And "mcpServers.docs" is {"command": "docs", "timeout": 5000} in the <high> settings
      When the workspace starts
      Then process 1 of server "docs" was started with:
        | what          | value     |
        | arguments     |           |
        | variable MODE | (not set) |

      Examples:
        | low     | high   |
        | user    | system |
        | default | user   |
        | default | system |

  @QWEN-26 @QWEN-25 @QWEN-43
  Rule: A reload keeps to the same order, and so does an edit that names a server of the session

    Example: settings, the session and the command line define the server, and the program adds it
      Given the user settings define the server "docs"
      And the session brings the server "docs"
      And the option --mcp-config defines the server "docs"
      And the workspace has started
      When "mcpServers.docs.args" becomes ["-v"] in the user settings
      And 1s passes
      And the user reloads the servers
      Then the detail of server "docs" shows:
        | what   | value        |
        | source | --mcp-config |
      And the last pass did "kept 1"
      And server "docs" was started 1 time

    Scenario Outline: <bringing> the server "docs"; settings that name it come, change and exclude another one
      Given servers "mail, chat" over stdio
      And <bringing> the servers "docs, chat"
      And the workspace has started
      When the user settings are saved with the servers "docs, mail"
      And "mcpServers.docs.args" becomes ["-v"] in the user settings
      And 1s passes
      And "mcp.excluded" becomes ["mail"] in the user settings
      And 1s passes
      And the user reloads the servers
      Then the last pass did "kept 2"
      And server "docs" was started 1 time
      And server "chat" was started 1 time

      Examples:
        | bringing                        |
        | the session brings              |
        | the option --mcp-config defines |

    Scenario Outline: the program's own server outranks settings, and <extension>
      Given "mcpServers.docs" is {"command": "docs", "args": ["-v"]} in the user settings
      And <extension>
      And the workspace has started
      When the program adds server "docs"
      And 1s passes
      Then the last pass did "changed docs"
      When "mcpServers.docs.args" becomes ["-w"] in the user settings
      And 1s passes
      And the user reloads the servers
      Then the last pass did "kept 1"
      And server "docs" was started 2 times

      Examples:
        | extension                             |
        | the workspace is trusted              |
        | an extension defines the server "docs" |
