@qwen @virtual
Feature: The user's settings and the workspace's are followed alike
  People keep what is theirs in one file and what is the project's in another, and
  save both in one go. Which of them was saved changes nothing of how it is told.

  Background:
    Given servers "docs, mail" over stdio
    And the user settings define the server "docs"
    And "ui.theme" is "light" in the workspace settings
    And the workspace has started

  @QWEN-11
  Rule: Saves of both files less than 300 ms apart lead to one notice and one reconcile

    Scenario Outline: the <first> settings, then the <second>
      When "mcpServers.mail.command" becomes "mail" in the <first> settings
      And the clock reaches 200ms
      And "mcp.excluded" becomes ["docs"] in the <second> settings
      And the clock reaches 499ms
      Then changed settings were told 0 times
      When 1h passes
      Then changed settings were told at "500ms"
      And servers were reconciled 2 times
      And the last pass did "<did>"

      Examples: A server of the workspace waits for approval
        | first     | second    | did                      |
        | user      | workspace | removed docs; added mail |
        | workspace | user      | removed docs             |

    Example: the program is told of both at once
      Given the program listens to settings
      When "mcp.excluded" becomes ["docs"] in the workspace settings
      And "ui.theme" becomes "dark" in the user settings
      And 1s passes
      Then the program was told of these settings:
        | notice | scope     | change   |
        | 1      | user      | modified |
        | 1      | workspace | modified |

  @QWEN-12 @real
  Rule: A file of the workspace that is rewritten with the same meaning is told to nobody

    Example: white space and a comment
      When the workspace settings are saved with:
        """
        { /* as before */ "ui" : {"theme": "light"},
        }
        """
      And 1h passes
      Then changed settings were told 0 times
      And servers were reconciled 1 time

  @QWEN-13 @real
  Rule: What the program writes itself is told to nobody, whichever file it is in

    Scenario Outline: <key> in the <file> settings
      When the program sets "<key>" to <value> in the <file> settings
      Then the workspace's command succeeds
      When 1h passes
      Then changed settings were told 0 times
      And servers were reconciled 1 time

      Examples:
        | file      | key             | value              |
        | user      | mcpServers.mail | {"command":"mail"} |
        | workspace | mcp.excluded    | ["docs"]           |
        | workspace | mcpServers.mail | {"command":"mail"} |

  @QWEN-15 @real
  Rule: A change that needs no restart is told, whatever is saved beside it and wherever

    Scenario Outline: mcp.excluded in the <hot> settings beside <key> in the <cold> settings
      When "mcp.excluded" becomes ["docs"] in the <hot> settings
      And "<key>" becomes <value> in the <cold> settings
      And 1h passes
      Then changed settings were told 1 time
      And servers were reconciled 2 times
      And the last pass did "removed docs"

      Examples:
        | hot       | cold      | key               | value    |
        | user      | user      | mcp.serverCommand | "other"  |
        | user      | user      | tools.sandbox     | "docker" |
        | user      | workspace | mcp.serverCommand | "other"  |
        | workspace | user      | tools.sandbox     | "docker" |
        | workspace | workspace | ide.enabled       | true     |

  @QWEN-19 @QWEN-20 @QWEN-22 @real
  Rule: A change of one thing is told once, whichever file it is in and whatever it is about

    Scenario Outline: <key> in the workspace settings
      When "<key>" becomes <value> in the workspace settings
      And 1h passes
      Then these settings changes were told:
        | scope     | change   | keys   |
        | workspace | modified | <told> |
      And changed settings were told 1 time
      And servers were reconciled <passes>

      Examples:
        | key             | value              | told                    | passes  |
        | ui.theme        | "dark"             | ui.theme                | 1 time  |
        | mcp.excluded    | ["docs"]           | mcp.excluded            | 2 times |
        | mcp.allowed     | ["docs"]           | mcp.allowed             | 2 times |
        | mcpServers.mail | {"command":"mail"} | mcpServers.mail.command | 2 times |

    Example: the same text is saved again, and with other spaces
      When "mcpServers.docs.args" becomes ["-v"] in the user settings
      And 1h passes
      And "mcpServers.docs.args" becomes ["-v"] in the user settings
      And 1h passes
      And "mcpServers.docs.args" becomes [ "-v" ] in the user settings
      And 1h passes
      Then changed settings were told 1 time

    Scenario Outline: a server that was there: <change>
      When <change>
      And 1h passes
      Then these settings changes were told:
        | scope | change   | keys   |
        | user  | modified | <told> |
      And changed settings were told 1 time
      And servers were reconciled 2 times

      Examples:
        | change                                                        | told                    |
        | "mcpServers.docs.args" becomes ["-v"] in the user settings    | mcpServers.docs.args    |
        | "mcpServers.docs.command" becomes "mail" in the user settings | mcpServers.docs.command |
        | "mcpServers.docs" is taken out of the user settings           | mcpServers.docs.command |
