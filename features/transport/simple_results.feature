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
