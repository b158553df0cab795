@omp @virtual
Feature: Start-up is fast when it can be and correct when it must be
  A session starts with the tools of many servers. Servers start in parallel,
  and start-up returns after 250 ms at the latest if every server that is still
  busy has tools in the cache. A server without cached tools is waited for, so
  that no tool is missing by accident. One bad server harms nobody else.

  @OMP-LC-59
  Rule: Start-up returns at the moment when everything has settled

    Example: nobody waits out the 250 ms when all are ready at 100 ms
      Given server "docs" over stdio
      And server "docs" answers "tools/list" after 100ms
      When the runtime starts
      And the clock reaches 99ms
      Then startup has not returned
      When the clock reaches 100ms
      Then startup returned at 100ms

    Scenario Outline: of two servers over <kind> the slower one <ends> after <time>
      Given servers "docs, mail" over <kind>
      And server "mail" follows these rules:
        """yaml
        - {when: {method: tools/list}, do: [{delay: <time>}, <action>]}
        """
      When the runtime starts
      And 1s passes
      Then startup returned at <time>

      Examples:
        | kind  | ends      | time  | action                               |
        | stdio | is listed | 1ms   | answer                               |
        | stdio | is listed | 249ms | answer                               |
        | http  | is listed | 137ms | answer                               |
        | stdio | fails     | 38ms  | {error: {code: -32000, message: no}} |
        | http  | fails     | 211ms | {status: 500}                        |

  @OMP-LC-60
  Rule: The gate opens at 250 ms when every pending server has cached tools

    Example: still closed at 249 ms, open at 250 ms
      Given server "docs" over stdio
      And server "docs" never answers "initialize"
      And the cache holds the tools "search" of server "docs"
      When the runtime starts
      And the clock reaches 249ms
      Then startup has not returned
      When the clock reaches 250ms
      Then startup returned at 250ms

  @OMP-LC-61 @real @real
  Rule: At the gate, servers that have finished contribute live tools

    Example: a ready server beside a hung one with cached tools
      Given server "docs" over stdio
      And server "docs" offers the tool "search"
      And server "mail" over stdio
      And server "mail" never answers "initialize"
      And the cache holds the tools "send" of server "mail"
      When the runtime starts
      And 250ms pass
      Then the runtime has these tools:
        | name              | server | kind     |
        | mcp__docs_search  | docs   | live     |
        | mcp__mail_send    | mail   | deferred |

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

  @OMP-LC-66 @real
  Rule: Only pending servers without cached tools are waited for

    Example: one server hangs with cached tools, one takes two seconds without
      Given server "hung" over stdio
      And server "hung" never answers "initialize"
      And the cache holds the tools "search" of server "hung"
      And server "slow" over stdio
      And server "slow" answers "initialize" after 2s
      When the runtime starts
      And the clock reaches 1999ms
      Then startup has not returned
      When the clock reaches 2s
      Then startup returned at 2s

  @OMP-LC-67
  Rule: A server without cached tools that never answers holds start-up until its own timeout

    Example: thirty seconds by default
      Given server "docs" over stdio
      And server "docs" never answers "initialize"
      When the runtime starts
      And the clock reaches 29999ms
      Then startup has not returned
      When the clock reaches 30s
      Then startup returned at 30s
      And startup reported these errors:
        | server | error                                                    |
        | docs   | Connection to MCP server "docs" timed out after 30000ms |

  @OMP-LC-68 @real
  Rule: Without timeouts and without cached tools, start-up waits without bound

    Example: an hour is not enough
      Given server "docs" over stdio
      And server "docs" never answers "initialize"
      And server "docs" has a timeout of 0
      When the runtime starts
      And 1h passes
      Then startup has not returned

  @OMP-LC-69
  Rule: The gate covers the connection and the list of tools

    Example: a server that connects fast and lists slowly is pending at 250 ms
      Given server "docs" over stdio
      And server "docs" answers "initialize" after 10ms
      And server "docs" answers "tools/list" after 400ms
      And the cache holds the tools "search" of server "docs"
      When the runtime starts
      And 250ms pass
      Then startup returned at 250ms
      And the runtime has these tools:
        | name             | kind     |
        | mcp__docs_search | deferred |
