@omp @virtual
Feature: How much one answer may ask is bounded, and an answer that asks nothing is one
  A server that asks without end would keep its user busy. What it asks at once and how
  often is counted, for calls and for tasks.

  Background:
    Given the switch "protocol.era" is "modern"
    And the switch "protocol.tasks" is "1h"
    And the user answers what servers ask with:
      """json
      {"action": "accept", "content": {"name": "Ada"}}
      """

  @MOD-05 @MOD-CLI-26 @MOD-TASK-28
  Rule: One result asks 64 questions at most

    Scenario Outline: <n> in <method>
      Given server "docs" over http with this script:
        """yaml
        era: modern
        tools: [{name: greet, <tool>, answer: done}]
        """
      And server "docs" asks <n> questions in its answers to "<method>"
      And the runtime has started
      When tool "mcp__docs_greet" is called
      And 5s pass
      Then call 1 returns <result>
      And server "docs" received "<method>" <times>

      Examples:
        | n  | method     | tool                                                                     | result                                                                                             | times   |
        | 64 | tools/call | rounds: [{state: true}]                                                  | "done"                                                                                             | 2 times |
        | 65 | tools/call | rounds: [{state: true}]                                                  | the error text "MCP error: answering what tools/call asks for: 65 questions at once, more than 64" | 1 time  |
        | 64 | tasks/get  | task: {poll: 1s, takes: 2s, inputs: {q0: {method: roots/list}}}          | "done"                                                                                             | 3 times |
        | 65 | tasks/get  | task: {poll: 1s, takes: 2s, inputs: {q0: {method: roots/list}}}          | the error text "MCP error: the task asks more than 64 questions"                                   | 2 times |

  @MOD-04
  Rule: A result may ask for nothing but the same request once more

    Scenario Outline: <what>
      Given server "docs" over <kind> with this script:
        """yaml
        era: modern
        tools: [greet]
        """
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/call, nth: 1}, do: [{result: {resultType: input_required, <asked>}}]}
        """
      And the runtime has started
      When tool "mcp__docs_greet" is called
      Then call 1 returns "ok"
      And "tools/call" number 2 to server "docs" is:
        """json
        {
          "jsonrpc": "2.0", "id": "<id>", "method": "tools/call",
          "params": {
            "name": "greet", "arguments": {}, <sent>,
            "_meta": {
              "io.modelcontextprotocol/protocolVersion": "2026-07-28",
              "io.modelcontextprotocol/clientCapabilities": {"roots": {"listChanged": false}, "elicitation": {"form": {}}, "extensions": {"io.modelcontextprotocol/tasks": {}}},
              "io.modelcontextprotocol/clientInfo": {"name": "omp-coding-agent", "version": "1.0.0"}
            }
          }
        }
        """

      Examples:
        | what                       | kind  | asked                               | sent                                            |
        | no question                | stdio | inputRequests: {}                   | "inputResponses": {}                            |
        | no question, over HTTP     | http  | inputRequests: {}                   | "inputResponses": {}                            |
        | no question, and a state   | stdio | inputRequests: {}, requestState: x  | "inputResponses": {}, "requestState": "x"       |
        | a state that is empty      | stdio | requestState: ""                    | "requestState": ""                              |
        | a state that is an object  | stdio | requestState: {b: 1, a: [2]}        | "requestState": {"b": 1, "a": [2]}              |

  @MOD-TASK-20 @MOD-TASK-25
  Rule: A task is followed if its id has 1,024 bytes at most

    Scenario Outline: <n> bytes
      Given server "docs" over http with this script:
        """yaml
        era: modern
        tools: [build]
        rules:
          - when: {method: tools/call}
            do:
              - headers: {Content-Type: application/json}
              - raw: '{"jsonrpc":"2.0","id":1,"result":{"resultType":"task","status":"working","taskId":"'
              - raw: {text: x, size: <n>}
              - raw: '"}}'
              - end: eof
        """
      And the runtime has started
      When tool "mcp__docs_build" is called
      And 5s pass
      Then call 1 returns the error text "MCP error: <why>"
      And server "docs" received "tasks/get" <polls>

      Examples:
        | n    | polls   | why                                                  |
        | 1024 | 1 time  | MCP error -32601: Method not found                    |
        | 1025 | 0 times | reading a task: its id has 1025 bytes, want 1 to 1024 |
