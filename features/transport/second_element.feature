@omp @virtual
Feature: What is promised of transports holds for what is empty, long or asked for twice

  @OMP-TP-36
  Rule: The host gets notifications of any length, with their parameters

    Scenario Outline: over <kind>
      Given server "docs" over <kind> with this script:
        """yaml
        tools: [search]
        rules:
          - {when: {method: tools/call}, do: [{notify: {method: notifications/a, params: {n: [1, 2], text: "é"}}}]}
        """
      And the runtime has started
      When tool "mcp__docs_search" is called
      Then notification 1 that the host saw of server "docs" has the params:
        """json
        {"n": [1, 2], "text": "é"}
        """

      Examples:
        | kind  |
        | stdio |
        | http  |
        | ws    |

    Example: a hundred thousand bytes
      Given server "docs" over stdio with this script:
        """yaml
        tools: [search]
        rules:
          - when: {method: tools/call}
            do: [{raw: {text: '{"jsonrpc":"2.0","method":"notifications/a","params":{"text":"'}}, {raw: {text: x, size: 100000}}, {raw: {text: "\"}}\n"}}]
        """
      And the runtime has started
      When tool "mcp__docs_search" is called
      Then the host saw these notifications of server "docs": "notifications/a"

  @OMP-TP-06
  Rule: The roots are the same however often a server asks

    Scenario Outline: three times over <kind>
      Given server "docs" over <kind>
      And the runtime has started
      When server "docs" sends the request "roots/list"
      And server "docs" sends the request "roots/list"
      And server "docs" sends the request "roots/list"
      Then server "docs" received these answers:
        """jsonl
        {"jsonrpc": "2.0", "id": "s-1", "result": {"roots": [{"uri": "file:///project", "name": "project"}]}}
        {"jsonrpc": "2.0", "id": "s-2", "result": {"roots": [{"uri": "file:///project", "name": "project"}]}}
        {"jsonrpc": "2.0", "id": "s-3", "result": {"roots": [{"uri": "file:///project", "name": "project"}]}}
        """

      Examples:
        | kind  |
        | stdio |
        | http  |

  @OMP-TP-29
  Rule: A stream with nothing in it fails the request

    Scenario Outline: status <status>
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        rules: [{when: {method: ping}, do: [{status: {code: <status>, headers: {Content-Type: text/event-stream}}}]}]
        """
      And a connected transport to server "docs"
      When the request "ping" is sent
      Then request 1 fails with "No response received for request ID <id>"

      Examples:
        | status |
        | 200    |
        | 202    |

  @OMP-TP-70 @OMP-TP-74
  Rule: However many requests there were, closing is told once and deletes the session

    Scenario Outline: <n> of them
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        rules: [{when: {method: ping}, do: [{headers: {Mcp-Session-Id: S1}}]}]
        """
      And a connected transport to server "docs"
      When the request "ping" is sent <n> times at once
      And the transport is closed
      Then server "docs" received "DELETE" 1 time
      And the transport reported:
        """text
        close
        """

      Examples:
        | n   |
        | 1   |
        | 2   |
        | 100 |

    Example: one request, and no session
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        """
      And a connected transport to server "docs"
      When the request "ping" is sent
      And the transport is closed
      Then the transport reported:
        """text
        close
        """

  @OMP-TP-104
  Rule: Neither with a session nor without one is a stream that has ended opened again later

    Example: a day after its end
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        """
      And a connected transport to server "docs"
      When the request "ping" is sent
      And the transport opens its background stream
      And server "docs" ends its stream
      And 24h pass
      Then server "docs" received "GET" 1 time

  @OMP-TP-110
  Rule: What is left of a lost connection of type sse is torn down like that of any other

    Example: its session is deleted
      Given server "docs" over sse
      And the runtime has started
      When 1m passes
      And server "docs" ends its stream
      Then server "docs" received "DELETE" at "1m"
      And server "docs" is connected
