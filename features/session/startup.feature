@omp @virtual
Feature: A session starts with the tools of all servers
  Whoever opens a session wants to work, with whatever servers are configured
  and with whatever of them is well. Servers are looked for once, their tools
  stand beside the program's own, and nothing that goes wrong with them keeps the
  session from starting.

  @OMP-LC-01 @OMP-LC-02
  Rule: A session discovers and loads its servers exactly once before its tools are final, unless MCP is switched off

    Scenario Outline: enableMCP is <value>
      Given server "docs" over stdio
      And server "docs" answers "tools/list" after 100ms
      And the session's setting "enableMCP" is "<value>"
      When a session starts
      And the clock reaches 99ms
      Then startup has not returned
      When the clock reaches 100ms
      Then startup returned at 100ms
      And the session has the tools "mcp__docs_echo"
      When 24h pass
      Then discovery ran 1 time
      And the session was refreshed 0 times

      Examples:
        | value   |
        | true    |
        | not set |

    Example: nor again because nothing could be loaded
      Given servers "docs, mail" over stdio
      And server "docs" answers "initialize" with error -32600 "no"
      And server "mail" cannot be started
      When a session starts
      And 24h pass
      Then the session has the tools ""
      And discovery ran 1 time
      And server "docs" was started 1 time

  @OMP-LC-03
  Rule: With MCP switched off, nothing is read, started, sent or reported

    Example: two servers that nobody asks for anything, and discovery that would fail
      Given server "docs" over stdio
      And server "mail" over http
      And discovery fails with "no such file"
      And the program brings its own tool "read"
      And the session's setting "enableMCP" is "false"
      When a session starts
      Then discovery ran 0 times
      And server "docs" was started 0 times
      And server "mail" received nothing
      And the session reported no errors
      And the session has no manager
      And the session has the tools "read"

    Example: commands about servers are refused
      Given server "docs" over stdio
      And the session's setting "enableMCP" is "false"
      And a session has started
      When the session is reloaded
      Then the session's command fails with "MCP is switched off in this session"
      When the session reconnects server "docs"
      Then the session's command fails with "MCP is switched off in this session"
      And discovery ran 0 times
      And server "docs" was started 0 times

    Example: a refresh takes nothing of the program
      Given the program brings its own tools "read, mcp__mine"
      And the session's setting "enableMCP" is "false"
      And a session has started
      When the session is refreshed
      Then the session has the tools "read, mcp__mine"

    Scenario Outline: the session <does> a server
      Given server "docs" over stdio
      And the session's setting "enableMCP" is "false"
      And a session has started
      When the session <does> server "docs"
      Then the session's command fails with "MCP is switched off in this session"
      And server "docs" was started 0 times

      Examples:
        | does      |
        | removes   |
        | disables  |
        | waits for |

    Example: nothing is logged either
      Given server "docs" over stdio
      And discovery fails with "no such file"
      And the session's setting "enableMCP" is "false"
      When a session starts
      And 1h passes
      Then the runtime told this story of no server:
        """
        """

  @OMP-LC-07 @real
  Rule: The manager that the loader returned is the one of the session

    Scenario Outline: servers that are disconnected there are gone from the session, over <kind>
      Given servers "docs, mail" over <kind>
      When a session starts
      Then the session has the manager that its loader returned
      When server "mail" is disconnected
      Then the session has the tools "mcp__docs_echo"

      Examples:
        | kind  |
        | stdio |
        | http  |

  @OMP-LC-09 @real
  Rule: The tools of servers stand in the session's registry beside the program's own

    Scenario Outline: in one registry, and each can be called, over <kind>
      Given server "docs" over <kind>
      And server "docs" offers the tools "search, read"
      And the program brings its own tools "write, edit"
      When a session starts
      Then the session has the tools "write, edit, mcp__docs_read, mcp__docs_search"
      And the session's active tools are "write, edit, mcp__docs_read, mcp__docs_search"
      When the session calls tool "edit"
      And the session calls tool "mcp__docs_search"
      Then call 1 returns "edit"
      And call 2 returns "ok"
      And server "docs" received "tools/call" 1 time

      Examples:
        | kind  |
        | stdio |
        | http  |

    Example: a call takes its arguments along and brings its output back
      Given server "docs" over stdio
      And a session has started
      When the session calls tool "mcp__docs_echo" with:
        """json
        {"text": "hello"}
        """
      Then call 1 returns "hello"
