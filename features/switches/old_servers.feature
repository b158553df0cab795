@omp @virtual
Feature: A server of HTTP+SSE is held to its origin and to the deadlines

  Background:
    Given the switch "transport.sse" is "legacy"

  @D-03
  Rule: With transport.sse at legacy an endpoint is used whole, and only of the origin of the stream

    Scenario Outline: the endpoint <endpoint> is refused
      Given server "evil" over http
      And server "docs" over sse with this script:
        """yaml
        http: {legacy: {silent: true}}
        rules: [{when: {verb: GET}, do: [{sse: {events: [{event: endpoint, data: "<endpoint>"}, {delay: 1h, comment: x}]}}]}]
        """
      And a bare transport to server "docs"
      When the transport connects
      And the request "ping" is sent
      Then the transport is not connected
      And the transport failed to connect with "endpoint <origin> refused: the stream is of http://docs.test"
      And server "evil" received nothing
      And server "docs" received "POST" 0 times

      Examples:
        | endpoint                  | origin                |
        | http://evil.test/mcp      | http://evil.test      |
        | //evil.test/mcp           | http://evil.test      |
        | http://docs.test:8080/mcp | http://docs.test:8080 |
        | https://docs.test/mcp     | https://docs.test     |

  @D-03
  Rule: With transport.sse at legacy the endpoint and each answer have the time of a request

    Scenario Outline: <what>
      Given server "docs" over sse with this script:
        """yaml
        http: {legacy: {silent: <silent>}}
        rules: [{when: {method: ping}, do: [never], mayNotHappen: true}]
        """
      And server "docs" has a timeout of 5s
      And a bare transport to server "docs"
      When the transport begins to connect
      And <event>
      And 1h passes
      Then <outcome>

      Examples:
        | what                       | silent | event                      | outcome                                                          |
        | a stream without endpoint  | true   | 4999ms pass                | the transport failed to connect with "Endpoint timeout after 5000ms" |
        | a request without answer   | false  | the request "ping" is sent | request 1 fails with "Request timeout after 5000ms"              |

  @D-03
  Rule: With transport.sse at legacy only the stream answers, whatever the body of an acknowledgement is

    Scenario Outline: status <status>
      Given server "docs" over sse with this script:
        """yaml
        http: {legacy: {}}
        rules:
          - when: {verb: POST}
            do: [{status: {code: <status>, headers: {Content-Type: application/json}, body: '{"jsonrpc":"2.0","id":"x","result":{"wrong":true}}'}}]
        """
      And server "docs" has a timeout of 5s
      And a connected transport to server "docs"
      When the request "ping" is sent
      And 1h passes
      Then request 1 fails with "Request timeout after 5000ms"

      Examples:
        | status |
        | 200    |
        | 202    |
