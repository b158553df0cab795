@omp @virtual
Feature: The thousandth message is treated like the first

  @OMP-TP-48 @OMP-TP-75
  Rule: After any number of requests each one has its thirty seconds

    Scenario Outline: the 1,002nd over <kind>
      Given server "docs" over <kind> with this script:
        """yaml
        http: {sessions: false}
        rules: [{when: {method: ping, after: 1001}, do: [never]}]
        """
      And a connected transport to server "docs"
      When the request "ping" is sent 1001 times at once
      And the request "ping" is sent
      And the clock reaches 29999ms
      Then requests 1 to 1001 succeed
      And request 1002 is pending
      When the clock reaches 30s
      Then request 1002 fails with "Request timeout after 30000ms"

      Examples:
        | kind  |
        | stdio |
        | http  |

  @OMP-TP-48 @OMP-TP-75
  Rule: Every method has this deadline, in a session and without one

    Scenario Outline: <method> over <kind>
      Given server "docs" over <kind>
      And server "docs" never answers "<method>"
      And a connected transport to server "docs"
      When the request "<method>" is sent
      And 1h passes
      Then request 1 fails with "Request timeout after 30000ms"
      And request 1 ended at 30s

      Examples:
        | method     | kind  |
        | initialize | stdio |
        | tools/call | stdio |
        | initialize | http  |

    Scenario Outline: <method> in a session
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        rules: [{when: {method: ping}, do: [{headers: {Mcp-Session-Id: S1}}]}]
        """
      And server "docs" never answers "<method>"
      And a connected transport to server "docs"
      When the request "ping" is sent
      And the request "<method>" is sent
      And 1h passes
      Then request 2 fails with "Request timeout after 30000ms"
      And request 2 ended at 30s

      Examples:
        | method         |
        | tools/call     |
        | tools/list     |
        | resources/read |

  @OMP-TP-49
  Rule: No time in a definition is too long or too short

    Scenario Outline: <timeout>
      Given server "docs" over stdio
      And server "docs" never answers "ping"
      And server "docs" has a timeout of <timeout>
      And a connected transport to server "docs"
      When the request "ping" is sent
      And 24h pass
      Then request 1 ended at <timeout>

      Examples:
        | timeout |
        | 1ms     |
        | 50ms    |
        | 10m     |
        | 5h      |

  @OMP-TP-15 @OMP-TP-58
  Rule: However many are in flight, each gets its own answer, and all are rejected at the end

    Example: three hundred, and one before them that is answered last
      Given server "docs" over stdio with this script:
        """yaml
        rules: [{when: {method: first}, do: [{delay: 1s}, {result: {first: true}}]}]
        """
      And a connected transport to server "docs"
      When the request "first" is sent
      And the request "ping" is sent 300 times at once
      Then requests 2 to 301 succeed
      And request 1 is pending
      When 1s passes
      Then request 1 succeeds with:
        """json
        {"first": true}
        """

    Example: three hundred in flight, and the process exits
      Given server "docs" over stdio
      And server "docs" never answers "ping"
      And a connected transport to server "docs"
      When the request "ping" is sent 300 times at once
      And server "docs" exits with code 0
      Then requests 1 to 300 fail with "Transport closed"
