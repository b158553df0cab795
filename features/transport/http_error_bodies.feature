@omp @virtual
Feature: The body of a refusal is told as it came

  What a server or a proxy wrote beside a status is often all that says what is wrong.

  @OMP-TP-87 @real
  Rule: Whatever the body of an answer that is not 2xx is, the error tells all of it after the status

    Scenario Outline: <what>
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        """
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list}, do: [{status: {code: <status>, body: <body>, headers: {Content-Type: <type>}}}]}
        """
      And a connected transport to server "docs"
      When the request "tools/list" is sent
      Then request 1 fails with "<error>"

      Examples:
        | what                 | status | type              | body                                                              | error                                                                     |
        | a page               | 503    | text/html         | "<h1>down</h1>"                                                   | HTTP 503: <h1>down</h1>                                                   |
        | an error of JSON-RPC | 400    | application/json  | '{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"no"}}' | HTTP 400: {"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"no"}} |
        | an event stream      | 500    | text/event-stream | "down"                                                            | HTTP 500: down                                                            |

    Example: two lines with space around them
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        rules:
          - {when: {method: tools/list}, do: [{status: {code: 500, body: " down\n for good\n"}}]}
        """
      And a connected transport to server "docs"
      When the request "tools/list" is sent
      Then request 1 fails with a text of 26 bytes that begins with "HTTP 500:  down"

    Example: a wish to be left alone, which the body explains
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        rules:
          - {when: {method: tools/list}, do: [{status: {code: 503, body: "back at noon", headers: {Retry-After: "60"}}}]}
        """
      And a connected transport to server "docs"
      When the request "tools/list" is sent
      Then request 1 fails with "HTTP 503: back at noon"

    Example: credentials that were replaced are refused, too
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        rules:
          - {when: {method: tools/list}, do: [{status: {code: 401, body: "not for you"}}]}
        """
      And a connected transport to server "docs"
      And rejected credentials are replaced by the header "Authorization" set to "Bearer new"
      When the request "tools/list" is sent
      Then server "docs" received "tools/list" 2 times
      And request 1 fails with "HTTP 401: not for you"

    Example: a body that breaks off
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        rules:
          - {when: {method: tools/list}, do: [{status: {code: 500, body: "down", headers: {Content-Length: "100"}}}]}
        """
      And a connected transport to server "docs"
      When the request "tools/list" is sent
      Then request 1 fails with "HTTP 500: down"
