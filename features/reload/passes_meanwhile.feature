@qwen @virtual
Feature: What changes while a pass is under way is reconciled once, after it
  A server that is slow to list its tools holds a pass up. Whoever edits meanwhile, or
  reloads, or approves, gets one pass more, and not one each.

  Background:
    Given servers "docs, mail, wiki" over stdio
    And server "docs" answers "tools/list" after 10s
    And the user settings define the servers "docs, mail"
    And the workspace has started

  @QWEN-38
  Rule: Lists that change during a pass count in the one after it

    Scenario Outline: <key>
      When the clock reaches 1s
      And "<key>" becomes <first> in the user settings
      And the clock reaches 2s
      And "<key>" becomes <second> in the user settings
      And the clock reaches 9s
      Then servers were reconciled 1 time
      When 1h passes
      Then servers were reconciled 2 times
      And the last pass did "<did>"

      Examples:
        | key          | first    | second   | did                  |
        | mcp.excluded | ["docs"] | ["mail"] | removed mail; kept 1 |
        | mcp.allowed  | ["docs"] | ["mail"] | removed docs; kept 1 |
        | mcp.allowed  | ["docs"] | []       | removed docs, mail   |
        | mcp.excluded | ["docs"] | []       | kept 2               |

  @QWEN-38
  Rule: A change during the further pass leads to one more

    Example: a server more, and an argument while that one is listed
      Given server "wiki" answers "tools/list" after 20s
      When the clock reaches 1s
      And the user settings are saved with the servers "docs, mail, wiki"
      And the clock reaches 15s
      And the user settings are saved with the servers "docs, wiki"
      And the clock reaches 29s
      Then servers were reconciled 2 times
      When 1h passes
      Then servers were reconciled 3 times
      And the last pass did "removed mail; kept 2"

    Example: long after the first passes
      When 1h passes
      And "mcpServers.docs.args" becomes ["-v"] in the user settings
      And 1h passes
      And "mcpServers.docs.args" becomes ["-w"] in the user settings
      And 1s passes
      And "mcpServers.mail.args" becomes ["-v"] in the user settings
      And 1h passes
      Then servers were reconciled 4 times
      And the last pass did "changed mail; kept 1"

    Example: a reload during a pass, beside an edit, adds none
      When the clock reaches 1s
      And the user reloads the servers
      And "mcpServers.mail.args" becomes ["-v"] in the user settings
      And the clock reaches 2s
      And the user reloads the servers
      And 1h passes
      Then servers were reconciled 2 times
      And the last pass did "changed mail; kept 1"
      And server "mail" was started 2 times

  @QWEN-39
  Rule: However many ask during a pass, none begins beside it

    Scenario Outline: settings, a reload, and <third>
      When the clock reaches 1s
      And the user settings are saved with the servers "docs, mail, wiki"
      And the clock reaches 2s
      And the user reloads the servers
      And <third>
      And the clock reaches 9s
      Then the workspace's command is pending
      And servers were reconciled 1 time
      When 1h passes
      Then the workspace's command succeeds
      And servers were reconciled 2 times
      And no two passes overlapped

      Examples:
        | third                                                          |
        | the user reloads the servers                                   |
        | the program adds server "wiki"                                 |
        | the program removes server "wiki"                              |
        | the user installs the extension "tools" with the server "wiki" |
        | the program replaces the servers of the settings by "docs"     |
