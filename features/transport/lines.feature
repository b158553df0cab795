@omp @virtual
Feature: What ends a line depends on the transport, and a byte order mark on its place
  An event stream may end its lines in three ways, a pipe in one. Between the members of
  a JSON object a carriage return is white space and ends nothing.

  @X-TP-09
  Rule: Over stdio a carriage return within a message is white space

    Example: between two members
      Given server "docs" over stdio
      And server "docs" follows these rules:
        """yaml
        - {when: {method: ping}, do: [{raw: "{\"jsonrpc\":\"2.0\",\r\"method\":\"a\"}\r\n"}, answer]}
        """
      And a connected transport to server "docs"
      When the request "ping" is sent
      Then request 1 succeeds
      And the transport reported:
        """
        notification a
        """

  @F-36
  Rule: A byte order mark is no part of a stream at its beginning, and part of its line elsewhere

    Scenario Outline: <what>
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        rules:
          - when: {method: tools/list}
            do: [{sse: {events: [{raw: "<raw>"}, {answer: true}]}}]
        """
      And a connected transport to server "docs"
      When the request "tools/list" is sent
      Then request 1 succeeds
      And the transport reported:
        """
        <reported>
        """

      Examples:
        | what                  | raw                                                                                                                     | reported       |
        | at the beginning      | \\uFEFFdata: {\\"jsonrpc\\":\\"2.0\\",\\"method\\":\\"a\\"}\\n\\n                                                       | notification a |
        | before a later event  | data: {\\"jsonrpc\\":\\"2.0\\",\\"method\\":\\"a\\"}\\n\\n\\uFEFFdata: {\\"jsonrpc\\":\\"2.0\\",\\"method\\":\\"b\\"}\\n\\n | notification a |
