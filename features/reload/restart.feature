@qwen @virtual
Feature: Settings that need a restart are told to nobody before it
  Some settings are read once. To act on half of a change would be worse than to
  wait, so that a change of nothing else is kept quiet; one that also touches
  something else is not.

  Background:
    Given servers "docs, mail" over stdio
    And the user settings define the server "docs"
    And the workspace has started

  @QWEN-14 @QWEN-17
  Rule: A change of nothing but settings that need a restart is told to nobody

    @real
    Scenario Outline: <key>
      When "<key>" becomes <value> in the user settings
      And 1h passes
      Then changed settings were told 0 times
      And servers were reconciled 1 time

      Examples:
        | key               | value      |
        | mcp.serverCommand | "other"    |
        | mcp.unknown       | true       |
        | tools.sandbox     | "docker"   |
        | ide.enabled       | true       |

    Example: two of them in one save, one in another file, and two that go again
      When the user settings are saved with:
        """json
        {"mcpServers": {"docs": {"command": "docs"}}, "mcp": {"serverCommand": "other"}, "tools": {"sandbox": "docker"}}
        """
      And "mcp.unknown" becomes true in the workspace settings
      And 1h passes
      And the user settings are saved with the server "docs"
      And "tools" is taken out of the user settings
      And "mcp" is taken out of the user settings
      And 1h passes
      Then changed settings were told 0 times
      And servers were reconciled 1 time

    Example: a file of nothing else comes and goes
      When the workspace settings are saved with:
        """json
        {"mcp": {"serverCommand": "other"}}
        """
      And 1h passes
      And the workspace settings are removed
      And 1h passes
      Then changed settings were told 0 times

  @QWEN-15 @real
  Rule: A change that touches one setting that needs no restart is told

    Example: both in one save
      When "mcp.serverCommand" becomes "other" in the user settings
      And "mcpServers.mail.command" becomes "mail" in the user settings
      And 1h passes
      Then changed settings were told 1 time
      And the last pass did "added mail; kept 1"

  @QWEN-16 @QWEN-18 @real
  Rule: Servers, allowed and excluded names count at once, although their parent needs a restart

    Scenario Outline: <key>
      When "<key>" becomes <value> in the user settings
      And 300ms pass
      Then changed settings were told 1 time
      And the last pass did "<did>"

      Examples:
        | key             | value              | did                |
        | mcpServers.mail | {"command":"mail"} | added mail; kept 1 |
        | mcp.allowed     | []                 | removed docs       |
        | mcp.excluded    | ["docs"]           | removed docs       |

    Example: two that were excluded are let in at once
      When "mcp.excluded" becomes ["docs", "mail"] in the user settings
      And 1s passes
      And "mcp.excluded" becomes [] in the user settings
      And 1s passes
      Then the last pass did "added docs"

    Scenario Outline: <key> is told <times>, as <why>
      When "<key>" becomes <value> in the user settings
      And 1h passes
      Then changed settings were told <times>
      And servers were reconciled 1 time

      Examples:
        | key                    | value  | times   | why                               |
        | mcp.allowedNames       | ["a"]  | 0 times | it only begins like mcp.allowed   |
        | mcp.serverCommand.args | ["-v"] | 0 times | it is below one that is not told  |
        | mcpTools               | true   | 1 time  | it only begins like mcp           |
        | tools.sandboxes        | 2      | 1 time  | it only begins like tools.sandbox |

  @QWEN-21
  Rule: The settings dialog does not show them, so that it asks for no restart because of them

    Scenario Outline: <key>
      When "<key>" becomes <value> in the user settings
      And 1s passes
      Then servers were reconciled 2 times
      And the settings dialog shows "ide.enabled, ui.theme"
      And the settings dialog asks for a restart because of ""

      Examples:
        | key             | value              |
        | mcpServers.mail | {"command":"mail"} |
        | mcp.allowed     | []                 |
        | mcp.excluded    | ["docs"]           |

    Example: what it shows and what needs a restart is asked about, until it is as before
      When "ui.theme" becomes "dark" in the user settings
      And "ide.enabled" becomes true in the user settings
      And 1s passes
      Then the settings dialog shows "ide.enabled=true, ui.theme=dark"
      And the settings dialog asks for a restart because of "ide.enabled"
      When "ide" is taken out of the user settings
      And 1s passes
      Then the settings dialog shows "ide.enabled, ui.theme=dark"
      And the settings dialog asks for a restart because of ""

    Example: what is no object where one belongs, and one that lacks the key, hide nothing
      When "ide.enabled" becomes true in the user settings
      And "ui.theme" becomes "dark" in the user settings
      And "ide" becomes 7 in the workspace settings
      And "ui.size" becomes 2 in the workspace settings
      And 1s passes
      Then the settings dialog shows "ide.enabled=true, ui.theme=dark"

    Example: what a folder says that is not trusted is not shown
      When "ui.theme" becomes "light" in the workspace settings
      And 1s passes
      Then the settings dialog shows "ide.enabled, ui.theme=light"
      When the workspace becomes not trusted
      Then the settings dialog shows "ide.enabled, ui.theme"
      When the workspace becomes trusted
      Then the settings dialog shows "ide.enabled, ui.theme=light"
