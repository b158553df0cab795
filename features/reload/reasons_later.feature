@qwen @virtual
Feature: The reason is that of now, also after several changes
  A model may ask for a tool long after its server went. What is told then has to help
  whoever looks at the settings as they are.

  Background:
    Given servers "docs, mail, wiki" over stdio
    And the user settings define the servers "docs, mail"
    And the workspace has started

  @QWEN-109
  Rule: A server that was taken out counts as removed until it comes back, whatever the lists say

    Scenario Outline: and then <key> becomes <value>
      When the user settings are saved with the server "mail"
      And 1s passes
      And "<key>" becomes <value> in the user settings
      And 1s passes
      Then the reason why server "docs" is unavailable is "removed"
      When the user settings are saved with the server "wiki"
      And 1s passes
      Then the reason why server "docs" is unavailable is "removed"
      And the reason why server "mail" is unavailable is "removed"

      Examples:
        | key          | value            |
        | mcp.excluded | ["docs", "mail"] |
        | mcp.allowed  | ["wiki"]         |
        | mcp.allowed  | []               |
        | ui.theme     | "dark"           |

    Scenario Outline: it comes back, and the reason is <reason>
      When "mcpServers" becomes {} in the user settings
      And 1s passes
      And the user settings are saved with the servers "docs, mail"
      And "<key>" becomes <value> in the user settings
      And 1s passes
      Then the reason why server "docs" is unavailable is "<reason>"
      And the reason why server "mail" is unavailable is ""

      Examples:
        | key          | value    | reason      |
        | ui.theme     | "dark"   |             |
        | mcp.excluded | ["docs"] | excluded    |
        | mcp.allowed  | ["mail"] | not_allowed |

  @QWEN-109
  Rule: A rejected server has the reason of one that waits

    Example: at the start, and in the session
      Given server "chat" over stdio
      And server "chat" was rejected before
      When the workspace settings are saved with the servers "chat, wiki"
      And 1s passes
      Then the reason why server "chat" is unavailable is "pending_approval"
      When the user rejects server "wiki"
      Then the reason why server "wiki" is unavailable is "pending_approval"

  @QWEN-109
  Rule: A server that was never there has no reason, whichever list has its name

    Scenario Outline: <key> becomes <value>
      When "<key>" becomes <value> in the user settings
      And 1s passes
      Then the reason why server "wiki" is unavailable is ""
      And the reason why server "docs" is unavailable is "<docs>"

      Examples:
        | key          | value            | docs        |
        | mcp.excluded | ["wiki"]         |             |
        | mcp.excluded | ["docs", "wiki"] | excluded    |
        | mcp.allowed  | ["mail"]         | not_allowed |
        | mcp.allowed  | []               | not_allowed |

  @QWEN-112
  Rule: A server that was there and may connect again has no reason any more

    Example: removed, and back without the tool
      When "mcpServers" becomes {} in the user settings
      And 1s passes
      And the user settings are saved with the server "docs"
      And 1s passes
      And the workspace calls tool "mcp__docs__print"
      Then call 1 fails with "Tool "mcp__docs__print" not found on MCP server "docs". The server may be disconnected, still starting up, or the tool was renamed."
