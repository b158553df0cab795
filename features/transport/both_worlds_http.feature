@omp @virtual @real
Feature: Real sockets keep the promises of a transport over HTTP, with short times
  Elsewhere these promises are shown with the figures that matter, and on wires that
  can be looked into. Here the times are so short that they hold for real as well.

  @OMP-TP-64
  Rule: Connecting asks the server nothing

    Scenario Outline: the first request comes first, with a timeout of <timeout>
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        """
      And server "docs" has a timeout of <timeout>
      And a bare transport to server "docs"
      When the transport connects
      Then the transport is connected
      And server "docs" received nothing
      When the request "tools/list" is sent
      Then request 1 succeeds
      And server "docs" received in order:
        """
        tools/list
        """

      Examples:
        | timeout |
        | 30s     |
        | 0       |

  @OMP-TP-73
  Rule: A background stream ends with its transport

    Example: closed while the stream is open
      Given server "docs" over http
      And a connected transport to server "docs"
      When the request "initialize" is sent with:
        """json
        {"protocolVersion": "2025-03-26", "capabilities": {}}
        """
      And the transport opens its background stream
      Then server "docs" has 1 open "GET"
      When the transport is closed
      Then server "docs" has 0 open "GET"
      And server "docs" received "DELETE" 1 time

  @OMP-TP-77
  Rule: Who gives up first gives the reason: the caller or the deadline

    Scenario Outline: <phase>
      Given server "docs" over http
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list}, do: [<actions>]}
        """
      And server "docs" has a timeout of 2s
      And a connected transport to server "docs"
      When the request "tools/list" is sent
      And the request "tools/list" is sent
      And the sender gives up request 1
      And 2s pass
      Then request 1 was aborted
      And request 2 fails with "<timeout>"
      And the transport reported nothing

      Examples:
        | phase                     | actions                             | timeout                           |
        | before the headers        | never                               | Request timeout after 2000ms      |
        | in the middle of a body   | {raw: '{"json'}, never              | Request timeout after 2000ms      |
        | in the middle of a stream | {as: sse}, {raw: ": hi\\n\\n"}, never | SSE response timeout after 2000ms |

  @OMP-TP-78 @OMP-TP-79
  Rule: A notification goes on to its deadline, whatever its sender does

    Example: given up at once
      Given server "docs" over http
      And server "docs" never answers "notifications/cancelled"
      And server "docs" has a timeout of 700ms
      And a connected transport to server "docs"
      When the notification "notifications/cancelled" is sent
      And the sender gives up request 1
      And 700ms pass
      Then request 1 fails with "Notify timeout after 700ms"
      And request 1 ended at 700ms

  @OMP-TP-106
  Rule: A simple call knows nothing of the one before it

    Example: a session id is not sent back
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        rules:
          - do: [{headers: {Mcp-Session-Id: session-1}}]
        """
      When a simple call of "tools/list" is made to server "docs"
      Then simple call 1 succeeds
      When a simple call of "tools/list" is made to server "docs"
      Then simple call 2 succeeds
      And "tools/list" number 2 to server "docs" has no header "Mcp-Session-Id"
      And server "docs" received in order:
        """
        tools/list
        tools/list
        """

  @OMP-TP-108
  Rule: A request or a notification that fails is not sent again by its transport

    Scenario Outline: the server <does>
      Given server "docs" over http
      And server "docs" follows these rules:
        """yaml
        - {when: {verb: POST}, do: [<action>]}
        """
      And a connected transport to server "docs"
      When the request "tools/list" is sent
      And the notification "notifications/cancelled" is sent
      And 1h passes
      Then request 1 fails with a text that begins with "<text>"
      And server "docs" received "tools/list" 1 time
      And server "docs" received "notifications/cancelled" 1 time

      Examples:
        | does                 | action                                | text             |
        | answers 503          | {status: 503}                         | HTTP 503:        |
        | drops the connection | drop                                  | sending POST:    |
        | answers with HTML    | {status: {code: 200, body: "<html>"}} | parsing the body |

  @OMP-TP-111
  Rule: A lost server is reached again with the settings of that moment

    Example: one failure, then success
      Given server "docs" over http
      And the environment variable "DOCS_KEY" is "k1"
      And server "docs" is defined with the header "X-Key" set to "DOCS_KEY"
      And the runtime has started
      And server "docs" follows these rules:
        """yaml
        - {when: {method: initialize, until: 1}, do: [{status: 503}]}
        """
      And the environment variable "DOCS_KEY" is "k2"
      When server "docs" ends its stream
      And 1s passes
      Then server "docs" received "initialize" at "0s, 0s, 500ms"
      And "initialize" number 3 to server "docs" has the header "X-Key" set to "k2"
      And server "docs" is connected
