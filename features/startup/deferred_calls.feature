@omp @virtual
Feature: A call on a deferred tool ends with its connection
  A tool that is known from the cache can be called before its server is there. If the
  server never comes, the caller is told so.

  @X-START-09 @OMP-LC-83
  Rule: A call on a deferred tool fails when there will be no connection

    Example: a connection that comes to nothing
      Given server "docs" over stdio
      And server "docs" follows these rules:
        """yaml
        - {when: {method: initialize}, do: [{delay: 3s}, {error: {code: -32000, message: no}}]}
        """
      And the cache holds the tools "echo" of server "docs"
      When the runtime starts
      And 250ms pass
      And tool "mcp__docs_echo" is called
      And 1h passes
      Then call 1 returns the error text "MCP error: MCP server not connected: docs"

    Example: a server that is gone
      Given server "docs" over stdio
      And server "docs" never answers "initialize"
      And the cache holds the tools "echo" of server "docs"
      When the runtime starts
      And 250ms pass
      And tool "mcp__docs_echo" is called
      And server "docs" is disconnected
      And the tool of call 1 is called again
      Then call 1 returns the error text "MCP error: MCP server not connected: docs"
      And call 2 returns the error text "MCP error: MCP server not connected: docs"

  @X-START-10 @U-04
  Rule: Cached tools that are read too late, when their server has been stopped, are not shown

    Example: a cache that takes longer than the stop of its server begins
      Given server "docs" over stdio with this script:
        """yaml
        stdio: {ignore: [term, eof]}
        """
      And server "docs" never answers "initialize"
      And the cache holds the tools "echo" of server "docs"
      And the cache takes 500ms to read
      When the runtime starts
      And 300ms pass
      And server "docs" is disconnected
      And 1h passes
      Then looking up the cached tools of server "docs" found "hit"
      And the runtime has the tools ""
      And consumers were told of changed tools 0 times

    Example: and it has been started anew
      Given server "docs" over stdio with this script:
        """yaml
        stdio: {ignore: [term, eof]}
        rules: [{when: {method: initialize, nth: 1}, do: [never]}]
        """
      And the cache holds the tools "old" of server "docs"
      And the cache takes 500ms to read
      When the runtime starts
      And 300ms pass
      And server "docs" begins to be disconnected
      And the runtime starts server "docs"
      And the clock reaches 900ms
      Then the runtime has the tools ""
      When 1h passes
      Then the runtime has the tools "mcp__docs_echo"
