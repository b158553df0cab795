@omp @virtual
Feature: Start-up waits for servers of which nothing is known
  A server whose tools nobody has ever seen cannot be stood in for by a cache. A
  start without it would be one without its tools, so that it is waited for.

  @OMP-LC-65 @real
  Rule: A pending server without cached tools holds start-up until it settles

    Example: a list that takes five seconds
      Given server "docs" over stdio
      And server "docs" answers "tools/list" after 5s
      When the runtime starts
      And the clock reaches 4999ms
      Then startup has not returned
      When the clock reaches 5s
      Then startup returned at 5s
      And the runtime has the tools "mcp__docs_echo"

    Example: of several the slowest, wherever it stands
      Given servers "a, b, c" over http
      And server "a" answers "tools/list" after 1s
      And server "b" answers "tools/list" after 3s
      And server "c" answers "initialize" after 2s
      When the runtime starts
      And 4s pass
      Then startup returned at 3s
      And startup returned the tools "mcp__a_echo, mcp__b_echo, mcp__c_echo"

    Scenario Outline: over <kind>, too
      Given server "docs" over <kind>
      And server "docs" answers "<method>" after 5s
      When the runtime starts
      And 10s pass
      Then startup returned at 5s
      And startup returned the tools "mcp__docs_echo"

      Examples:
        | kind | method     |
        | http | initialize |
        | ws   | initialize |
        | ws   | tools/list |

  @OMP-LC-66 @real
  Rule: Only pending servers without cached tools are waited for

    Scenario Outline: one server hangs with cached tools, one takes two seconds without, over <kind>
      Given server "hung" over <kind>
      And server "hung" never answers "initialize"
      And the cache holds the tools "search" of server "hung"
      And server "slow" over <kind>
      And server "slow" answers "initialize" after 2s
      When the runtime starts
      And the clock reaches 1999ms
      Then startup has not returned
      When the clock reaches 2s
      Then startup returned at 2s

      Examples:
        | kind  |
        | stdio |
        | http  |

    Example: two of three take their time without
      Given servers "a, b, c" over stdio
      And server "a" answers "initialize" after 1s
      And server "b" never answers "initialize"
      And the cache holds the tools "search" of server "b"
      And server "c" answers "tools/list" after 3s
      When the runtime starts
      And the clock reaches 4s
      Then startup returned at 3s
      And startup returned the tools "mcp__a_echo, mcp__b_search, mcp__c_echo"

  @OMP-LC-67
  Rule: A server without cached tools that never answers holds start-up until its own timeout

    Scenario Outline: thirty seconds by default, over <kind>
      Given server "docs" over <kind>
      And server "docs" never answers "initialize"
      When the runtime starts
      And the clock reaches 29999ms
      Then startup has not returned
      When the clock reaches 30s
      Then startup returned at 30s
      And startup reported these errors:
        | server | error                                                    |
        | docs   | Connection to MCP server "docs" timed out after 30000ms |

      Examples:
        | kind  |
        | stdio |
        | http  |

  @OMP-LC-68 @real
  Rule: Without timeouts and without cached tools, start-up waits without bound

    Scenario Outline: a day is not enough, over <kind>, for <method>
      Given server "docs" over <kind>
      And server "docs" never answers "<method>"
      And server "docs" has a timeout of 0
      When the runtime starts
      And 24h pass
      Then startup has not returned

      Examples:
        | kind  | method     |
        | stdio | initialize |
        | http  | initialize |
        | stdio | tools/list |
        | http  | tools/list |

    Example: of two, one settles after an hour
      Given servers "docs, mail" over stdio
      And server "docs" answers "initialize" after 1h
      And server "docs" has a timeout of 0
      And server "mail" never answers "initialize"
      And server "mail" has a timeout of 0
      When the runtime starts
      And 24h pass
      Then startup has not returned

    Example: of two, one is there at once
      Given servers "docs, mail" over stdio
      And server "docs" never answers "initialize"
      And server "docs" has a timeout of 0
      When the runtime starts
      And 24h pass
      Then startup has not returned
