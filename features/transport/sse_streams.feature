@omp @virtual
Feature: A request may be answered by a stream of events
  A server can answer a POST with a stream that carries more than the answer:
  progress, log messages, questions to the client. The caller gets the answer the
  moment it arrives; everything else goes where it belongs, before and after.

  Background:
    Given server "docs" over http with this script:
      """yaml
      http: {sessions: false}
      """
    And a connected transport to server "docs"

  @OMP-TP-24 @real
  Rule: The first message with the id of the request and a result or an error decides

    Example: two results, the first one counts
      Given server "docs" follows these rules:
        """yaml
        - when: {method: tools/list}
          do: [{as: sse}, {result: {n: 1}}, answer, {result: {n: 2}}, answer]
        """
      When the request "tools/list" is sent
      Then request 1 succeeds with:
        """json
        {"n": 1}
        """
      And the transport reported:
        """
        dropped unknown id
        """

    Example: an error before a result
      Given server "docs" follows these rules:
        """yaml
        - when: {method: tools/list}
          do: [{as: sse}, {error: {code: -32000, message: no}}, answer, {result: {n: 2}}, answer]
        """
      When the request "tools/list" is sent
      Then request 1 fails with "MCP error -32000: no"

  @OMP-TP-25 @real
  Rule: A message with the id of the request but without result and error decides nothing

    Example: the answer after it counts
      Given server "docs" follows these rules:
        """yaml
        - when: {method: tools/list}
          do: [{result: {n: 1}}, {sse: {events: [{data: '{"jsonrpc":"2.0","id":"<id>"}'}, {delay: 1s, answer: true}]}}]
        """
      When the request "tools/list" is sent
      Then request 1 is pending
      When 1s passes
      Then request 1 succeeds with:
        """json
        {"n": 1}
        """

    Example: without another answer the request fails
      Given server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list}, do: [{sse: {events: [{data: '{"jsonrpc":"2.0","id":"<id>"}'}]}}]}
        """
      When the request "tools/list" is sent
      Then request 1 fails with "No response received for request ID <id>"

  @OMP-TP-26 @real
  Rule: Messages with other ids are passed over

    Scenario Outline: the id <id>, with <what>
      Given server "docs" follows these rules:
        """yaml
        - when: {method: tools/list}
          do:
            - result: {n: 1}
            - sse: {events: [{data: '{"jsonrpc":"2.0","id":<id>,<what>}'}, {delay: 1s, answer: true}]}
        """
      When the request "tools/list" is sent
      Then request 1 is pending
      When 1s passes
      Then request 1 succeeds with:
        """json
        {"n": 1}
        """
      And the transport reported:
        """
        dropped unknown id
        """

      Examples:
        | id      | what                                |
        | "other" | "result":{"n":2}                    |
        | 1       | "result":{"n":2}                    |
        | null    | "error":{"code":-32700,"message":""} |

  @OMP-TP-29 @real
  Rule: A stream that ends without the answer fails the request

    Scenario Outline: a stream with <what>
      Given server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list}, do: [{sse: {events: [<event>]}}]}
        """
      When the request "tools/list" is sent
      Then request 1 fails with "No response received for request ID <id>"
      And server "docs" received "POST" 1 time

      Examples:
        | what           | event                                                      |
        | a comment      | {comment: nothing to say}                                  |
        | another answer | {data: '{"jsonrpc":"2.0","id":"other","result":{}}'}       |
        | a notification | {data: '{"jsonrpc":"2.0","method":"notifications/other"}'} |
        | the end marker | {data: '[DONE]'}, {answer: true}                           |

  @OMP-TP-91 @real
  Rule: A stream is read as such exactly when its content type says so

    Scenario Outline: content type <type>
      Given server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list}, do: [{result: {n: 1}}, {as: sse}, {headers: {Content-Type: "<type>"}}]}
        """
      When the request "tools/list" is sent
      Then request 1 succeeds

      Examples:
        | type                             |
        | text/event-stream                |
        | text/event-stream; charset=utf-8 |
        | Text/Event-Stream                |

    Example: events under another type are no JSON
      Given server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list}, do: [{as: sse}, {headers: {Content-Type: application/json}}]}
        """
      When the request "tools/list" is sent
      Then request 1 fails with a text that begins with "parsing the body (HTTP 200, "application/json"): "

    Example: JSON under the type of a stream is no event
      Given server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list}, do: [{headers: {Content-Type: text/event-stream}}]}
        """
      When the request "tools/list" is sent
      Then request 1 fails with a text that begins with "No response received for request ID "
