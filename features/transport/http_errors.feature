@omp @virtual
Feature: The errors of HTTP servers say what the server said
  An HTTP status, a JSON-RPC error and a body that is no JSON are three different
  failures, and a person who reads the text can tell which it was. What a server
  says about how to log in is part of the text.

  Background:
    Given server "docs" over http with this script:
      """yaml
      http: {sessions: false}
      """
    And a connected transport to server "docs"

  @OMP-TP-87
  Rule: An answer that is not 2xx fails with its status and its body

    @real
    Scenario Outline: status <status> with the body "<body>"
      Given server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list}, do: [{status: {code: <status>, body: "<body>"}}]}
        """
      When the request "tools/list" is sent
      Then request 1 fails with "HTTP <status>: <body>"

      Examples:
        | status | body             |
        | 500    | database is down |
        | 429    | slow down        |
        | 404    |                  |
        | 304    |                  |

    Scenario Outline: a body of <size> bytes, of which <kept> are told
      Given server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list}, do: [{status: {code: 500, body: oops, size: <size>}}]}
        """
      When the request "tools/list" is sent
      Then request 1 fails with a text of <length> bytes that begins with "HTTP 500: oopsoops"

      Examples:
        | size  | kept  | length |
        | 1999  | 1999  | 2009   |
        | 2000  | 2000  | 2010   |
        | 2001  | 2000  | 2040   |
        | 65537 | 2000  | 2041   |

    Example: status and body of a refused notification, too
      Given server "docs" follows these rules:
        """yaml
        - {when: {method: notifications/cancelled}, do: [{status: {code: 500, body: database is down}}]}
        """
      When the notification "notifications/cancelled" is sent
      Then request 1 fails with "HTTP 500: database is down"

  @OMP-TP-34
  Rule: A notification that is not answered with 2xx fails with the HTTP error

    Scenario Outline: status <status>
      Given server "docs" follows these rules:
        """yaml
        - {when: {method: notifications/cancelled}, do: [{status: {code: <status>, body: <body>}}]}
        """
      When the notification "notifications/cancelled" is sent
      And 1h passes
      Then request 1 fails with "HTTP <status>: <body>"
      And request 1 ended at 0s
      And server "docs" received "POST" 1 time

      Examples:
        | status | body             |
        | 302    | elsewhere        |
        | 300    | choose           |
        | 400    | what is that     |
        | 304    |                  |
        | 401    | who are you      |
        | 403    | not you          |
        | 404    | no such session  |
        | 405    | not here         |
        | 429    | slow down        |
        | 500    | oops             |
        | 502    | nothing behind   |
        | 503    | come back later  |

  @OMP-TP-88
  Rule: The headers WWW-Authenticate and Mcp-Auth-Server are appended as hints

    Scenario Outline: status <status>, <which>
      Given server "docs" follows these rules:
        """yaml
        - when: {verb: POST}
          do: [{status: {code: <status>, body: who are you, headers: {<headers>}}}]
        """
      When the request "tools/list" is sent
      And the notification "notifications/cancelled" is sent
      Then request 1 fails with "<text>"
      And request 2 fails with "<text>"

      Examples:
        | status | which      | headers                                                     | text                                                                                |
        | 401    | none       |                                                             | HTTP 401: who are you                                                               |
        | 401    | the first  | WWW-Authenticate: Bearer                                    | HTTP 401: who are you [WWW-Authenticate: Bearer]                                    |
        | 401    | the second | Mcp-Auth-Server: http://auth.test                           | HTTP 401: who are you [Mcp-Auth-Server: http://auth.test]                           |
        | 401    | both       | Mcp-Auth-Server: http://auth.test, WWW-Authenticate: Bearer | HTTP 401: who are you [WWW-Authenticate: Bearer; Mcp-Auth-Server: http://auth.test] |
        | 403    | both       | Mcp-Auth-Server: http://auth.test, WWW-Authenticate: Bearer | HTTP 403: who are you [WWW-Authenticate: Bearer; Mcp-Auth-Server: http://auth.test] |
        | 404    | the second | Mcp-Auth-Server: http://auth.test                           | HTTP 404: who are you [Mcp-Auth-Server: http://auth.test]                           |
        | 500    | both       | Mcp-Auth-Server: http://auth.test, WWW-Authenticate: Bearer | HTTP 500: who are you [WWW-Authenticate: Bearer; Mcp-Auth-Server: http://auth.test] |

  @OMP-TP-89 @real
  Rule: A JSON-RPC error becomes a text with its code and its message

    Scenario Outline: code <code>
      Given server "docs" answers "tools/list" with error <code> "<message>"
      When the request "tools/list" is sent
      Then request 1 fails with "MCP error <code>: <message>"

      Examples:
        | code   | message          |
        | -32601 | Method not found |
        | 42     | out of luck      |

    Example: neither a code of 0 nor an empty message makes it a success
      Given server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list}, do: [{status: {code: 200, body: '{"jsonrpc":"2.0","id":1,"error":{"code":0,"message":""}}', headers: {Content-Type: application/json}}}]}
        """
      When the request "tools/list" is sent
      Then request 1 fails with "MCP error 0: "

  @OMP-TP-90 @real
  Rule: A body that is no JSON is a failure of parsing, neither an HTTP nor an MCP error

    Scenario Outline: a body of <what>
      Given server "docs" follows these rules:
        """yaml
        - when: {method: tools/list}
          do: [{status: {code: 200, body: '<body>', headers: {Content-Type: <type>}}}]
        """
      When the request "tools/list" is sent
      Then request 1 fails with a text that begins with "parsing the body (HTTP 200, "<type>"): "
      And the transport is connected
      And the transport reported nothing

      Examples:
        | what             | body                    | type             |
        | HTML             | <html>Welcome</html>    | application/json |
        | HTML, called so  | <html>Welcome</html>    | text/html        |
        | nothing          |                         | application/json |
        | half an answer   | {"jsonrpc":"2.0","id":  | application/json |
