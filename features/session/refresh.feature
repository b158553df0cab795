@omp @virtual
Feature: A refresh gives a running session the tools that servers have now
  Servers come, go and change while somebody works. A refresh replaces what
  comes from servers in the session that is running and leaves everything else
  alone, what its user has chosen included.

  @OMP-LC-86
  Rule: A refresh removes every tool whose name begins with mcp__ and no other

    Scenario Outline: tools of the program with similar names, over <kind>
      Given server "docs" over <kind>
      And the program brings its own tools "mcp__old_tool, mcp_read, my_mcp__tool, MCP__mine"
      And a session has started
      When the session is refreshed
      Then the session has the tools "mcp_read, my_mcp__tool, MCP__mine, mcp__docs_echo"

      Examples:
        | kind  |
        | stdio |
        | http  |

  @OMP-LC-87
  Rule: A refresh takes the tools that the servers have now, and calls reach the server as it is now

    Scenario Outline: a changed list after a reload, over <kind>
      Given server "docs" over <kind>
      And server "docs" offers the tools "read, search"
      And a session has started
      When server "docs" changes its tools to "find, read"
      And the session is reloaded
      And the session calls tool "mcp__docs_find"
      And the session calls tool "mcp__docs_read"
      Then the session has the tools "mcp__docs_find, mcp__docs_read"
      And call 1 returns "ok"
      And call 2 returns "ok"
      And server "docs" received "tools/call" 2 times

      Examples:
        | kind  |
        | stdio |
        | http  |

    Example: a tool of the same name is another one on the server
      Given server "docs" over stdio
      And server "docs" offers the tool "Read"
      And a session has started
      When server "docs" changes its tools to "read"
      And server "docs" sends the notification "notifications/tools/list_changed"
      And the session calls tool "mcp__docs_read"
      Then call 1 returns "ok"

    Example: cached tools give way to live ones
      Given server "docs" over stdio
      And server "docs" offers the tool "find"
      And server "docs" answers "tools/list" after 1s
      And the cache holds the tools "search" of server "docs"
      And a session has started
      When 999ms pass
      Then the session has the tools "mcp__docs_search"
      And consumers were told of changed tools 1 time
      When 1ms passes
      Then the session has the tools "mcp__docs_find"
      And consumers were told of changed tools 2 times

    @real
    Example: what an automatic reconnect brings
      Given server "docs" over stdio
      And server "docs" offers the tool "search"
      And a session has started
      When server "docs" changes its tools to "find"
      And server "docs" exits with code 1
      Then the session has the tools "mcp__docs_find"
      And the session was refreshed 1 time

  @OMP-LC-88 @real
  Rule: After a refresh the new tools are active in the running session, but for those that its user had not selected

    Example: new tools are active at once
      Given server "docs" over stdio
      And server "wiki" over http
      And server "wiki" is not configured yet
      And the program brings its own tool "read"
      And a session has started
      When server "wiki" is added to the configuration
      And the session is reloaded
      Then the session's active tools are "read, mcp__docs_echo, mcp__wiki_echo"
      And the session has the manager that its loader returned

    Example: what the user has left out stays out, even after it was gone
      Given servers "docs, mail" over stdio
      And server "docs" offers the tools "read, search"
      And the program brings its own tools "edit, write"
      And a session has started
      When the session's user selects the tools "edit, mcp__docs_read"
      And server "docs" is taken out of the configuration
      And the session is reloaded
      Then the session's active tools are "edit"
      When server "docs" is added to the configuration
      And server "docs" changes its tools to "list, read, search"
      And the session is reloaded
      Then the session's active tools are "edit, mcp__docs_list, mcp__docs_read"

    Example: what was left out stays so, also if it is away while the user chooses again
      Given server "docs" over stdio
      And server "docs" offers the tools "read, write"
      And a session has started
      When the session's user selects the tools "mcp__docs_read"
      And server "docs" changes its tools to "read"
      And server "docs" sends the notification "notifications/tools/list_changed"
      And the session's user selects the tools "mcp__docs_read"
      And server "docs" changes its tools to "read, write"
      And server "docs" sends the notification "notifications/tools/list_changed"
      Then the session has the tools "mcp__docs_read, mcp__docs_write"
      And the session's active tools are "mcp__docs_read"
