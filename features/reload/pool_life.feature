@qwen @virtual
Feature: A shared connection lives as long as somebody uses it, and a little longer
  Sessions come and go faster than servers start. A connection waits a while for
  its next user, but nothing keeps a process for ever.

  Background:
    Given the pool is on
    And server "docs" over stdio
    And the user settings define the server "docs"
    And the workspace has started

  @F-QWEN-32
  Rule: All workspaces of a process share one connection, and a later one is told at once what is known

    Example: a second and a third workspace
      When the counts start anew
      And another workspace starts in the same process
      And another workspace starts in the same process
      Then server "docs" was started 0 times
      And server "docs" received nothing
      And workspace 1 has the tool "mcp__docs__echo"
      And workspace 2 has the tool "mcp__docs__echo"
      And workspace 3 has the tool "mcp__docs__echo"
      And the pool holds these connections:
        | server | users |
        | docs   | 3     |

  @F-QWEN-33
  Rule: The process of a shared connection ends 30 s after its last user has gone, unless somebody comes

    Example: two workspaces close one after the other
      When another workspace starts in the same process
      And workspace 1 is closed
      And 1h passes
      Then server "docs" has 1 live process
      When workspace 2 is closed
      And 29999ms pass
      Then server "docs" has 1 live process
      When 1ms passes
      Then server "docs" has 0 live processes
      And no timer is pending

    Example: a new workspace comes in time
      When workspace 1 is closed
      And 29999ms pass
      And another workspace starts in the same process
      And 1h passes
      Then server "docs" was started 1 time
      And server "docs" has 1 live process
      And workspace 2 has the tool "mcp__docs__echo"
      And these things happened in the pool in order:
        """
        docs opened
        docs released
        docs used again
        """

    Example: a server is removed
      When "mcpServers" becomes {} in the user settings
      And 300ms pass
      Then the runtime has the tools ""
      When 29999ms pass
      Then server "docs" has 1 live process
      When 1ms passes
      Then server "docs" has 0 live processes

  @F-QWEN-34
  Rule: Which tools a workspace sees is its own affair, whatever it shares

    Example: one has filtered its tools, the other has not
      When the workspace stops following its settings
      And server "docs" changes its tools to "read, write"
      And server "docs" sends the notification "notifications/tools/list_changed"
      And "mcpServers.docs.includeTools" becomes ["read"] in the user settings
      And another workspace starts in the same process
      Then workspace 1 has the tools "mcp__docs__read, mcp__docs__write"
      And workspace 2 has the tool "mcp__docs__read"
      And server "docs" was started 1 time

  @F-QWEN-34
  Rule: A lost connection is lost for all workspaces, and whoever asks next gets another one

    Example: the process ends
      When another workspace starts in the same process
      And server "docs" exits with code 1
      Then server "docs" is disconnected in workspace 1
      And server "docs" is disconnected in workspace 2
      And the pool holds these connections:
        | server | users |
      And the log has 0 records with "MCP reconnect failed after retries"
      When the user reloads the servers
      Then server "docs" is connected in workspace 2
      And server "docs" is disconnected in workspace 1
      And server "docs" was started 2 times

  @QWEN-114 @real
  Rule: What is no process and no WebSocket is not taken into the pool

    Example: an in-process server and one over HTTP
      Given servers "mail, wiki" over http
      And server "chat" over ws
      When the counts start anew
      And the user settings are saved with the servers "docs, mail, chat"
      And 1s passes
      And "mcpServers.here" becomes {"type": "sdk", "command": "docs"} in the user settings
      And 300ms pass
      Then these things happened in the pool in order:
        """
        chat opened
        """
      And server "mail" is connected
      And server "docs" was started 0 times
      And the last pass did "kept 3"
