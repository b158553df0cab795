@qwen @virtual
Feature: A filter is no connection, and a connection no approval
  What selects among the tools of a server needs no message to it, and keeps no server
  off that has failed. What one server was allowed is not allowed to another.

  @QWEN-05
  Rule: A server whose filter is edited is not asked for its tools again

    Scenario Outline: over <kind>
      Given server "docs" over <kind>
      And server "docs" offers the tools "read, write"
      And the user settings define the server "docs"
      And the workspace has started
      When "mcpServers.docs.includeTools" becomes ["read"] in the user settings
      And 1h passes
      Then the runtime has the tools "mcp__docs__read"
      And server "docs" received "tools/list" 1 time
      And server "docs" received "initialize" 1 time

      Examples:
        | kind  |
        | stdio |
        | http  |

  @QWEN-47
  Rule: A server that has failed is tried with the save that edits its filter

    Example: it is there again
      Given server "docs" over stdio
      And server "docs" offers the tools "read, write"
      And server "docs" cannot be started
      And the user settings define the server "docs"
      And the workspace has started
      When server "docs" comes up
      And "mcpServers.docs.includeTools" becomes ["read"] in the user settings
      And 1s passes
      Then the last pass did "retried docs"
      And the runtime has the tools "mcp__docs__read"

  @QWEN-70
  Rule: That one server of a project is approved says nothing of another one, whatever it is reached by

    Scenario Outline: <approved> is approved, <other> is not
      Given server "docs" over stdio
      And server "mail" over http
      And the workspace settings define the servers "docs, mail"
      And server "<approved>" was approved before
      When the workspace starts
      And 1h passes
      Then server "<approved>" is connected
      And server "<other>" received nothing
      And the approval queue is "<other>"

      Examples:
        | approved | other |
        | docs     | mail  |
        | mail     | docs  |

  @QWEN-25
  Rule: What --mcp-config says of a server wins over what the session says

    Example: a server that both define
      Given server "docs" over stdio
      And server "docs" is defined with the arguments "config"
      And the option --mcp-config defines the server "docs"
      And server "docs" is defined with the arguments "session"
      And the session brings the server "docs"
      When the workspace starts
      Then process 1 of server "docs" was started with:
        | what      | value  |
        | arguments | config |

  @QWEN-110 @QWEN-111
  Rule: A server that was removed is named although there is no other one

    Example: the only one
      Given server "docs" over stdio
      And the user settings define the server "docs"
      And the workspace has started
      When the user settings are removed
      And 1s passes
      And the workspace calls tool "mcp__docs__echo"
      Then call 1 fails with a text that begins with "Tool "mcp__docs__echo" is unavailable: the MCP server "docs" was removed during this session"
