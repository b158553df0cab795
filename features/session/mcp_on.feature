@omp @virtual
Feature: A session has MCP unless it is told otherwise
  Most programs say nothing about MCP. They have it, whatever else they say.

  @OMP-LC-02
  Rule: Without enableMCP a session has MCP, whatever else is set, at its start and in a reload

    Scenario Outline: <setting> is <value>
      Given servers "docs, mail" over stdio
      And the program brings its own tool "read"
      And the session's setting "<setting>" is "<value>"
      And server "mail" is not configured yet
      And a session has started
      Then the session has the tools "read, mcp__docs_echo"
      When server "mail" is added to the configuration
      And the session is reloaded
      Then the session's command succeeds
      And the session has the tools "read, mcp__docs_echo, mcp__mail_echo"

      Examples:
        | setting                 | value   |
        | enableMCP               | not set |
        | mcp.enableProjectConfig | false   |
        | mcp.enableProjectConfig | true    |
        | browser.enabled         | true    |

    Example: its commands work, and what goes wrong is said
      Given servers "bad, docs" over stdio
      And server "bad" answers "initialize" with error -32600 "no"
      And a session has started
      Then the session reported these errors:
        | path    | error                |
        | mcp:bad | MCP error -32600: no |
      And the log has 1 record of "bad" with "loading tools from mcp:bad failed"
      When the session is refreshed
      Then the session was refreshed 1 time
      When the session reconnects server "docs"
      Then the session's command succeeds
      And server "docs" received "initialize" 2 times

  @OMP-LC-07 @real
  Rule: The manager of a session is the same before its start, after a reload and after its end

    Example: servers that are still there, and can still be disconnected
      Given server "docs" over stdio
      And a session has started
      When the session is reloaded
      Then the session has the manager that its loader returned
      When the session ends
      Then the session has the manager that its loader returned
      When the session reconnects server "docs"
      Then the session's command succeeds
      When all servers are disconnected
      Then server "docs" has 0 live processes

    Example: no server could be connected
      Given server "docs" over stdio
      And server "docs" follows these rules:
        """yaml
        - {when: {method: initialize, nth: 1}, do: [error: {code: -32000, message: no}]}
        """
      And a session has started
      Then the session has the manager that its loader returned
      When server "docs" is reconnected
      Then the session has the tools "mcp__docs_echo"

    Example: it starts nothing any more once its session is closed
      Given server "docs" over stdio
      And a session has started
      When the session is closed
      And the runtime starts server "docs"
      And 1h passes
      Then server "docs" was started 1 time
