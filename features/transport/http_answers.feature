@omp @virtual
Feature: An answer counts in every form that a server may give it
  Some servers answer in batches, with a byte order mark, or with an id that they made
  up. What is unambiguous counts; what is no answer at all says what it is.

  Background:
    Given server "docs" over http with this script:
      """yaml
      http: {sessions: false}
      """
    And a connected transport to server "docs"

  @F-35
  Rule: The one answer in a plain body counts whatever its id, and anything else is no answer

    Scenario Outline: <what>
      Given server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list}, do: [{status: {code: <code>, body: '<body>', headers: {Content-Type: <type>}}}]}
        """
      When the request "tools/list" is sent
      Then request 1 <outcome>

      Examples:
        | what                  | code | type             | body                                                             | outcome                                                                   |
        | another id            | 200  | application/json | {"jsonrpc":"2.0","id":"other","result":{}}                       | succeeds                                                                  |
        | another type          | 200  | text/plain       | {"jsonrpc":"2.0","id":1,"result":{}}                             | succeeds                                                                  |
        | status 201            | 201  | application/json | {"jsonrpc":"2.0","id":1,"result":{}}                             | succeeds                                                                  |
        | an error              | 200  | application/json | {"jsonrpc":"2.0","id":null,"error":{"code":-1,"message":"no"}}   | fails with "MCP error -1: no"                                             |
        | no error              | 200  | application/json | {"jsonrpc":"2.0","id":1,"result":{},"error":null}                | succeeds                                                                  |
        | neither of both       | 200  | application/json | {"jsonrpc":"2.0","id":1,"error":null}                            | fails with "reading the answer: body is not a JSON-RPC response"          |
        | an error of no shape  | 200  | application/json | {"jsonrpc":"2.0","id":1,"error":"broken"}                        | fails with a text that begins with "MCP error 0: "                        |
        | a request             | 200  | application/json | {"jsonrpc":"2.0","id":1,"method":"ping"}                         | fails with "reading the answer: body is not a JSON-RPC response"          |
        | a notification        | 200  | application/json | {"jsonrpc":"2.0","method":"a"}                                   | fails with "reading the answer: body is not a JSON-RPC response"          |
        | an object of nothing  | 200  | application/json | {"ok":true}                                                      | fails with "reading the answer: body is not a JSON-RPC response"          |
        | a batch without it    | 200  | application/json | [{"jsonrpc":"2.0","id":"other","result":{}}]                     | fails with "No response received for request ID <id>"                     |

    Scenario Outline: a body that is no JSON says where and why: <body>
      Given server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list}, do: [{status: {code: 200, body: '<body>', headers: {Content-Type: application/json}}}]}
        """
      When the request "tools/list" is sent
      Then request 1 fails with "parsing the body (HTTP 200, "application/json"): invalid JSON at byte <at>"

      Examples:
        | body            | at                     |
        | {"a" 1}         | 5: colon expected      |
        | {"a":1 "b"}     | 7: comma or end expected |
        | [1 2]           | 3: comma or end expected |
        | {} x            | 3: text after the value |
        | {"a             | 3: string does not end |
        | {"a\\x":1}       | 3: unknown escape      |
        | {"a":}          | 5: value expected      |
        | {"a":1.}        | 7: digit expected      |
        | {"a":1e}        | 7: digit expected      |
        | {"a":tru}       | 5: unknown word        |
        | {a}             | 1: member name expected |
        | {"a":[1,{"b":nul}]} | 13: unknown word   |

    Example: a body that breaks off
      Given server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list}, do: [{headers: {X: y}}, {raw: "{"}, {end: reset}]}
        """
      When the request "tools/list" is sent
      Then request 1 fails with "reading the body: read tcp runtime:1->docs.test:80: read: connection reset by peer"

    Example: a byte order mark before the answer
      Given server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list}, do: [{frame: {bom: true}}]}
        """
      When the request "tools/list" is sent
      Then request 1 succeeds

    Example: a batch of its answer and more
      Given server "docs" follows these rules:
        """yaml
        - when: {method: tools/list}
          do: [{result: {n: 1}}, {notify: notifications/other}, {batch: 1}]
        """
      When the request "tools/list" is sent
      Then request 1 succeeds with:
        """json
        {"n": 1}
        """

  @F-36
  Rule: An event may hold a batch, and lines that end in any way

    Scenario Outline: <what>
      Given server "docs" follows these rules:
        """yaml
        - when: {method: tools/list}
          do: [{sse: {events: [{raw: "<raw>"}, {answer: true}]}}]
        """
      When the request "tools/list" is sent
      Then request 1 succeeds
      And the transport reported:
        """
        notification a
        """

      Examples:
        | what                          | raw                                                                         |
        | one message                   | data: {\\"jsonrpc\\":\\"2.0\\",\\"method\\":\\"a\\"}\\n\\n                            |
        | a batch of one                | data: [{\\"jsonrpc\\":\\"2.0\\",\\"method\\":\\"a\\"}]\\n\\n                          |
        | lines that end with CR LF     | data: {\\"jsonrpc\\":\\"2.0\\",\\"method\\":\\"a\\"}\\r\\n\\r\\n                        |
        | lines that end with CR        | data: {\\"jsonrpc\\":\\"2.0\\",\\"method\\":\\"a\\"}\\r\\r                            |
        | two data lines                | data: {\\"jsonrpc\\":\\"2.0\\",\\ndata: \\"method\\":\\"a\\"}\\n\\n                    |
        | a comment and a name          | : hi\\nevent: message\\nid: 7\\ndata: {\\"jsonrpc\\":\\"2.0\\",\\"method\\":\\"a\\"}\\n\\n |

  @F-37
  Rule: A stream in answer to a notification is read for messages

    Example: a notification and a question come with it
      Given server "docs" follows these rules:
        """yaml
        - when: {method: notifications/cancelled}
          do:
            - sse:
                events:
                  - {data: '{"jsonrpc":"2.0","method":"a"}'}
                  - {data: '{"jsonrpc":"2.0","id":5,"method":"ping"}'}
        """
      When the notification "notifications/cancelled" is sent
      Then request 1 succeeds
      And the transport reported:
        """
        notification a
        request ping
        """
      And server "docs" received these answers:
        """jsonl
        {"jsonrpc": "2.0", "id": 5, "result": {"answered": "ping"}}
        """

    Example: it may last longer than a request
      Given server "docs" follows these rules:
        """yaml
        - {when: {method: notifications/cancelled}, do: [sse: {events: [{data: '{"jsonrpc":"2.0","method":"a"}', delay: 31s}]}]}
        """
      When the notification "notifications/cancelled" is sent
      And 1h passes
      Then the transport reported:
        """
        notification a
        """
