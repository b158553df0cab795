@omp @virtual
Feature: Connecting ends at once when it is not wanted any more
  A person closes the program while it connects. Nothing may be left of a connection
  that was about to be made, and a transport that was closed stays closed.

  @X-TP-01
  Rule: A transport that is closed while it connects fails at once, and nothing is left of it

    Scenario Outline: <what>
      Given server "docs" over <kind> with this script:
        """yaml
        <script>
        """
      And the switch "transport.sse" is "legacy"
      And the link to "docs" has <fault>
      And a bare transport to server "docs"
      When the transport begins to connect
      And 1s passes
      And the transport is closed
      Then the transport failed to connect with "Transport closed"
      And the transport has closed
      And the link to "docs" has 0 open connections
      When 9s pass
      Then no timer is pending

      Examples:
        | what                    | kind | script                                    | fault          |
        | a WebSocket is upgraded | ws   | rules: [{when: {verb: GET}, do: [never]}] | latency 1ms    |
        | a WebSocket is dialled  | ws   | revisions: []                             | slow_accept 5s |
        | an old stream is opened | sse  | http: {legacy: {silent: true}}            | latency 1ms    |

    Scenario Outline: over <kind>, a caller who gives up hears of it at once
      Given the switch "transport.sse" is "legacy"
      And server "docs" over <kind> with this script:
        """yaml
        <script>
        """
      And a bare transport to server "docs"
      When the transport begins to connect
      And 1s passes
      And the caller gives up connecting
      Then the transport failed to connect with "the caller gave up"
      And the link to "docs" has 0 open connections
      And no timer is pending

      Examples:
        | kind | script                                    |
        | ws   | rules: [{when: {verb: GET}, do: [never]}] |
        | sse  | http: {legacy: {silent: true}}            |

    Scenario Outline: over <kind>, a caller who has given up connects nothing
      Given the switch "transport.sse" is "legacy"
      And server "docs" over <kind>
      And a bare transport to server "docs"
      When the transport begins to connect for a caller who has given up
      Then the transport failed to connect with "the caller gave up"
      And the transport is not connected
      When the transport connects
      Then the transport is connected

      Examples:
        | kind  |
        | ws    |
        | http  |
        | stdio |

    Scenario Outline: over <kind>, a transport that is connected or closed does not connect again
      Given the switch "transport.sse" is "legacy"
      And server "docs" over <kind>
      And a connected transport to server "docs"
      When the transport begins to connect
      Then the transport failed to connect with "connecting again: Transport not connected"
      And the transport is connected
      When the transport is closed
      And the transport begins to connect
      Then the transport failed to connect with "connecting again: Transport not connected"

      Examples:
        | kind  |
        | ws    |
        | http  |
        | stdio |

  @X-TP-02
  Rule: What is dropped is told with its size, its id and its first 200 bytes

    Scenario Outline: over <kind>
      Given server "docs" over <kind>
      And a connected transport to server "docs"
      When the request "ping" is sent
      And server "docs" sends:
        """jsonl
        {"jsonrpc":"2.0","id":"no-such-id","result":{}}
        {"jsonrpc":"2.0","id":7,"error":{"code":1,"message":"m"}}
        {"jsonrpc":"2.0","id":null}
        {"jsonrpc":"2.0","no":"0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789"}
         [ ]
        {"jsonrpc"
        """
      Then the transport dropped:
        """
        47 "no-such-id" {"jsonrpc":"2.0","id":"no-such-id","result":{}}
        57 7 {"jsonrpc":"2.0","id":7,"error":{"code":1,"message":"m"}}
        27 {"jsonrpc":"2.0","id":null}
        215 {"jsonrpc":"2.0","no":"012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456
        3 [ ]
        10 {"jsonrpc"
        """

      Examples:
        | kind  |
        | stdio |
        | ws    |

    Example: in a stream of events, where names of their own and what follows the answer may be odd
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        rules:
          - when: {method: ping}
            do:
              - sse:
                  events:
                    - {data: '{"jsonrpc":"2.0","id":"no-such-id","result":{}}'}
                    - {event: odd, data: "not json"}
                    - {event: message, data: '[{"jsonrpc":"2.0","id":8,"result":{}},7]'}
                    - {answer: true}
                    - {data: '{"after'}
        """
      And a connected transport to server "docs"
      When the request "ping" is sent
      Then request 1 succeeds
      And the transport dropped:
        """
        47 "no-such-id" {"jsonrpc":"2.0","id":"no-such-id","result":{}}
        8 not json
        36 8 {"jsonrpc":"2.0","id":8,"result":{}}
        1 7
        7 {"after
        """
      And the transport reported:
        """
        dropped unknown id
        dropped not json
        dropped unknown id
        dropped not a message
        dropped not json
        """
