@qwen @virtual
Feature: What the session and the command line bring is above every file
  Whoever names a server when the session begins means that server. No file that is read
  later, of the project or of anybody else, replaces it.

  Background:
    Given server "docs" over stdio

  @QWEN-25
  Rule: A server of the session or the command line survives edits of every file that defines one of its name

    Scenario Outline: <bringing> it, and the <file> names it
      Given <bringing> the server "docs"
      And the workspace has started
      When the file "<path>" is saved with:
        """json
        {"mcpServers": {"docs": {"command": "docs", "args": ["-v"]}}}
        """
      And "ui.theme" becomes "dark" in the user settings
      And 1s passes
      And the user reloads the servers
      Then the last pass did "kept 1"
      And server "docs" was started 1 time
      And the approval queue is ""

      Examples:
        | bringing                        | file      | path                 |
        | the session brings              | project   | .mcp.json            |
        | the option --mcp-config defines | project   | .mcp.json            |
        | the session brings              | workspace | .qwen/settings.json  |
        | the option --mcp-config defines | workspace | .qwen/settings.json  |

  @QWEN-26
  Rule: Of the session's and the command line's definitions the command line's is used

    Example: at the start, and after a change and a reload
      Given the session brings the server "docs"
      And server "docs" is defined with the arguments "of the command line"
      And the option --mcp-config defines the server "docs"
      When the workspace starts
      Then process 1 of server "docs" was started with:
        | what      | value               |
        | arguments | of the command line |
      When "mcp.excluded" becomes ["mail"] in the user settings
      And 1s passes
      And the user reloads the servers
      Then servers were reconciled 3 times
      And server "docs" was started 1 time

  @QWEN-24
  Rule: The session's and the command line's servers stay when no file has any server left

    Scenario Outline: <bringing> one
      Given server "mail" over stdio
      And the user settings define the server "mail"
      And <bringing> the server "docs"
      And the workspace has started
      When the user settings are removed
      And 1s passes
      And the user reloads the servers
      Then the runtime has the tools "mcp__docs__echo"
      And server "docs" was started 1 time

      Examples:
        | bringing                        |
        | the session brings              |
        | the option --mcp-config defines |

  @QWEN-98
  Rule: The bound of the start holds for servers of every source

    Scenario Outline: <bringing> one
      Given server "mail" over stdio
      And the option --allowed-mcp-server-names is "mail"
      And <bringing> the servers "docs, mail"
      And the workspace has started
      When "mcp.allowed" becomes ["docs", "mail"] in the user settings
      And 1s passes
      Then the runtime has the tools "mcp__mail__echo"
      And server "docs" was started 0 times

      Examples:
        | bringing                        |
        | the session brings              |
        | the option --mcp-config defines |
        | an extension defines            |
        | the system settings define      |
        | the default settings define     |
