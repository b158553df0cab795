@qwen @virtual
Feature: Only real changes of settings are told
  Editors save often and in strange ways, and the program writes settings
  itself. Whoever follows settings hears of a change once, when saving is over,
  and only if the file means something else than before.

  Background:
    Given servers "docs, mail" over stdio
    And the user settings define the server "docs"
    And the workspace has started

  @QWEN-11
  Rule: Saves less than 300 ms apart lead to one notice and one reconcile

    Example: each save starts the wait anew
      When the user settings are saved with the servers ""
      And the clock reaches 100ms
      And the user settings are saved with the servers "mail"
      And the clock reaches 200ms
      And the user settings are saved with the servers "docs, mail"
      And the clock reaches 499ms
      Then changed settings were told 0 times
      When 1h passes
      Then changed settings were told at "500ms"
      And servers were reconciled 2 times
      And the last pass did "added mail; kept 1"

  @QWEN-40
  Rule: Saves more than 300 ms apart lead to a notice and a reconcile each

    Scenario Outline: <apart> apart
      When the user settings are saved with the servers "docs, mail"
      And <apart> pass
      And the user settings are saved with the servers "mail"
      And 1h passes
      Then changed settings were told <notices> times
      And servers were reconciled <passes> times

      Examples:
        | apart | notices | passes |
        | 299ms | 1       | 2      |
        | 301ms | 2       | 3      |

  @QWEN-13 @real
  Rule: What the program writes itself is told to nobody

    Example: a key that would be told if somebody else had written it
      When the program sets "mcp.excluded" to ["docs"] in the user settings
      Then the workspace's command succeeds
      When 1h passes
      Then changed settings were told 0 times
      And server "docs" is connected
      When "mcp.excluded" becomes ["mail"] in the user settings
      And 1h passes
      Then changed settings were told 1 time

    Example: a file that was not there
      When the program sets "mcp.excluded" to ["docs"] in the workspace settings
      And 1h passes
      Then changed settings were told 0 times

  @QWEN-19 @QWEN-20 @real
  Rule: A change of servers only, or of a list only, is told exactly once

    Scenario Outline: <key>
      When "<key>" becomes <value> in the user settings
      And 1h passes
      Then these settings changes were told:
        | scope | change   | keys   |
        | user  | modified | <told> |
      And changed settings were told 1 time

      Examples:
        | key             | value           | told                    |
        | mcpServers.mail | {"command":"x"} | mcpServers.mail.command |
        | mcp.excluded    | ["docs"]        | mcp.excluded            |

  @QWEN-22 @real
  Rule: A change that has nothing to do with servers is told, too

    Example: a theme
      When "ui.theme" becomes "dark" in the user settings
      And 1h passes
      Then changed settings were told 1 time
      And servers were reconciled 1 time

  @QWEN-23
  Rule: Settings are followed from the start on, until the workspace stops following them

    @real
    Example: before and after
      When the user settings are saved with the servers "docs, mail"
      And 1h passes
      Then changed settings were told 1 time
      And servers were reconciled 2 times
      When the workspace stops following its settings
      And the user settings are saved with the server "mail"
      And 1h passes
      Then servers were reconciled 2 times
      And server "docs" has 1 live process

    Example: who listens beside it goes on to be told
      Given the program listens to settings
      When the workspace stops following its settings
      And "ui.theme" becomes "dark" in the user settings
      And 1s passes
      Then the program was told of these settings:
        | notice | scope | change   |
        | 1      | user  | modified |
