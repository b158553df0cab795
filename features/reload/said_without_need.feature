@qwen @virtual
Feature: Nobody is asked, shown or allowed anything for the wrong reason
  A failure is no question, trust is no gate, and a neighbour's failure or exclusion says nothing
  about a server.

  Background:
    Given servers "docs, mail, wiki" over stdio

  @QWEN-94
  Rule: A server that the program adds needs no approval, whatever project has its name

    Example: over an approved one, with other arguments
      Given server "docs" was approved before
      And the workspace settings define the server "docs"
      And the workspace has started
      Given server "docs" is defined with the arguments "-v"
      When the program adds server "docs"
      And 1s passes
      Then server "docs" is connected
      And the view of servers shows:
        | name | text      | style |
        | docs | connected | good  |
      And approval was asked for 0 times
      And the approval queue is ""

    Example: beside the servers of the settings
      Given the user settings define the server "mail"
      And server "docs" was rejected before
      And the workspace has started
      When the program adds server "docs"
      And 1s passes
      Then the view of servers shows:
        | name | text      | style |
        | mail | connected | good  |
        | docs | connected | good  |

  @QWEN-79
  Rule: Neither a pass that fails nor a server that is trusted asks for approval

    Scenario Outline: mail becomes <definition>, <when>
      Given the user settings define the servers "docs, mail"
      And the workspace has started
      When <when>
      And "mcpServers.mail" becomes <definition> in the user settings
      And 1s passes
      Then changed settings were told 1 time
      And approval was asked for 0 times
      And the approval queue is ""

      Examples:
        | definition                           | when                                              |
        | {"command": "mail", "args": ["-v"]}  | nobody can say whether the workspace is trusted   |
        | {"command": "mail", "trust": true}   | 1s passes                                         |
        | {"command": "mail", "trust": true}   | nobody can say whether the workspace is trusted   |
        | {"command": "no-such-command"}       | 1s passes                                         |
        | {}                                   | 1s passes                                         |

  @QWEN-107
  Rule: An empty list allows nobody whatever else is in the settings

    Scenario Outline: beside <other>
      Given the user settings define the servers "docs, mail, wiki"
      And "<key>" is <value> in the user settings
      And "mcp.allowed" is [] in the <file> settings
      When the workspace starts
      And 1h passes
      Then the runtime has the tools ""
      And server "docs" was started 0 times
      And the reason why server "docs" is unavailable is "not_allowed"
      When "mcp.allowed" is taken out of the <file> settings
      And 1s passes
      Then the runtime has the tools "<tools>"

      Examples:
        | other                | key          | value             | file      | tools                                             |
        | excluded names       | mcp.excluded | ["wiki"]          | user      | mcp__docs__echo, mcp__mail__echo                  |
        | excluded names       | mcp.excluded | ["wiki", "other"] | workspace | mcp__docs__echo, mcp__mail__echo                  |
        | an empty list of them | mcp.excluded | []               | workspace | mcp__docs__echo, mcp__mail__echo, mcp__wiki__echo |
        | a theme              | ui.theme     | "dark"            | user      | mcp__docs__echo, mcp__mail__echo, mcp__wiki__echo |

  @QWEN-63
  Rule: A failure of one server leaves alone what the same pass is still connecting

    Scenario Outline: <what>, and one fails at once
      Given the user settings define the servers "<before>"
      And the workspace has started
      Given server "docs" answers "initialize" after 2s
      And server "wiki" answers "tools/list" after 2s
      And server "mail" answers "initialize" with error -32000 "no"
      When the user settings are saved with:
        """json
        {"mcpServers": {"docs": {"command": "docs", "args": ["-v"]}, "mail": {"command": "mail", "args": ["-v"]}, "wiki": {"command": "wiki", "args": ["-v"]}}}
        """
      And 1s passes
      Then server "mail" is disconnected
      And server "docs" is connecting
      When 2s pass
      Then the runtime has the tools "mcp__docs__echo, mcp__wiki__echo"
      And the last pass did "<did>"

      Examples:
        | what            | before           | did                            |
        | all are changed | docs, mail, wiki | changed docs, mail, wiki |
        | one is added    | mail, wiki       | changed mail, wiki; added docs |
