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

  @OMP-LC-01
  Rule: A session whose servers offer nothing at its start has what they offer later

    Scenario Outline: over <kind>
      Given server "docs" over <kind> with this script:
        """yaml
        capabilities: {tools: {listChanged: true}}
        tools: []
        """
      And the program brings its own tool "read"
      When a session starts
      Then the session has the tools "read"
      When server "docs" changes its tools to "find"
      And server "docs" sends the notification "notifications/tools/list_changed"
      Then the session has the tools "read, mcp__docs_find"
      And discovery ran 1 time

      Examples:
        | kind  |
        | stdio |
        | http  |

  @OMP-LC-01
  Rule: Discovery runs once, whatever comes of it and however often the session is started

    Scenario Outline: <what>
      Given server "docs" over stdio
      And <what>
      When a session starts
      And 1m passes
      And the session is started again
      And 1h passes
      Then discovery ran 1 time
      And server "docs" was started <starts>

      Examples:
        | what                                                      | starts  |
        | discovery fails with "no such file"                       | 0 times |
        | server "docs" is disabled                                 | 0 times |
        | server "docs" answers "initialize" with error -32600 "no" | 1 time  |

    Example: nothing is configured
      Given the program brings its own tool "read"
      When a session starts
      And 1h passes
      Then the session has the tools "read"
      And discovery ran 1 time
