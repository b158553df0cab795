@qwen @virtual
Feature: A server that moves leaves nothing where it was
  People move a server from a program of their own to one in the network, and back. To the
  runtime that is an edit like any other.

  @QWEN-49 @QWEN-55 @QWEN-56
  Rule: A server that is reached in another way is disconnected and purged before it connects again

    Scenario Outline: from <from> to <to>
      Given server "docs" over <from>
      And server "next" over <to>
      And server "docs" offers the tools "read, write"
      And server "docs" offers the prompts "review"
      And the user settings define the server "docs"
      And the workspace has started
      When the counts start anew
      And "mcpServers.docs" becomes <definition> in the user settings
      And 1s passes
      Then these things happened to the servers in order, among others:
        """
        docs disconnected
        docs has ""
        docs has 0 prompts
        docs connecting
        docs has "mcp__docs__echo"
        """
      And the runtime has the tools "mcp__docs__echo"
      And the runtime has the prompts "" of server "docs"

      Examples:
        | from  | to    | definition                          |
        | stdio | http  | {"httpUrl": "http://next.test/mcp"} |
        | http  | stdio | {"command": "next"}                 |
        | ws    | http  | {"httpUrl": "http://next.test/mcp"} |

  @QWEN-49
  Rule: Of several servers that are changed by one edit each one is disconnected, purged and connected again

    Scenario Outline: over <kind>
      Given servers "docs, mail, wiki" over <kind>
      And the user settings define the servers "docs, mail, wiki"
      And the workspace has started
      When the counts start anew
      And "mcpServers.docs.timeout" becomes 5000 in the user settings
      And "mcpServers.wiki.timeout" becomes 5000 in the user settings
      And 1s passes
      Then the last pass did "changed docs, wiki; kept 1"
      And these things happened to the servers in order, among others:
        """
        wiki disconnected
        wiki has ""
        wiki connecting
        wiki has "mcp__wiki__echo"
        """

      Examples:
        | kind  |
        | stdio |
        | http  |

  @QWEN-33
  Rule: An edit counts whatever else a definition says

    Scenario Outline: <key> of a server that has filters
      Given server "docs" over stdio
      And "mcpServers.docs" is {"command": "docs", "includeTools": ["echo"], "excludeTools": ["x"], "trust": true} in the user settings
      And the workspace has started
      When "mcpServers.docs.<key>" becomes <value> in the user settings
      And 1s passes
      Then servers were reconciled 2 times
      And the last pass did "changed docs"

      Examples:
        | key  | value         |
        | args | ["-v"]        |
        | env  | {"MODE": "x"} |

  @QWEN-03
  Rule: The new connection waits for answers as long as the new definition says

    Example: two seconds
      Given server "docs" over stdio
      And server "docs" answers "tools/call" after 5s
      And the user settings define the server "docs"
      And the workspace has started
      When "mcpServers.docs.timeout" becomes 2000 in the user settings
      And 1s passes
      And the workspace calls tool "mcp__docs__echo"
      And 3s pass
      Then call 1 returns the error text "MCP error: Request timeout after 2000ms"
