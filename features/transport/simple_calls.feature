@omp @virtual
Feature: A simple call is one POST and nothing around it
  A native integration of one service needs one method and no connection. For
  it there is a call that knows as little as possible. What it does not do is
  promised, too, so that nobody uses it for more.

  @OMP-TP-105
  Rule: A simple call reads the whole answer and takes its first data line as JSON, else all of it

    @real
    Scenario Outline: <what>
      Given server "docs" over http
      And server "docs" follows these rules:
        """yaml
        - when: {method: tools/list}
          do: [{status: {code: 200, headers: {Content-Type: text/event-stream}, body: "<body>"}}]
        """
      When a simple call of "tools/list" is made to server "docs"
      Then simple call 1 returned:
        """
        <envelope>
        """

      Examples:
        | what                         | body                                              | envelope |
        | the first of two events      | data: [1]\\n\\ndata: [2]\\n\\n                    | [1]      |
        | an event with a name         | event: message\\ndata: {}\\n\\n                   | {}       |
        | [DONE] is passed over        | data: [DONE]\\n\\ndata: [2]\\n\\n                 | [2]      |
        | falsy values are passed over | data: null\\ndata: 0\\ndata: false\\ndata: [2]\\n | [2]      |
        | a line without the space     | data:[1]\\n\\ndata: [2]\\n\\n                     | [2]      |
        | no data line at all          | [3]                                               | [3]      |
        | lines that end with CR LF    | event: a\\r\\ndata: [1]\\r\\n\\r\\n             | [1]      |
        | a data line within a text    | [\"data: 7\"]                                   | ["data: 7"] |

    @real
    Scenario Outline: <what> is a failure
      Given server "docs" over http
      And server "docs" follows these rules:
        """yaml
        - when: {method: tools/list}
          do: [{status: {code: <code>, headers: {Content-Type: text/event-stream}, body: "<body>"}}]
        """
      When a simple call of "tools/list" is made to server "docs"
      Then simple call 1 fails with "<text>"

      Examples:
        | what                    | code | body                              | text                                                |
        | no envelope             | 200  | data:{}\\n\\n                     | Failed to parse MCP response                        |
        | nothing but falsy text  | 200  | null                              | Failed to parse MCP response                        |
        | a data line that is cut | 200  | data: [1\\n\\ndata: [2]\\n\\n     | parsing a data line: unexpected end of JSON input   |
        | another status          | 503  | data: [1]\\n\\n                   | MCP request failed: 503 Service Unavailable         |

    Example: an answer that goes on for ten seconds after its first event
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        rules:
          - when: {method: tools/list}
            do: [{sse: {events: [{raw: "data: [1]\n\n"}, {delay: 10s, raw: "data: [2]\n\n"}]}}]
        """
      When a simple call of "tools/list" is made to server "docs"
      And 9999ms pass
      Then simple call 1 is pending
      When 1ms passes
      Then simple call 1 ended at 10s
      And simple call 1 returned:
        """
        [1]
        """

  @OMP-TP-106
  Rule: A simple call has no timeout, no abort, no handshake, no session and no life after its answer

    Example: an answer after a year
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        """
      And server "docs" answers "tools/list" after 8760h
      When a simple call of "tools/list" is made to server "docs"
      And the sender gives up simple call 1
      And the clock reaches 8759h59m59s
      Then simple call 1 is pending
      When the clock reaches 8760h
      Then simple call 1 ended at 8760h
      And server "docs" received in order:
        """
        tools/list
        """

    Example: a session id is not sent back, and each call has a connection of its own
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        rules:
          - do: [{headers: {Mcp-Session-Id: session-1}}]
        """
      When a simple call of "tools/list" is made to server "docs"
      And a simple call of "tools/list" is made to server "docs"
      Then "tools/list" number 1 to server "docs" has no header "Mcp-Session-Id"
      And "tools/list" number 2 to server "docs" has no header "Mcp-Session-Id"
      And the link to "docs" saw 2 attempts to connect
      And the link to "docs" has 0 open connections
      And server "docs" received in order:
        """
        tools/list
        tools/list
        """
      And no timer is pending

  @OMP-TP-107 @real
  Rule: A simple call returns the envelope as it came: a JSON-RPC error is a result

    Example: a method that the server does not know
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        """
      And server "docs" answers "tools/list" with error -32601 "no such method"
      When a simple call of "tools/list" is made to server "docs"
      Then simple call 1 returned:
        """
        {"jsonrpc":"2.0","id":"simple1","error":{"code":-32601,"message":"no such method"}}
        """
      And "tools/list" number 1 to server "docs" is:
        """json
        {"jsonrpc": "2.0", "id": "simple1", "method": "tools/list", "params": {}}
        """

    Example: an answer to somebody else's request
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        rules:
          - when: {method: tools/list}
            do: [{status: {code: 200, body: '{"id":"other","result":1}'}}]
        """
      When a simple call of "tools/list" is made to server "docs"
      Then simple call 1 returned:
        """
        {"id":"other","result":1}
        """
