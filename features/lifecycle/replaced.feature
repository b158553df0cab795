@qwen @virtual
Feature: A definition that replaces another one leaves nothing of it behind
  Settings define a server in one file today and in another tomorrow. What people
  are told of the server is about the definition that runs.

  @X-WS-07
  Rule: The source, the tools and what was left out are those of the newest definition

    Example: the workspace defines the server anew
      Given server "docs" over stdio
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list}, do: [result: {tools: [{name: read, inputSchema: {type: object}}, {inputSchema: {type: object}}, {name: write, inputSchema: {type: object}}]}]}
        """
      And the user settings define the server "docs"
      And "mcpServers.docs.includeTools" is ["read"] in the user settings
      When the workspace starts
      Then the detail of server "docs" shows:
        | what     | value |
        | source   | user settings |
        | place    | /home/user/.qwen/settings.json:3:5 |
        | left out | : cannot be used: it has no name, write: not selected by includeTools and excludeTools |
      When the workspace settings are saved with the server "docs"
      And 300ms pass
      And the user approves server "docs"
      And 1s passes
      Then the detail of server "docs" shows:
        | what     | value |
        | source   | .qwen/settings.json |
        | place    | /project/.qwen/settings.json:3:5 |
        | left out | : cannot be used: it has no name |

    Example: the same settings define it anew, and select nothing any more
      Given server "docs" over stdio
      And server "docs" offers the tools "read, write"
      And "mcpServers.docs" is {"command": "docs", "includeTools": ["read"]} in the user settings
      And the workspace has started
      When "mcpServers.docs" becomes {"command": "docs", "args": ["-v"]} in the user settings
      And 1s passes
      Then the runtime has the tools "mcp__docs__read, mcp__docs__write"
