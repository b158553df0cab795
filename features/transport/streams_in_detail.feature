@omp @virtual
Feature: Everything in the stream of a request counts, before its answer and behind it

  Background:
    Given server "docs" over http with this script:
      """yaml
      http: {sessions: false}
      """
    And a connected transport to server "docs"

  @OMP-TP-26
  Rule: A result without an id is passed over

    Example: the answer comes a second later
      Given server "docs" follows these rules:
        """yaml
        - when: {method: ping}
          do: [{result: {n: 1}}, {sse: {events: [{data: '{"jsonrpc":"2.0","result":{"n":2}}'}, {delay: 1s, answer: true}]}}]
        """
      When the request "ping" is sent
      And 1s passes
      Then request 1 succeeds with:
        """json
        {"n": 1}
        """

  @OMP-TP-27 @OMP-TP-31
  Rule: All that is behind the answer is handled, also behind what cannot be read

    Example: three notifications, with a broken event between them
      Given server "docs" follows these rules:
        """yaml
        - when: {method: ping}
          do:
            - sse:
                events:
                  - {answer: true}
                  - {data: '{"jsonrpc":"2.0","method":"a"}'}
                  - {data: '{"jsonrpc":'}
                  - {data: '{"jsonrpc":"2.0","method":"b"}'}
                  - {delay: 10m, data: '{"jsonrpc":"2.0","method":"c"}'}
        """
      When the request "ping" is sent
      And 10m pass
      Then request 1 succeeds
      And the transport reported:
        """text
        notification a
        dropped not json
        notification b
        notification c
        """

  @OMP-TP-28
  Rule: Each request of a server is answered, however many come at once and whatever the answer is

    Scenario Outline: four of them, <how>, <what>
      Given the transport answers requests with <with>
      And server "docs" follows these rules:
        """yaml
        - when: {method: ping}
          do: [{sse: {events: [<events>, {answer: true}]}}]
        """
      When the request "ping" is sent
      Then request 1 succeeds
      And server "docs" received these answers:
        """jsonl
        {"jsonrpc": "2.0", "id": 1, <answer>}
        {"jsonrpc": "2.0", "id": 2, <answer>}
        {"jsonrpc": "2.0", "id": 3, <answer>}
        {"jsonrpc": "2.0", "id": 4, <answer>}
        """

      Examples:
        | how            | what      | with                   | answer                                       | events |
        | one by one     | results   | nothing                | "result": {}                                 | {data: '{"id":1,"method":"a"}'}, {data: '{"id":2,"method":"sampling/createMessage"}'}, {data: '{"id":3,"method":"elicitation/create"}'}, {data: '{"id":4,"method":"d"}'} |
        | one by one     | errors    | error -32000 "busy"    | "error": {"code": -32000, "message": "busy"} | {data: '{"id":1,"method":"a"}'}, {data: '{"id":2,"method":"b"}'}, {data: '{"id":3,"method":"c"}'}, {data: '{"id":4,"method":"d"}'} |
        | in one batch   | results   | nothing                | "result": {}                                 | {data: '[{"id":1,"method":"a"},{"id":2,"method":"b"},{"id":3,"method":"c"},{"id":4,"method":"d"}]'} |

  @OMP-TP-91
  Rule: An event stream is one with every 2xx status

    Scenario Outline: status <status>
      Given server "docs" follows these rules:
        """yaml
        - when: {method: ping}
          do: [{status: {code: <status>, headers: {Content-Type: text/event-stream}, body: "data: {\"jsonrpc\":\"2.0\",\"method\":\"a\"}\n\n"}}]
        """
      When the request "ping" is sent
      Then request 1 fails with "No response received for request ID <id>"
      And the transport reported:
        """text
        notification a
        """

      Examples:
        | status |
        | 200    |
        | 201    |
        | 202    |

  @OMP-TP-34
  Rule: A refused notification fails, whatever type the refusal has

    Scenario Outline: status <status>, as <type>
      Given server "docs" follows these rules:
        """yaml
        - {when: {method: notifications/a}, do: [{status: {code: <status>, headers: {Content-Type: <type>}, body: no}}]}
        """
      When the notification "notifications/a" is sent
      Then request 1 fails with "HTTP <status>: no"

      Examples:
        | status | type              |
        | 400    | text/event-stream |
        | 503    | text/event-stream |
        | 504    | application/json  |
        | 410    | text/html         |
