@omp @virtual
Feature: A connection is used again where that costs nothing
  A new connection for each message is slow for everybody. One whose last answer was
  read to its end takes the next message; one with a long rest is not worth it.

  @X-TP-08
  Rule: A connection takes the next message if little of its answer is left, and sixty-four wait for messages

    Scenario Outline: an answer of status <code> with <size> bytes
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        rules: [{when: {method: a}, do: [{status: {code: <code>, body: x, size: <size>}}]}]
        """
      And a connected transport to server "docs"
      When the notification "a" is sent
      And the request "ping" is sent
      Then request 2 succeeds
      And the link to "docs" saw <attempts> to connect
      And the link to "docs" has 1 open connection
      When the transport is closed
      Then the link to "docs" has 0 open connections

      Examples:
        | code | size  | attempts   |
        | 202  | 1     | 1 attempt  |
        | 202  | 4096  | 1 attempt  |
        | 202  | 4097  | 2 attempts |
        | 500  | 4097  | 1 attempt  |
        | 500  | 65537 | 2 attempts |

    Scenario Outline: <n> requests at once, and again
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        rules: [{when: {method: ping}, do: [{delay: 1s}]}]
        """
      And a connected transport to server "docs"
      When the request "ping" is sent <n> times at once
      And 2s pass
      And the request "ping" is sent <n> times at once
      And 2s pass
      Then the link to "docs" saw <all> attempts to connect
      When the transport is closed
      Then the link to "docs" has 0 open connections

      Examples:
        | n  | all |
        | 64 | 64  |
        | 65 | 66  |

    Example: a refusal in words, after which the message is sent once more
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        rules: [{when: {method: tools/list, first: 1}, do: [{status: {code: 401, body: who are you}}]}]
        """
      And a connected transport to server "docs"
      And rejected credentials are replaced by the header "Authorization" set to "Bearer new"
      When the request "tools/list" is sent
      Then request 1 succeeds
      And the link to "docs" saw 1 attempt to connect

    Example: answers to a server that asks
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        rules:
          - when: {method: tools/list}
            do:
              - headers: {Content-Type: text/event-stream}
              - raw: "data: {\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"a\"}\n\n"
              - delay: 1s
              - raw: "data: {\"jsonrpc\":\"2.0\",\"id\":8,\"method\":\"a\"}\n\n"
              - delay: 1s
              - raw: "data: {\"jsonrpc\":\"2.0\",\"id\":<id>,\"result\":{}}\n\n"
              - end: eof
          - {when: {verb: POST, after: 1}, do: [{status: {code: 202, body: accepted}}]}
        """
      And a connected transport to server "docs"
      When the request "tools/list" is sent
      And 3s pass
      Then server "docs" received "answer" 2 times
      And the link to "docs" saw 2 attempts to connect

    Example: a redirect with a page
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        rules: [{when: {method: ping, first: 1}, do: [{status: {code: 307, body: x, size: 4096, headers: {Location: /mcp}}}]}]
        """
      And a connected transport to server "docs"
      When the request "ping" is sent
      Then request 1 succeeds
      And the link to "docs" saw 1 attempt to connect

    Example: messages to an old server, whose answers come elsewhere
      Given the switch "transport.sse" is "legacy"
      And server "docs" over sse with this script:
        """yaml
        http: {legacy: {}}
        rules: [{when: {method: ping, first: 1}, do: [{status: {code: 202, body: accepted}}]}]
        """
      And a connected transport to server "docs"
      When the request "ping" is sent
      And 1m passes
      And the request "ping" is sent
      Then request 2 succeeds
      And the link to "docs" saw 2 attempts to connect

  @FF-64
  Rule: When a stream has broken, connections at rest are not trusted any more

    Example: the network forgets one and resets the other
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        """
      And a connected transport to server "docs"
      When the request "ping" is sent
      And the transport opens its background stream
      And the link to "docs" gets stall on connection 1
      And the link to "docs" gets reset_peer on connection 2
      And 1s passes
      And the request "ping" is sent
      And 1s passes
      Then request 2 succeeds
      And the link to "docs" saw 3 attempts to connect
