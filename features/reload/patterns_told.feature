@qwen @virtual
Feature: A pattern of a list is a reason like a name
  Who is shut out by it hears the same as one whose name is in the list.

  @QWEN-109 @QWEN-111
  Rule: A call of a tool whose server a pattern keeps off is told why

    Scenario Outline: "<key>" is <list>
      Given the switch "lists.match" is "globs"
      And servers "docs, mail" over stdio
      And the user settings define the servers "docs, mail"
      And "<key>" is <list> in the user settings
      And the workspace has started
      When the workspace calls tool "mcp__mail__echo"
      And the workspace calls tool "mcp__docs__print"
      Then the reason why server "mail" is unavailable is "<reason>"
      And the reason why server "docs" is unavailable is ""
      And call 1 fails with "Tool "mcp__mail__echo" is unavailable: the MCP server "mail" <text>"
      And call 2 fails with "Tool "mcp__docs__print" not found on MCP server "docs". The server may be disconnected, still starting up, or the tool was renamed."

      Examples:
        | key          | list   | reason      | text                                                                                                                                      |
        | mcp.excluded | ["m*"] | excluded    | is excluded (mcp.excluded), so its tools are not loaded. Remove it from mcp.excluded to use this tool.                                    |
        | mcp.allowed  | ["d*"] | not_allowed | is not in the allow-list (mcp.allowed / --allowed-mcp-server-names), so its tools are not loaded. Add it to mcp.allowed to use this tool. |
