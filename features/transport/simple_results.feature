@omp @virtual
Feature: A simple call judges nothing

  @OMP-TP-107 @real
  Rule: Whatever code an error has, and in whatever form it comes, its envelope is returned

    Scenario Outline: <what>
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false, answers: <form>}
        rules:
          - {when: {method: tools/call}, do: [<does>]}
        """
      When a simple call of "tools/call" is made to server "docs"
      Then simple call 1 returned:
        """
        <envelope>
        """

      Examples:
        | what                          | form | does                                   | envelope |
        | an error of the server's own  | json | {error: {code: -32000, message: busy}} | {"jsonrpc":"2.0","id":"simple1","error":{"code":-32000,"message":"busy"}} |
        | an error of an unknown method | sse  | {error: {code: -32601, message: no}}   | {"jsonrpc":"2.0","id":"simple1","error":{"code":-32601,"message":"no"}} |
        | a tool that fails             | json | {result: {content: [], isError: true}} | {"jsonrpc":"2.0","id":"simple1","result":{"content":[],"isError":true}} |

  @OMP-TP-107 @OMP-TP-105
  Rule: An envelope is returned byte by byte, whatever JSON it is and whatever 2xx status it comes with

    Scenario Outline: <what>
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        rules:
          - {when: {method: tools/list}, do: [{status: {code: <status>, headers: {Content-Type: application/json}, body: "<body>"}}]}
        """
      When a simple call of "tools/list" is made to server "docs"
      Then simple call 1 returned:
        """
        <envelope>
        """

      Examples:
        | what                                 | status | body                                                  | envelope                                         |
        | a batch of one                       | 200    | [{\"id\":1,\"result\":{}}]                             | [{"id":1,"result":{}}]                           |
        | a batch of two                       | 200    | [{\"id\":1},{\"id\":2}]                                 | [{"id":1},{"id":2}]                              |
        | members that nobody knows            | 201    | {\"id\":1,\"x\":[1, 2],\"jsonrpc\":\"2.0\",\"result\":1e2} | {"id":1,"x":[1, 2],"jsonrpc":"2.0","result":1e2} |
        | a result and an error                | 202    | {\"result\":1,\"error\":{\"code\":1}}                   | {"result":1,"error":{"code":1}}                  |
        | over three lines                     | 200    | {\\n\"id\":1\\n}                                         | {\n"id":1\n}                                     |
        | a data line behind a line of JSON    | 200    | {}\\ndata: [1]\\n                                      | [1]                                              |
        | a data line behind other events      | 200    | : hi\\n\\nevent: a\\n\\ndata: [1]\\n                      | [1]                                              |
        | data in the text of a JSON           | 200    | {\"a\":\"data: 1\"}                                   | {"a":"data: 1"}                                  |
