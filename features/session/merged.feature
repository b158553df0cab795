@omp @virtual
Feature: What a session has at its start is all that there is by then

  @OMP-LC-09 @real
  Rule: Neither a name that looks like a server's nor a server that is late keeps a tool out of a new session

    Example: a tool of the program whose name begins with mcp__
      Given server "docs" over stdio
      And the program brings its own tools "read, mcp__mine"
      When a session starts
      Then the session has the tools "read, mcp__mine, mcp__docs_echo"

    Example: a server that is known from before
      Given server "docs" over stdio
      And server "docs" never answers "initialize"
      And the cache holds the tools "search" of server "docs"
      And the program brings its own tool "read"
      When a session starts
      And 250ms pass
      Then the session has the tools "read, mcp__docs_search"
