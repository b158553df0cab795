@qwen @virtual
Feature: What is missing is told of the server that it would be of
  Names of servers may begin alike, and a server that nobody has ever had has no reason to be
  missing.

  @QWEN-112
  Rule: Of several servers whose names begin a tool's the one with the longest name is told, and a server of nobody has no reason

    Scenario Outline: configured as <servers>
      Given servers "docs, docs__api" over stdio
      And the user settings define the servers "<servers>"
      And the workspace has started
      When the workspace calls tool "mcp__docs__api__gone"
      Then call 1 fails with "Tool "mcp__docs__api__gone" not found on MCP server "docs__api". The server may be disconnected, still starting up, or the tool was renamed."
      And the reason why server "nobody" is unavailable is ""

      Examples:
        | servers         |
        | docs, docs__api |
        | docs__api, docs |
