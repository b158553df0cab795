@omp @virtual
Feature: A server without deadlines, or with very long ones, is treated like any other

  @OMP-TP-42 @OMP-TP-43
  Rule: Whatever the timeout is, closing rejects what is pending and ends the process

    Scenario Outline: a timeout of <timeout>, and a process that ignores <what>
      Given server "docs" over stdio with this script:
        """yaml
        stdio: {ignore: [<what>]}
        rules: [{when: {method: ping}, do: [never]}]
        """
      And server "docs" has a timeout of <timeout>
      And a connected transport to server "docs"
      When the request "ping" is sent 2 times at once
      And the transport is closed
      And 1h passes
      Then requests 1 to 2 fail with "Transport closed"
      And request 2 ended at 0s
      And server "docs" has 0 live processes
      And the transport has closed

      Examples:
        | timeout | what      |
        | 0       | eof       |
        | 0       | term, eof |
        | 24h     | term, eof |
        | 1ms     | term, eof |

  @OMP-TP-46 @OMP-TP-56 @OMP-TP-58
  Rule: Whatever the timeout is, an end that nobody asked for rejects what is pending, and a failure is told

    Scenario Outline: a timeout of <timeout>, and the process dies in the middle of a line
      Given server "docs" over stdio with this script:
        """yaml
        rules: [{when: {method: ping}, do: [{raw: '{"jsonrpc":"2.0","id'}, {exit: 1}]}]
        """
      And server "docs" has a timeout of <timeout>
      And a connected transport to server "docs"
      When the request "ping" is sent
      Then request 1 fails with "Transport closed"
      And the transport reported:
        """text
        error JSONL stream ended unexpectedly
        close
        """

      Examples:
        | timeout |
        | 0       |
        | 24h     |

  @OMP-TP-50 @OMP-TP-76
  Rule: Whatever the timeout is, the caller can give a request up

    Scenario Outline: a timeout of <timeout> over <kind>
      Given server "docs" over <kind> with this script:
        """yaml
        http: {sessions: false}
        rules: [{when: {method: ping}, do: [never]}]
        """
      And server "docs" has a timeout of <timeout>
      And a connected transport to server "docs"
      When the request "ping" is sent
      And 5s pass
      And the sender gives up request 1
      Then request 1 was aborted
      And request 1 ended at 5s

      Examples:
        | timeout | kind  |
        | 0       | stdio |
        | 0       | http  |
        | 0       | ws    |
        | 24h     | stdio |
        | 24h     | http  |

  @OMP-TP-73
  Rule: Whatever the timeout is, the background stream ends before the DELETE is answered

    Scenario Outline: a timeout of <timeout>
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        rules:
          - {when: {method: ping}, do: [{headers: {Mcp-Session-Id: S1}}]}
          - {when: {verb: DELETE}, do: [never]}
        """
      And server "docs" has a timeout of <timeout>
      And a connected transport to server "docs"
      When the request "ping" is sent
      And the transport opens its background stream
      And the transport is closed
      Then server "docs" has 0 open "GET"
      And server "docs" has 1 open "DELETE"

      Examples:
        | timeout |
        | 0       |
        | 24h     |

  @OMP-TP-77
  Rule: A deadline of any length is told as a timeout

    Scenario Outline: <timeout>
      Given server "docs" over http
      And server "docs" never answers "ping"
      And server "docs" has a timeout of <timeout>
      And a connected transport to server "docs"
      When the request "ping" is sent
      And 48h pass
      Then request 1 fails with "Request timeout after <ms>ms"

      Examples:
        | timeout | ms       |
        | 1ms     | 1        |
        | 999ms   | 999      |
        | 24h     | 86400000 |
