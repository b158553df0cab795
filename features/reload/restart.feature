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

  @QWEN-15
  Rule: A change that touches one setting that needs no restart is told

    Example: both in one save
      When "mcp.serverCommand" becomes "other" in the user settings
      And "mcpServers.mail.command" becomes "mail" in the user settings
      And 1h passes
      Then changed settings were told 1 time
      And the last pass did "added mail; kept 1"

  @QWEN-16 @QWEN-18
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

  @QWEN-21
  Rule: The settings dialog does not show them, so that it asks for no restart because of them

    Scenario Outline: <key>
      Then the settings dialog <does> "<key>"

      Examples:
        | key          | does          |
        | mcpServers   | does not show |
        | mcp.allowed  | does not show |
        | mcp.excluded | does not show |
        | ui.theme     | shows         |
