@omp @virtual
Feature: The text of an error says what the caller may see

  @OMP-TP-89
  Rule: The text of an error has its code and its message, and nothing else of it

    Scenario Outline: an error with data, <how>
      Given server "docs" over <kind> with this script:
        """yaml
        http: {sessions: false}
        rules: [{when: {method: ping}, do: [{as: sse}, {error: {code: -32000, message: busy, data: {token: t1}}}]}]
        """
      And a connected transport to server "docs"
      When the request "ping" is sent
      Then request 1 fails with "MCP error -32000: busy"

      Examples:
        | how           | kind  |
        | in a stream   | http  |
        | over stdio    | stdio |

  @OMP-TP-87 @OMP-TP-88
  Rule: Status, body and hints are told in a session, too, and hints also where there is no body

    Scenario Outline: status <status>, <what>
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        rules:
          - {when: {method: ping}, do: [{headers: {Mcp-Session-Id: S1}}]}
          - {when: {method: tools/list}, do: [{status: {code: <status>, body: "<body>", headers: {<headers>}}}]}
        """
      And a connected transport to server "docs"
      When the request "ping" is sent
      And the request "tools/list" is sent
      Then request 2 fails with "<text>"

      Examples:
        | status | what            | body | headers                          | text                                        |
        | 400    | a body          | no   |                                  | HTTP 400: no                                |
        | 500    | a body          | no   |                                  | HTTP 500: no                                |
        | 503    | a body          | no   |                                  | HTTP 503: no                                |
        | 401    | a hint alone    |      | WWW-Authenticate: Bearer         | HTTP 401:  [WWW-Authenticate: Bearer]       |
        | 403    | the other alone |      | Mcp-Auth-Server: "http://a.test" | HTTP 403:  [Mcp-Auth-Server: http://a.test] |
