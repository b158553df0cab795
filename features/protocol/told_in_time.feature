@omp @virtual
Feature: What is owed in a handshake is owed in each, to each server
  The oldest revision and a second process are no exceptions.

  @OMP-LC-53
  Rule: notifications/initialized is sent once before anything else to a server of each revision, and by each connection

    Scenario Outline: revision <revision> over <kind>, two connections
      Given server "docs" over <kind> with this script:
        """yaml
        tools: [echo]
        capabilities: {tools: {}}
        rules: [{when: {method: initialize}, do: [{set: {path: /protocolVersion, value: "<revision>"}}]}]
        """
      And the runtime has started
      When 1m passes
      And server "docs" drops its connections
      And 1m passes
      Then server "docs" received "initialize" 2 times
      And the servers received "initialize, notifications/initialized, ping, tools/list" in this order:
        """
        docs initialize
        docs notifications/initialized
        docs tools/list
        docs initialize
        docs notifications/initialized
        docs tools/list
        """

      Examples:
        | revision   | kind  |
        | 2024-11-05 | stdio |
        | 2024-11-05 | http  |
        | 2025-03-26 | stdio |
        | 2025-06-18 | ws    |
        | 2025-11-25 | http  |
        | 2030-01-01 | stdio |

    Scenario Outline: a server without sessions, <listener>
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false, get: <get>}
        """
      When the runtime starts
      And 1h passes
      Then server "docs" is connected
      And server "docs" received "notifications/initialized" 1 time

      Examples:
        | listener                   | get    |
        | with a background stream   | stream |
        | without one                | "405"  |

  @OMP-LC-42
  Rule: Whatever a server asks and tells during a handshake is answered and passed on, in each of them

    Scenario Outline: <asked> over <kind>, in the handshake number <n>
      Given server "docs" over <kind>
      And server "docs" follows these rules:
        """yaml
        - when: {method: initialize, nth: <n>}
          do: [session: none, {notify: notifications/message}, {request: {method: <asked>, id: 1, wait: true}}, {delay: 1s}]
        """
      When the runtime starts
      And <act>
      Then server "docs" is in state "handshaking"
      And server "docs" received these answers:
        """jsonl
        {"jsonrpc": "2.0", "id": 1, <answer>}
        """
      And the host saw these notifications of server "docs": "notifications/message"
      When 1s passes
      Then server "docs" is connected

      Examples:
        | asked       | kind  | n | act                          | answer                                                                                  |
        | ping        | stdio | 2 | server "docs" is reconnected | "result": {}                                                                            |
        | ping        | http  | 2 | server "docs" is reconnected | "result": {}                                                                            |
        | ping        | ws    | 1 | 1ms passes                   | "result": {}                                                                            |
        | roots/list  | stdio | 2 | server "docs" is reconnected | "result": {"roots": [{"uri": "file:///project", "name": "project"}]}                    |
        | odd/request | stdio | 1 | 1ms passes                   | "error": {"code": -32601, "message": "Unsupported server request: odd/request"}         |
        | odd/request | http  | 1 | 1ms passes                   | "error": {"code": -32601, "message": "Unsupported server request: odd/request"}         |
        | odd/request | ws    | 2 | server "docs" is reconnected | "error": {"code": -32601, "message": "Unsupported server request: odd/request"}         |

  @OMP-TP-16
  Rule: What has the id of a request and a result or an error answers it, whatever else it has

    Scenario Outline: over <kind>, with <what>
      Given server "docs" over <kind> with this script:
        """yaml
        rules: [{when: {method: ping}, do: [{raw: '{"jsonrpc":"2.0","id":<id>,<what>}'}, <end>]}]
        """
      And a connected transport to server "docs"
      When the request "ping" is sent
      Then request 1 <outcome>
      And the transport reported nothing

      Examples:
        | kind  | what                                              | end                   | outcome                    |
        | stdio | "method":"ping","result":{}                       | {raw: "\\n"}, never   | succeeds                   |
        | stdio | "method":"ping","error":{"code":-1,"message":"x"} | {raw: "\\n"}, never   | fails with "MCP error -1: x" |
        | stdio | "params":{},"result":{}                           | {raw: "\\n"}, never   | succeeds                   |
        | stdio | "result":{},"error":null                          | {raw: "\\n"}, never   | succeeds                   |
        | stdio | "error":{"code":-1,"message":"x"},"result":null   | {raw: "\\n"}, never   | fails with "MCP error -1: x" |
