@omp @virtual
Feature: Whatever fails at the start, the session starts
  A typing error in a file of settings, or a server that is down, must not cost
  a session. What failed is told once, under a path that says where to look.

  @OMP-LC-20 @OMP-LC-21
  Rule: If discovery fails, the session starts with no tools of servers and exactly one error, under .mcp.json

    Example: whichever file it was
      Given server "docs" over stdio
      And discovery fails with "mcp.json:3:7: expected a comma"
      And the program brings its own tools "read, write"
      When a session starts
      Then startup returned at 0s
      And the session reported these errors:
        | path      | error                          |
        | .mcp.json | mcp.json:3:7: expected a comma |
      And the session's loader returned the tools "" and the servers ""
      And the session's loader returned the Exa keys ""
      And the session has the tools "read, write"
      And server "docs" was started 0 times

    @real
    Example: a reload after the mistake is corrected brings the servers
      Given server "docs" over stdio
      And discovery fails with "oops"
      And a session has started
      When discovery recovers
      And the session is reloaded
      Then the session's command succeeds
      And the session has the tools "mcp__docs_echo"
      When server "docs" changes its tools to "find"
      And server "docs" exits with code 1
      Then the session has the tools "mcp__docs_find"

    Example: a reload that fails says so, and so does the next one
      Given server "docs" over stdio
      And a session has started
      When discovery begins to fail with "oops"
      And the session is reloaded
      Then the session's command fails with ".mcp.json: oops"
      When the session is reloaded
      Then the session's command fails with ".mcp.json: oops"
      And server "docs" was started 1 time

  @OMP-LC-06
  Rule: Each failure that the loader returns is one log record

    @real
    Example: three of four servers fail
      Given servers "docs, bad, worse" over stdio
      And server "wrong" over http
      And server "wrong" is defined with url ""
      And server "bad" answers "initialize" with error -32600 "no"
      And server "worse" answers "tools/list" with error -32000 "sorry"
      When a session starts
      And 1h passes
      Then the session reported these errors:
        | path      | error                   |
        | mcp:bad   | MCP error -32600: no    |
        | mcp:worse | MCP error -32000: sorry |
        | mcp:wrong | Server "wrong": http server requires "url" field |
      And the log has 1 record of "wrong" that ends with "http server requires "url" field"
      And the log has 1 record of "bad" that ends with "MCP error -32600: no"
      And the log has 1 record of "worse" that ends with "MCP error -32000: sorry"
      And the log has 0 records of "docs" with ""

    Example: two fail for the same reason
      Given servers "docs, bad, worse" over stdio
      And server "bad" answers "initialize" with error -32600 "no"
      And server "worse" answers "initialize" with error -32600 "no"
      When a session starts
      Then the log has 1 record of "bad" that ends with "MCP error -32600: no"
      And the log has 1 record of "worse" that ends with "MCP error -32600: no"

    Example: discovery itself
      Given discovery fails with "oops"
      When a session starts
      Then the log has 1 record that ends with "oops"

  @OMP-LC-06
  Rule: What is wrong with a file of settings is one warning

    Example: at the start and at a reload
      Given server "docs" over stdio
      And discovery reports of ".mcp.json" that a key is unknown
      And a session has started
      Then the log has 1 warning that ends with ".mcp.json: a key is unknown"
      And the session has the tools "mcp__docs_echo"
      When the session is reloaded
      Then the log has 2 warnings that end with ".mcp.json: a key is unknown"
