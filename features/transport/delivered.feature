@omp @virtual
Feature: A message is sent once, as it was meant, and one that comes is delivered
  A redirect, a cut connection, a name of an event or its id change nothing about what a
  message is.

  @OMP-TP-22
  Rule: A request stays the POST that it is, with an id of its own, wherever it goes

    Example: redirected
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        rules: [{when: {verb: POST, nth: 1}, do: [{status: {code: 307, headers: {Location: /mcp}}}]}]
        """
      And a connected transport to server "docs"
      When the request "ping" is sent
      Then request 1 succeeds
      And server "docs" received "POST" 2 times
      And server "docs" received "GET" 0 times

    Example: over HTTP+SSE, two of one method at once
      Given the switch "transport.sse" is "legacy"
      And server "docs" over sse with this script:
        """yaml
        http: {legacy: {}}
        """
      And a connected transport to server "docs"
      When the request "ping" is sent 3 times at once
      Then requests 1 to 3 succeed
      And server "docs" saw the request id only once each

  @OMP-TP-59
  Rule: A transport neither sends a request again nor opens its connection again

    Example: over HTTP the connection is cut before the answer
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        rules: [{when: {method: ping}, do: [{drop: 0}]}]
        """
      And a connected transport to server "docs"
      When the request "ping" is sent
      And 1h passes
      Then request 1 fails with a text that begins with "sending POST:"
      And server "docs" received "POST" 1 time

    Scenario Outline: over <kind> it is to connect again while it is connected
      Given server "docs" over <kind>
      And a connected transport to server "docs"
      When the transport connects
      And 1h passes
      Then the transport failed to connect with "connecting again: Transport not connected"
      And the transport is connected

      Examples:
        | kind  |
        | stdio |
        | ws    |

  @OMP-TP-07
  Rule: A WebSocket of a bare connection is not opened again

    Scenario Outline: it ends with code <code>
      Given server "docs" over ws
      When a bare connection to server "docs" is opened
      And server "docs" exits with code <code>
      And 1h passes
      Then server "docs" received "GET" 1 time

      Examples:
        | code |
        | 0    |
        | 1    |
        | 11   |

  @OMP-TP-27 @OMP-TP-31
  Rule: A notification in a stream is delivered whatever its event is called, and whatever id it has

    Example: named, with ids, before and after the answer
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        rules:
          - when: {method: ping}
            do:
              - sse:
                  events:
                    - {id: "1", event: notice, data: '{"jsonrpc":"2.0","method":"a"}'}
                    - {id: "2", answer: true}
                    - {id: "3", data: '{"jsonrpc":"2.0","method":"b"}'}
                    - {id: "4", event: notice, data: '{"jsonrpc":"2.0","method":"c"}'}
        """
      And a connected transport to server "docs"
      When the request "ping" is sent
      Then request 1 succeeds
      And the transport reported:
        """
        notification a
        notification b
        notification c
        """

  @OMP-TP-103
  Rule: A background stream is made good whatever came over it last

    Scenario Outline: <what>
      Given server "docs" over http with this script:
        """yaml
        rules: [{when: {verb: GET, nth: 1}, do: [{sse: {events: [<event>], end: eof}}]}]
        """
      When the runtime starts
      And 1h passes
      Then server "docs" received "initialize" 2 times
      And server "docs" is connected

      Examples:
        | what                  | event |
        | an event with an id   | {id: "7", data: '{"jsonrpc":"2.0","method":"a"}'} |
        | an event without data | {id: "7"} |

    Example: an event that is too long
      Given server "docs" over http with this script:
        """yaml
        rules:
          - when: {verb: GET, nth: 1}
            do: [{headers: {Content-Type: text/event-stream}}, {raw: "data: "}, {raw: {text: x, size: 16777300}}, {end: eof}]
        """
      When the runtime starts
      And 1h passes
      Then server "docs" received "initialize" 2 times
      And server "docs" is connected
