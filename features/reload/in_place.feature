@qwen @virtual
Feature: What is edited in its place is noticed
  Most edits add nothing and take nothing away: a value becomes another one, or two are
  exchanged. The server that runs was started with what stood there before.

  @QWEN-54
  Rule: One edit of a connected server exchanges it once, and the same settings again do nothing

    Scenario Outline: <key> was <before> and is <after>
      Given server "docs" over <kind>
      And "mcpServers.docs" is {<definition>} in the user settings
      And "mcpServers.docs.<key>" is <before> in the user settings
      And the workspace has started
      When "mcpServers.docs.<key>" becomes <after> in the user settings
      And 1s passes
      Then the last pass did "changed docs"
      And server "docs" received "initialize" 2 times
      When the user reloads the servers
      Then the last pass did "kept 1"
      And server "docs" received "initialize" 2 times

      Examples:
        | kind  | definition                        | key     | before             | after              |
        | stdio | "command": "docs"                 | args    | ["-v"]             | ["-q"]             |
        | stdio | "command": "docs"                 | args    | ["-a", "-b"]       | ["-b", "-a"]       |
        | stdio | "command": "docs"                 | args    | ["-a"]             | ["-a", "-a"]       |
        | stdio | "command": "docs"                 | env     | {"MODE": "quick"}  | {"MODE": "slow"}   |
        | stdio | "command": "docs"                 | env     | {"A": "1", "B": "2"} | {"A": "2", "B": "1"} |
        | http  | "httpUrl": "http://docs.test/mcp" | headers | {"X-Key": "old"}   | {"X-Key": "new"}   |

    Example: an edit that also selects among its tools
      Given server "docs" over stdio
      And "mcpServers.docs" is {"command": "docs"} in the user settings
      And the workspace has started
      When "mcpServers.docs" becomes {"command": "docs", "args": ["-v"], "excludeTools": ["x"]} in the user settings
      And 1s passes
      Then the last pass did "changed docs"
      And server "docs" was started 2 times
