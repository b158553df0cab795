@qwen @virtual
Feature: Whoever misses a tool hears why, and what brings it back
  A model that calls a tool which is gone can do nothing with "not found". It is
  told which server the tool is of, why that server is off, and what its user
  can do about it.

  Background:
    Given servers "docs, mail" over stdio
    And the user settings define the servers "docs, mail"

  @QWEN-109 @QWEN-111
  Rule: The reason why a server is off is named, and so is what brings it back

    @real
    Scenario Outline: <reason>
      Given the workspace has started
      When "<key>" becomes <value> in the user settings
      And 300ms pass
      Then the reason why server "docs" is unavailable is "<reason>"
      And the reason why server "mail" is unavailable is ""
      When the workspace calls tool "mcp__docs__echo"
      Then call 1 fails with "Tool "mcp__docs__echo" is unavailable: the MCP server "docs" <text>"

      Examples:
        | reason      | key          | value                        | text                                                                                                                                                               |
        | removed     | mcpServers   | {"mail":{"command":"mail"}}  | was removed during this session, so its tools were unloaded. Re-add it to your settings to use this tool again.                                                    |
        | not_allowed | mcp.allowed  | ["mail"]                     | is not in the allow-list (mcp.allowed / --allowed-mcp-server-names), so its tools are not loaded. Add it to mcp.allowed to use this tool.                          |
        | excluded    | mcp.excluded | ["docs"]                     | is excluded (mcp.excluded), so its tools are not loaded. Remove it from mcp.excluded to use this tool.                                                             |

    Example: pending_approval
      Given "mcpServers" is {} in the user settings
      And the workspace settings define the server "docs"
      And the workspace has started
      When the workspace calls tool "mcp__docs__echo"
      Then the reason why server "docs" is unavailable is "pending_approval"
      And call 1 fails with "Tool "mcp__docs__echo" is unavailable: the MCP server "docs" is awaiting approval, so its tools are not loaded. Approve it (run /mcp) to use this tool."

    Scenario Outline: of the servers <order>, whose names begin alike, the right one is named
      Given servers "docs__beta, doc" over stdio
      And the user settings define the servers "<order>"
      And "mcp.excluded" is ["docs__beta"] in the user settings
      And the workspace has started
      When the workspace calls tool "mcp__docs__beta__echo"
      And the workspace calls tool "mcp__docs__print"
      Then call 1 fails with "Tool "mcp__docs__beta__echo" is unavailable: the MCP server "docs__beta" is excluded (mcp.excluded), so its tools are not loaded. Remove it from mcp.excluded to use this tool."
      And call 2 fails with "Tool "mcp__docs__print" not found on MCP server "docs". The server may be disconnected, still starting up, or the tool was renamed."

      Examples:
        | order                 |
        | doc, docs, docs__beta |
        | docs__beta, docs, doc |

    Example: a name that tools cannot have as it is
      Given server "my.docs" over stdio
      And the user settings define the server "my.docs"
      And "mcp.excluded" is ["my.docs"] in the user settings
      And the workspace has started
      When the workspace calls tool "mcp__my_docs__echo"
      Then call 1 fails with "Tool "mcp__my_docs__echo" is unavailable: the MCP server "my.docs" is excluded (mcp.excluded), so its tools are not loaded. Remove it from mcp.excluded to use this tool."

    Example: no reason for a server that may connect, and for one that was never configured
      Given server "mail" cannot be started
      When the workspace starts
      Then the reason why server "docs" is unavailable is ""
      And the reason why server "mail" is unavailable is ""
      And the reason why server "chat" is unavailable is ""

    Scenario Outline: of several reasons one is told: <reason>
      Given "mcp.allowed" is <allowed> in the user settings
      And "mcp.excluded" is ["docs"] in the user settings
      And "mcpServers" is {} in the user settings
      And the workspace settings define the server "docs"
      When the workspace starts
      Then the reason why server "docs" is unavailable is "<reason>"

      Examples:
        | allowed  | reason      |
        | ["mail"] | not_allowed |
        | ["docs"] | excluded    |

  @QWEN-110 @real
  Rule: A server that is filtered out is not removed, and one that comes back is not removed any more

    Example: the list and the servers change in one save
      Given the workspace has started
      When the user settings are saved with:
        """
        {"mcpServers": {"mail": {"command": "mail", "args": ["-v"]}, "docs": {"command": "docs"}}, "mcp": {"allowed": ["mail"]}}
        """
      And 1s passes
      Then the last pass did "removed docs; changed mail"
      And the reason why server "docs" is unavailable is "not_allowed"
      When "mcpServers" becomes {} in the user settings
      And 1s passes
      Then the reason why server "docs" is unavailable is "removed"
      When the user settings are saved with the server "docs"
      And 1s passes
      Then the reason why server "docs" is unavailable is "not_allowed"

  @QWEN-112 @real
  Rule: Where no reason is known, a tool that is missing was just not found

    Scenario Outline: <case>
      Given server "mail" cannot be started
      And the workspace has started
      When the workspace calls tool "<tool>"
      Then call 1 fails with "<text>"

      Examples:
        | case                    | tool             | text                                                                                                                                                                                             |
        | a tool of another name  | mcp__docs__print | Tool "mcp__docs__print" not found on MCP server "docs". The server may be disconnected, still starting up, or the tool was renamed.                                                              |
        | a server that is down   | mcp__mail__echo  | Tool "mcp__mail__echo" not found on MCP server "mail". The server may be disconnected, still starting up, or the tool was renamed.                                                               |
        | a server nobody has     | mcp__chat__echo  | Tool "mcp__chat__echo" not found: no MCP server providing it is currently configured. If you recently removed or renamed an MCP server, its tools are no longer available.                       |
        | a tool of no server     | shell            | no tool named "shell"                                                                                                                                                                            |
        | a name that begins like | mcp__docsx__echo | Tool "mcp__docsx__echo" not found: no MCP server providing it is currently configured. If you recently removed or renamed an MCP server, its tools are no longer available.                      |
