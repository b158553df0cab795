Feature: A WebSocket carries MCP like any other wire
  Some hosts reach their servers over WebSockets, of which MCP says nothing. What
  holds for requests, answers and the end of a connection holds there too: one
  message is one text message, and the end of the connection is noticed at once.

  @X-WS-01 @virtual @real
  Rule: Tools over a WebSocket are tools like any other

    Example: start, list and call
      Given server "docs" over ws
      And the runtime has started
      When tool "mcp__docs_echo" is called with:
        """json
        {"text": "over the socket"}
        """
      Then call 1 returns "over the socket"
      And server "docs" received "initialize" 1 time
      And server "docs" received "tools/list" 1 time

    Example: the upgrade says what is spoken, and carries what is configured
      Given server "docs" over ws
      And server "docs" is defined with the header "x-key" set to "k"
      When the runtime starts
      Then "GET" number 1 to server "docs" has the header "Sec-WebSocket-Protocol" set to "mcp"
      And "GET" number 1 to server "docs" has the header "X-Key" set to "k"

    Example: a configured Host is that of the upgrade
      Given server "docs" over ws with this script:
        """yaml
        rules: [{when: {verb: GET}, do: [{status: {code: 400, body: "asked <origin>"}}]}]
        """
      And server "docs" is defined with the header "host" set to "tenant.test"
      When the runtime starts
      Then startup reported these errors:
        | server | error                              |
        | docs   | HTTP 400: asked http://tenant.test |

  @X-WS-02 @virtual
  Rule: An upgrade that is refused is a server that cannot be reached

    Scenario Outline: <case>
      Given server "docs" over ws with this script:
        """yaml
        rules: [{when: {verb: GET}, do: [<do>]}]
        """
      And a bare transport to server "docs"
      When the transport connects
      And <time> passes
      Then the transport failed to connect with "<error>"
      And the transport is not connected
      And the transport reported nothing

      Examples:
        | case           | do                                  | time    | error                                                                       |
        | unauthorised   | {status: {code: 401, body: "no"}}   | 0s      | HTTP 401: no                                                                |
        | a plain answer | {status: {code: 200, body: "hi"}}   | 0s      | opening the WebSocket (HTTP 200): the server did not upgrade the connection |
        | nothing        | {status: 204}                       | 0s      | opening the WebSocket (HTTP 204): the server did not upgrade the connection |
        | a redirect     | {status: {code: 307, body: "no", headers: {Location: "/mcp"}}} | 0s | HTTP 307: no |
        | silence        | {never: {}}                         | 30000ms | WebSocket upgrade timeout after 30000ms                                     |

    Example: an answer to another key
      Given server "docs" over ws with this script:
        """yaml
        http: {websocket: {wrongKey: true}}
        """
      And a bare transport to server "docs"
      When the transport connects
      Then the transport failed to connect with "opening the WebSocket (HTTP 101): the headers of the server's upgrade are not those that were asked for"
      And the transport is not connected
      And the transport reported nothing

  @X-WS-03 @virtual
  Rule: The end of the connection is noticed at once, with its reason

    Scenario Outline: <case>
      Given server "docs" over ws with this script:
        """yaml
        rules: [{when: {method: ping}, do: [{exit: <code>}]}]
        """
      And a connected transport to server "docs"
      When the request "ping" is sent
      Then request 1 fails with "Transport closed"
      And the transport is not connected
      And the transport reported:
        """text
        <report>
        """

      Examples:
        | case                 | code | report                                                                             |
        | a regular end        | 0    | close                                                                              |
        | an end without words | 1    | error unexpected EOF\n  close                                                      |
        | an end for a reason  | 11   | error the server closed the WebSocket with status 1011: scripted\n  close          |

    Scenario Outline: status <status>
      Given server "docs" over ws with this script:
        """yaml
        http: {websocket: {close: <status>}}
        rules: [{when: {method: ping}, do: [{exit: 0}]}]
        """
      And a connected transport to server "docs"
      When the request "ping" is sent
      Then request 1 fails with "Transport closed"
      And the transport reported:
        """text
        <report>
        """

      Examples:
        | status | report                                                                  |
        | 1001   | close                                                                   |
        | 1002   | error the server closed the WebSocket with status 1002\n  close          |

    Example: a message that is too long
      Given server "docs" over ws with this script:
        """yaml
        rules: [{when: {method: ping}, do: [{pad: 16777217}]}]
        """
      And a connected transport to server "docs"
      When the request "ping" is sent
      And 1s passes
      Then request 1 fails with "Transport closed"
      And the transport is not connected
      And the transport reported:
        """text
        error message exceeds 16777216 bytes
        close
        """

  @X-WS-04 @virtual
  Rule: A runtime reconnects a server whose WebSocket was cut

    Scenario Outline: the ladder begins at once when it <ends>
      Given server "docs" over ws
      And the runtime has started
      When server "docs" <ends>
      And 1s passes
      Then server "docs" is connected
      And server "docs" received "initialize" 2 times

      Examples:
        | ends                   |
        | drops its connections  |
        | exits with code 0      |
        | exits with code 11     |
