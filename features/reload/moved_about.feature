@qwen @virtual
Feature: Servers move from file to file, and files come and go
  Whoever shares a server with his team moves it from his own file to the project's.
  It says the same there, and still somebody else is responsible for it.

  Background:
    Given servers "docs, docs2, mail" over stdio

  @QWEN-28 @QWEN-33 @QWEN-72 @QWEN-105 @real
  Rule: A server that moves to the project's settings as it is has to be approved, and none that moves back

    Scenario Outline: "docs" was <decided> before
      Given the user settings hold:
        """json
        {"mcp": {"allowed": ["docs", "mail"]}, "mcpServers": {"docs": {"command": "docs"}, "mail": {"command": "mail"}}}
        """
      And server "<who>" was <decided> before
      And the workspace has started
      When the user settings are saved with the server "mail"
      And the workspace settings are saved with the server "docs"
      And 1s passes
      Then the last pass did "<did>"
      And the approval queue is "<queue>"
      When the user settings are saved with the servers "docs, mail"
      And the workspace settings are removed
      And 1s passes
      Then the last pass did "<then>"

      Examples:
        | who  | decided  | did                  | queue | then               |
        | mail | approved | removed docs; kept 1 | docs  | added docs; kept 1 |
        | docs | rejected | removed docs; kept 1 |       | added docs; kept 1 |
        | docs | approved | kept 2               |       | kept 2             |

  @QWEN-33
  Rule: A server that another file defines otherwise is another one

    Example: the project's settings have another argument
      Given the user settings define the servers "docs, mail"
      And "mcpServers.docs.args" is ["-v"] in the user settings
      And server "docs" was approved before
      And the workspace has started
      When the workspace settings are saved with the server "docs"
      And 1s passes
      Then the last pass did "changed docs; kept 1"
      When the workspace settings are removed
      And 1s passes
      Then the last pass did "changed docs; kept 1"
      And process 3 of server "docs" was started with:
        | what      | value |
        | arguments | -v    |

  @QWEN-01
  Rule: A file that comes brings its servers as soon as one that changes

    Scenario Outline: <file> settings
      Given server "docs" was approved before
      And the workspace has started
      When the <file> settings are saved with the server "docs"
      And 299ms pass
      Then the runtime has the tools ""
      When 1ms passes
      Then the runtime has the tools "mcp__docs__echo"
      And changed settings were told 1 time

      Examples:
        | file      |
        | user      |
        | workspace |

  @QWEN-03 @QWEN-54
  Rule: A server that is off is tried with its new definition

    Example: its command was wrong
      Given "mcpServers.docs" is {"command": "no-such-command"} in the user settings
      And the workspace has started
      Then server "docs" is disconnected
      When "mcpServers.docs" becomes {"command": "docs", "args": ["-v"]} in the user settings
      And 1s passes
      Then server "docs" is connected
      And process 1 of server "docs" was started with:
        | what      | value |
        | arguments | -v    |

  @QWEN-04
  Rule: Whoever has a name that begins alike keeps its tools

    Scenario Outline: "docs" is <how>
      Given the user settings define the servers "docs, docs2"
      And the workspace has started
      When <change>
      And 1s passes
      Then the runtime has the tools "<tools>"
      And server "docs2" never lost a tool

      Examples:
        | how      | change                                                       | tools                             |
        | gone     | the user settings are saved with the server "docs2"          | mcp__docs2__echo                  |
        | excluded | "mcp.excluded" becomes ["docs"] in the user settings         | mcp__docs2__echo                  |
        | changed  | "mcpServers.docs.args" becomes ["-v"] in the user settings   | mcp__docs2__echo, mcp__docs__echo |

  @QWEN-27 @QWEN-31
  Rule: Where a server stands in its file means nothing

    Example: lines are added above it
      Given the user settings define the servers "docs, mail"
      And the workspace has started
      When the counts start anew
      And the user settings are saved with:
        """json
        {
          "ui": {"theme": "dark"},

          "mcpServers": {
            "docs": {
              "command": "docs"
            }, "mail": {"command": "mail"}}
        }
        """
      And 1h passes
      Then changed settings were told 1 time
      And these things happened to the servers in order:
        """
        """
