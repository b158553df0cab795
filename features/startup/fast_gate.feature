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

    Scenario Outline: still closed at 249 ms, open at 250 ms, over <kind>
      Given server "docs" over <kind>
      And server "docs" never answers "initialize"
      And the cache holds the tools "search" of server "docs"
      When the runtime starts
      And the clock reaches 249ms
      Then startup has not returned
      When the clock reaches 250ms
      Then startup returned at 250ms

      Examples:
        | kind  |
        | stdio |
        | http  |
        | ws    |

    Example: beside one that runs already
      Given server "mail" over stdio
      And the runtime has started
      And server "docs" over stdio
      And server "docs" never answers "initialize"
      And the cache holds the tools "search" of server "docs"
      When the runtime starts server "docs"
      And 1s passes
      Then startup returned at 250ms

    Example: one gate for all, however many are pending and whoever is ready
      Given servers "docs, a1..a3, mail" over stdio
      And server "a1" never answers "initialize"
      And server "a2" never answers "tools/list"
      And server "a3" answers "initialize" after 200ms
      And the cache holds the tools "search" of server "a1"
      And the cache holds the tools "search" of server "a2"
      When the runtime starts
      And 1s passes
      Then startup returned at 250ms

  @OMP-LC-61 @real @real
  Rule: At the gate, servers that have finished contribute live tools

    Scenario Outline: a ready server beside a hung one with cached tools, over <kind>
      Given server "docs" over <kind>
      And server "docs" offers the tools "search, find"
      And server "mail" over <kind>
      And server "mail" never answers "initialize"
      And the cache holds the tools "send" of server "mail"
      When the runtime starts
      And 250ms pass
      Then the runtime has these tools:
        | name              | server | kind     |
        | mcp__docs_find    | docs   | live     |
        | mcp__docs_search  | docs   | live     |
        | mcp__mail_send    | mail   | deferred |
      And startup returned the tools "mcp__docs_find, mcp__docs_search, mcp__mail_send"

      Examples:
        | kind  |
        | stdio |
        | http  |

    Example: one that has finished in an earlier start
      Given server "docs" over stdio
      And the runtime has started
      And server "mail" over stdio
      When the runtime starts server "mail"
      Then startup returned the tools "mcp__docs_echo, mcp__mail_echo"

    Example: a server that finishes while the cache is read is live
      Given servers "docs, mail" over stdio
      And server "docs" answers "initialize" after 300ms
      And server "mail" never answers "initialize"
      And the cache holds the tools "old" of server "docs"
      And the cache holds the tools "send" of server "mail"
      And the cache takes 100ms to read
      When the runtime starts
      And 1s passes
      Then the runtime has these tools:
        | name            | kind     |
        | mcp__docs_echo  | live     |
        | mcp__mail_send  | deferred |

  @OMP-LC-69
  Rule: The gate covers the connection and the list of tools

    Scenario Outline: a server that connects fast and lists slowly is pending at 250 ms, over <kind>
      Given server "docs" over <kind>
      And server "docs" answers "initialize" after 10ms
      And server "docs" answers "tools/list" after 400ms
      And the cache holds the tools "search" of server "docs"
      When the runtime starts
      And 250ms pass
      Then startup returned at 250ms
      And the runtime has these tools:
        | name             | kind     |
        | mcp__docs_search | deferred |

      Examples:
        | kind  |
        | stdio |
        | http  |
