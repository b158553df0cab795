@omp @virtual
Feature: A transport that closes says no more than that
  What arrives while a transport is being closed comes too late: nothing is reported
  or answered any more, and a server that does not take part holds nobody up.

  @X-TP-03
  Rule: What arrives while a transport closes changes nothing

    Scenario Outline: over <kind>, a callback that is under way is the last one
      Given server "docs" over <kind> with this script:
        """yaml
        http: {sessions: false}
        rules:
          - when: {method: ping}
            do: [{as: sse}, {notify: a}, {request: {method: roots/list, id: 77}}, {notify: b}]
        """
      And a connected transport to server "docs"
      And each callback of the transport takes 1s
      When the request "ping" is sent
      And 500ms pass
      And the transport is closed
      And 1h passes
      Then request 1 fails with "Transport closed"
      And request 1 ended at 500ms
      And the transport has closed
      And the transport reported:
        """
        notification a
        close
        """
      And server "docs" received "answer" 0 times

      Examples:
        | kind  |
        | http  |
        | ws    |
        | stdio |

    Scenario Outline: over <kind>, the rest of a batch
      Given server "docs" over <kind>
      And a connected transport to server "docs"
      And each callback of the transport takes 1s
      When server "docs" sends:
        """jsonl
        [{"jsonrpc":"2.0","method":"a"},{"jsonrpc":"2.0","method":"b"}]
        """
      And 500ms pass
      And the transport is closed
      And 1h passes
      Then the transport reported:
        """
        notification a
        close
        """

      Examples:
        | kind  |
        | stdio |
        | ws    |

    Example: over ws, messages that are still on their way
      Given server "docs" over ws
      And a connected transport to server "docs"
      And the link to "docs" has latency 100ms
      When server "docs" sends:
        """jsonl
        {"jsonrpc":"2.0","method":"a"}
        {"jsonrpc":"2.0","id":7,"method":"ping"}
        """
      And the transport is closed
      And 1s passes
      Then the transport has closed
      And the transport reported:
        """
        close
        """
      And server "docs" received "answer" 0 times
      And the link to "docs" has 0 open connections
      And no timer is pending

    Example: over http, the end is announced once, when the server has taken leave
      Given server "docs" over http
      And server "docs" follows these rules:
        """yaml
        - {when: {verb: DELETE}, do: [{delay: 3s}]}
        """
      And a connected transport to server "docs"
      When the request "initialize" is sent with:
        """json
        {"protocolVersion": "2025-03-26", "capabilities": {}}
        """
      And the transport opens its background stream
      And the transport is closed
      And the clock reaches 2999ms
      Then the transport reported nothing
      When the clock reaches 3s
      Then the transport reported:
        """
        close
        """

  @X-TP-04
  Rule: A server that does not take part in closing is waited for half a second

    Example: over ws
      Given server "docs" over ws
      And a connected transport to server "docs"
      And the link to "docs" has stall
      When the request "ping" is sent
      And the transport is closed
      Then request 1 fails with "Transport closed"
      When the clock reaches 499ms
      Then the transport has not closed
      When the clock reaches 501ms
      Then the transport has closed
      And the link to "docs" has 0 open connections
      And no timer is pending

    Example: over ws, a message that cannot be written ends the connection
      Given server "docs" over ws
      And a connected transport to server "docs"
      And the link to "docs" has stall up
      When the request "tools/call" is sent with 1000000 bytes
      And the request "ping" is sent
      And 1s passes
      Then request 1 is pending
      When server "docs" drops its connections
      Then requests 1 to 2 fail with "Transport closed"
      And the transport is not connected
      And no timer is pending

  @X-TP-05
  Rule: A transport that is not connected opens no background stream

    Scenario Outline: <what>
      Given server "docs" over http
      And a bare transport to server "docs"
      When <what>
      And the transport opens its background stream
      Then server "docs" received nothing
      And no timer is pending

      Examples:
        | what                         |
        | 1s passes                    |
        | the transport is closed      |
