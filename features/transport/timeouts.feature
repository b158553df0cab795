@omp @virtual
Feature: A request over stdio ends in time, whatever the server does
  Every request has a deadline of its own, and its caller may give up sooner.
  Both end the waiting and nothing else: the server is not told, the connection
  stays as it is, and an answer that comes too late belongs to nobody.

  @OMP-TP-48
  Rule: A request has 30 seconds by default, counted from its own beginning

    Scenario Outline: pending at 29999 ms, failed at 30 s, over <kind>
      Given server "docs" over <kind>
      And server "docs" never answers "ping"
      And a connected transport to server "docs"
      When the request "ping" is sent
      And the clock reaches 29999ms
      Then request 1 is pending
      When the clock reaches 30s
      Then request 1 fails with "Request timeout after 30000ms"
      And request 1 ended at 30s

      Examples:
        | kind  |
        | stdio |
        | http  |
        | ws    |

    Example: a stream that has begun, and brings no answer
      Given server "docs" over http with this script:
        """yaml
        rules: [{when: {method: ping}, do: [{sse: {events: [{comment: wait}, {delay: 1h, answer: true}]}}]}]
        """
      And a connected transport to server "docs"
      When the request "ping" is sent
      And 1h passes
      Then request 1 fails with "SSE response timeout after 30000ms"
      And request 1 ended at 30s

    Example: a request of ten seconds later has its own thirty
      Given server "docs" over stdio
      And server "docs" never answers "ping"
      And a connected transport to server "docs"
      When the request "ping" is sent
      And the clock reaches 10s
      And the request "ping" is sent
      And the clock reaches 39999ms
      Then request 2 is pending
      When the clock reaches 41s
      Then request 2 ended at 40s

    Example: an answer at 29999 ms is in time
      Given server "docs" over stdio
      And server "docs" answers "ping" after 29999ms
      And a connected transport to server "docs"
      When the request "ping" is sent
      And the clock reaches 30s
      Then request 1 succeeds
      And request 1 ended at 29999ms

  @OMP-TP-49
  Rule: The timeout of a server's definition takes the place of the default

    Scenario Outline: <timeout>
      Given servers "docs, mail" over stdio
      And server "docs" never answers "ping"
      And server "mail" never answers "ping"
      And server "docs" has a timeout of <timeout>
      And a connected transport to server "docs"
      When the request "ping" is sent
      And a new transport to server "mail" connects
      And the request "ping" is sent
      And the clock reaches 45s
      Then request 1 fails with "Request timeout after <text>"
      And request 1 ended at <timeout>
      And request 2 ended at 30s

      Examples:
        | timeout | text    |
        | 1500ms  | 1500ms  |
        | 45s     | 45000ms |

    Scenario Outline: for <method> over <kind>, too
      Given server "docs" over <kind>
      And server "docs" never answers "<method>"
      And server "docs" has a timeout of 1500ms
      And a connected transport to server "docs"
      When the request "<method>" is sent
      And the clock reaches 45s
      Then request 1 ended at 1500ms

      Examples:
        | method      | kind  |
        | tools/call  | stdio |
        | tools/list  | stdio |
        | prompts/get | stdio |
        | tools/call  | http  |
        | tools/call  | ws    |

    @real
    Example: a timeout of 0 is no timeout
      Given server "docs" over stdio
      And server "docs" never answers "ping"
      And server "docs" has a timeout of 0
      And a connected transport to server "docs"
      When the request "ping" is sent
      And 1h passes
      Then request 1 is pending

    @real
    Scenario Outline: the environment, <variable> ms, outranks the definition
      Given server "docs" over stdio
      And server "docs" never answers "ping"
      And server "docs" has a timeout of <timeout>
      And the environment variable "OMP_MCP_TIMEOUT_MS" is "<variable>"
      And a connected transport to server "docs"
      When the request "ping" is sent
      And 2s pass
      Then request 1 fails with "Request timeout after <variable>ms"
      And request 1 ended at <variable>ms

      Examples:
        | variable | timeout |
        | 700      | 5s      |
        | 1500     | 700ms   |

    Scenario Outline: on each connection of a server over <kind>
      Given server "docs" over <kind>
      And server "docs" never answers "tools/call"
      And server "docs" has a timeout of 1500ms
      And the runtime has started
      When server "docs" is reconnected
      And tool "mcp__docs_echo" is called
      And 10s pass
      Then call 1 ended at 1500ms

      Examples:
        | kind  |
        | stdio |
        | http  |
        | ws    |
