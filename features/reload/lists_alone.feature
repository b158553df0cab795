@qwen @virtual
Feature: Lists and values count by themselves

  Background:
    Given servers "docs, mail" over stdio

  @QWEN-29
  Rule: A list that changes leads to a pass also if no settings define a server

    Scenario Outline: <key> becomes <value>
      Given the workspace has started
      When the program adds server "docs"
      And "<key>" becomes <value> in the user settings
      And 1s passes
      Then the last pass did "removed docs"
      When "<key>" is taken out of the user settings
      And 1s passes
      Then the last pass did "added docs"

      Examples:
        | key          | value    |
        | mcp.excluded | ["docs"] |
        | mcp.allowed  | ["mail"] |

  @QWEN-110
  Rule: A server that no list allows any more is not allowed, and not removed, also if none is allowed

    Scenario Outline: mcp.allowed becomes <allowed>
      Given the user settings define the servers "docs, mail"
      And the workspace has started
      When "mcp.allowed" becomes <allowed> in the user settings
      And 1s passes
      Then the reason why server "docs" is unavailable is "not_allowed"

      Examples:
        | allowed  |
        | []       |
        | ["mail"] |

  @QWEN-98 @QWEN-102
  Rule: An option that names no server allows none, whatever settings allow

    Scenario Outline: settings allow <allowed>
      Given the option --allowed-mcp-server-names is ""
      And the user settings define the servers "docs, mail"
      And "mcp.allowed" is <allowed> in the user settings
      When the workspace starts
      And "mcp.allowed" becomes ["docs", "mail"] in the user settings
      And 1s passes
      Then server "docs" was started 0 times
      And server "mail" was started 0 times
      And the reason why server "docs" is unavailable is "not_allowed"

      Examples:
        | allowed  |
        | ["docs"] |
        | []       |

  @QWEN-33
  Rule: Whatever is nested in a definition and reaches the server has it connected anew

    Scenario Outline: <key> becomes <value>
      Given server "wiki" over <kind>
      And the user settings define the server "wiki"
      And "mcpServers.wiki.<key>" is <before> in the user settings
      And the workspace has started
      When "mcpServers.wiki.<key>" becomes <value> in the user settings
      And 1s passes
      Then the last pass did "changed wiki"

      Examples:
        | kind  | key     | before              | value               |
        | stdio | env     | {"A": "1"}          | {"A": "1", "B": ""} |
        | stdio | args    | ["a", "b"]          | ["a"]               |
        | stdio | cwd     | "one"               | "two"               |
        | http  | headers | {"A": "1"}          | {"A": "2"}          |
        | http  | headers | {"A": "1", "B": ""} | {"A": "1"}          |
        | stdio | timeout | 5000                | 6000                |
