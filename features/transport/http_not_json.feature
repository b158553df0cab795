@omp @virtual
Feature: A success that says nothing that can be read

  @OMP-TP-90 @real
  Rule: With every 2xx status a body that is no JSON is a failure of parsing

    Scenario Outline: status <status> with <what>
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        """
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list}, do: [{status: {code: <status>, body: "<body>", headers: {Content-Type: application/json}}}]}
        """
      And a connected transport to server "docs"
      When the request "tools/list" is sent
      Then request 1 fails with a text that begins with "parsing the body (HTTP <status>, "application/json"): invalid JSON at byte <at>"
      And the transport is connected

      Examples:
        | status | what                  | body                            | at                      |
        | 200    | a zero                | \0{\"id\":1}                   | 0: value expected       |
        | 200    | a result and a word   | {\"id\":1,\"result\":{}} really | 21: text after the value |
        | 201    | a word                | created                         | 0: value expected       |
        | 202    | nothing               |                                 | 0: value expected       |
        | 202    | a word                | accepted                        | 0: value expected       |

  @OMP-TP-90 @real
  Rule: No call is made again because its answer cannot be read

    Example: a page where a result was expected
      Given server "docs" over http
      And server "docs" offers the tool "search"
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/call}, do: [{status: {code: 200, body: "<html>", headers: {Content-Type: text/html}}}]}
        """
      And the runtime has started
      When tool "mcp__docs_search" is called
      And 1h passes
      Then call 1 returns the error text "MCP error: parsing the body (HTTP 200, "text/html"): invalid JSON at byte 0: value expected"
      And server "docs" received "tools/call" 1 time
      And server "docs" received "initialize" 1 time
