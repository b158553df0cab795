@omp @virtual
Feature: Every message to an HTTP server is a POST of its own
  A server behind a URL is reached with plain HTTP: one POST per message, to the
  one configured URL, whatever the definition calls the transport. Nothing needs
  to stay open between two messages, so servers can be behind any load balancer.

  @OMP-TP-10 @real
  Rule: A server of type "http" is reached by POST

    Example: start-up consists of HTTP requests and starts no process
      Given server "docs" over http
      When the runtime starts
      Then server "docs" received "POST" 3 times
      And server "docs" was started 0 times
      And server "docs" is connected

  @OMP-TP-11 @real
  Rule: A server of type "sse" is reached in the same way, without an endpoint handshake

    Example: the first contact is the POST of initialize, a GET comes after it
      Given server "docs" over sse
      When the runtime starts
      Then server "docs" received in order:
        """
        initialize
        GET
        notifications/initialized
        tools/list
        """
      And server "docs" is connected

  @OMP-TP-22 @real
  Rule: A request is a POST whose JSON body carries a fresh id

    Example: two requests on one transport
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        """
      And a connected transport to server "docs"
      When the request "tools/list" is sent
      And the request "tools/call" is sent with:
        """json
        {"name": "echo", "arguments": {"text": "hello"}}
        """
      Then "tools/list" number 1 to server "docs" is:
        """json
        {"jsonrpc": "2.0", "id": "<id>", "method": "tools/list"}
        """
      And "tools/call" number 1 to server "docs" is:
        """json
        {"jsonrpc": "2.0", "id": "<id>", "method": "tools/call",
         "params": {"name": "echo", "arguments": {"text": "hello"}}}
        """
      And server "docs" received "POST" 2 times
      And server "docs" saw the request id only once each
      And "tools/list" number 1 to server "docs" has the header "Content-Type" set to "application/json"
      And "tools/list" number 1 to server "docs" has the header "Accept" set to "application/json, text/event-stream"

  @OMP-TP-23 @real
  Rule: A JSON body holds one answer: its result is returned, its error is thrown

    Background:
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        """
      And a connected transport to server "docs"

    Example: a result
      Given server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list}, do: [{result: {tools: [], mark: 7}}]}
        """
      When the request "tools/list" is sent
      Then request 1 succeeds with:
        """json
        {"tools": [], "mark": 7}
        """

    Example: an error
      Given server "docs" answers "tools/list" with error -32000 "no"
      When the request "tools/list" is sent
      Then request 1 fails with "MCP error -32000: no"

  @OMP-TP-33 @real
  Rule: A notification is a POST without an id, and any 2xx answer is a success

    Scenario Outline: an answer with status <status>
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        """
      And server "docs" follows these rules:
        """yaml
        - {when: {method: notifications/cancelled}, do: [{status: <status>}]}
        """
      And a connected transport to server "docs"
      When the notification "notifications/cancelled" is sent with:
        """json
        {"requestId": "7"}
        """
      Then request 1 succeeds
      And "notifications/cancelled" number 1 to server "docs" is:
        """json
        {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": "7"}}
        """
      And server "docs" received "POST" 1 time

      Examples:
        | status |
        | 200    |
        | 201    |
        | 202    |
        | 203    |
        | 204    |
        | 205    |
        | 206    |
        | 226    |
        | 299    |

    Example: an answer of unknown length that never ends holds nobody up
      Given server "docs" over http
      And server "docs" follows these rules:
        """yaml
        - {when: {method: notifications/a}, do: [{headers: {X: y}}, {raw: "half"}, {end: none}]}
        """
      And a connected transport to server "docs"
      When the notification "notifications/a" is sent
      Then request 1 succeeds

    Example: an error in the body of a success is nobody's
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        """
      And server "docs" follows these rules:
        """yaml
        - when: {method: notifications/a}
          do: [{status: {code: 200, body: '{"jsonrpc":"2.0","id":null,"error":{"code":-32601,"message":"no"}}', headers: {Content-Type: application/json}}}]
        """
      And a connected transport to server "docs"
      When the notification "notifications/a" is sent
      Then request 1 succeeds
      And the transport reported nothing
