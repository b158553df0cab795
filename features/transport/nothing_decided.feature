@omp @virtual
Feature: What has neither a result nor an error is no answer, in whatever form it comes

  @OMP-TP-25
  Rule: As JSON, too, a message with the id but without result and error decides nothing

    Scenario Outline: <what>
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        rules:
          - {when: {method: tools/list}, do: [{headers: {Content-Type: application/json}}, {raw: '<body>'}, {end: eof}]}
        """
      And a connected transport to server "docs"
      When the request "tools/list" is sent
      Then request 1 <ends>

      Examples:
        | what                    | body                                                                                  | ends                                                                   |
        | the id alone            | {"jsonrpc":"2.0","id":<id>}                                                           | fails with "reading the answer: body is not a JSON-RPC response" |
        | a request with that id  | {"jsonrpc":"2.0","id":<id>,"method":"ping"}                                           | fails with "reading the answer: body is not a JSON-RPC response" |
        | in a batch, before the answer | [{"jsonrpc":"2.0","id":<id>},{"jsonrpc":"2.0","id":<id>,"error":{"code":1,"message":"no"}}] | fails with "MCP error 1: no" |

    Example: a request of the server with the same id, over HTTP+SSE
      Given the switch "transport.sse" is "legacy"
      And server "docs" over sse with this script:
        """yaml
        http: {legacy: {}}
        rules: [{when: {method: ping}, do: [{request: {method: roots/list, id: "<id>"}}, {delay: 1s}, {result: {n: 1}}]}]
        """
      And a connected transport to server "docs"
      When the request "ping" is sent
      Then request 1 is pending
      When 1s passes
      Then request 1 succeeds with:
        """json
        {"n": 1}
        """

  @OMP-TP-99
  Rule: A GET has a quarter of the time of a request, and a second at most

    Scenario Outline: requests have <timeout>
      Given server "docs" over http
      And server "docs" has a timeout of <timeout>
      And server "docs" follows these rules:
        """yaml
        - {when: {verb: GET}, do: [never]}
        """
      And a connected transport to server "docs"
      When the transport opens its background stream
      And the clock reaches <before>
      Then server "docs" has 1 open "GET"
      When the clock reaches <at>
      Then server "docs" has 0 open "GET"
      And the transport reported nothing

      Examples:
        | timeout | before | at    |
        | 2s      | 499ms  | 500ms |
        | 4100ms  | 999ms  | 1s    |
