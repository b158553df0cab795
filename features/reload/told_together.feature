@qwen @virtual
Feature: One save is one piece of news, however much it says
  Whoever follows settings looks at all of them when he hears of a change. To hear of each
  key for itself would make him look as often as there are keys.

  Background:
    Given servers "docs, mail" over stdio
    And the user settings define the servers "docs, mail"
    And the workspace has started

  @QWEN-19
  Rule: An edit of several keys, or of several servers, is told once with all of them

    Scenario Outline: <what>
      When <first> in the user settings
      And <second> in the user settings
      And 1h passes
      Then these settings changes were told:
        | scope | change   | keys   |
        | user  | modified | <keys> |
      And changed settings were told 1 time
      And servers were reconciled 2 times

      Examples:
        | what                           | first                                  | second                                       | keys                                         |
        | two keys of a server           | "mcpServers.docs.args" becomes ["-v"]  | "mcpServers.docs.timeout" becomes 5000       | mcpServers.docs.args mcpServers.docs.timeout |
        | two servers                    | "mcpServers.docs.args" becomes ["-v"]  | "mcpServers.mail.args" becomes ["-v"]        | mcpServers.docs.args mcpServers.mail.args    |
        | a server more and one less     | "mcpServers.wiki.command" becomes "x"  | "mcpServers" becomes {"wiki":{"command":"x"}, "docs":{"command":"docs"}} | mcpServers.mail.command mcpServers.wiki.command |

  @QWEN-11
  Rule: However many saves follow each other, each one starts the wait anew

    Example: four saves, 200 ms apart
      When "ui.theme" becomes "1" in the user settings
      And the clock reaches 200ms
      And "ui.theme" becomes "2" in the user settings
      And the clock reaches 400ms
      And "ui.theme" becomes "3" in the user settings
      And the clock reaches 600ms
      And "mcp.excluded" becomes ["docs"] in the user settings
      And the clock reaches 899ms
      Then changed settings were told 0 times
      When 1h passes
      Then changed settings were told at "900ms"
      And servers were reconciled 2 times

    Example: two saves, 200 ms apart, while the program is at work on what it was told before
      Given the program listens to settings and takes 10s
      When "ui.theme" becomes "1" in the user settings
      And the clock reaches 10.2s
      And "ui.theme" becomes "2" in the user settings
      And the clock reaches 10.4s
      And "mcp.excluded" becomes ["docs"] in the user settings
      And 1h passes
      Then changed settings were told at "300ms, 10.7s"

  @QWEN-19
  Rule: What is saved while the program is told of another change is told once, when that is over

    Example: a list, while the program is at work for ten seconds
      Given the program listens to settings and takes 10s
      When "ui.theme" becomes "dark" in the user settings
      And the clock reaches 5s
      And "mcp.excluded" becomes ["docs"] in the user settings
      And 1h passes
      Then changed settings were told at "300ms, 10.3s"
      And the runtime has the tools "mcp__mail__echo"

  @QWEN-23
  Rule: Whoever follows settings no more is not told of a save that is being waited for

    Example: the workspace
      When the user settings are saved with the server "docs"
      And the clock reaches 200ms
      And the workspace stops following its settings
      And 1h passes
      Then servers were reconciled 1 time
      And server "mail" has 1 live process

    Example: another listener
      Given the program listens to settings
      When the user settings are saved with the server "docs"
      And the clock reaches 200ms
      And the program listens to settings no more
      And 1h passes
      Then the program was told of these settings:
        | notice | scope | change |
      And servers were reconciled 2 times

    Example: the workspace, which the program has started twice
      When the program starts the workspace again
      Then the workspace's command succeeds
      When the workspace stops following its settings
      And the user settings are saved with the server "docs"
      And 1h passes
      Then servers were reconciled 1 time
