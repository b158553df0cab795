@omp @virtual
Feature: A failure is no verdict, a short time is a time, and a task is not for lists
  What holds for the usual case holds at its edges.

  @MOD-09
  Rule: What is found of a server that cannot be connected is not kept

    Scenario Outline: initialize is answered with <answer>
      Given the switch "protocol.era" is "auto"
      And server "docs" over http with this script:
        """yaml
        rules:
          - {when: {method: server/discover}, do: [error: {code: -32601, message: no}]}
          - {when: {method: initialize, nth: 1}, do: [<answer>]}
        """
      And the runtime has started
      When 1m passes
      And the program ends and another one starts
      And 1h passes
      Then server "docs" received "server/discover" 2 times
      And server "docs" is connected

      Examples:
        | answer                             |
        | {status: 503}                      |
        | error: {code: -32603, message: no} |

  @MOD-CLI-77
  Rule: Each time counts, however short it is

    Scenario Outline: <pause> of <ttl>
      Given the switch "protocol.era" is "modern"
      And server "docs" over stdio with this script:
        """yaml
        era: modern
        modern: {ttl: <ttl>}
        resources: ["doc:a"]
        """
      And the runtime has started
      When resource "doc:a" of server "docs" is read
      And <pause> pass
      And resource "doc:a" of server "docs" is read
      Then server "docs" received "resources/read" <n>

      Examples:
        | ttl   | pause | n       |
        | 1s    | 900ms | 1 time  |
        | 1s    | 1s    | 2 times |
        | 100ms | 50ms  | 1 time  |
        | 100ms | 100ms | 2 times |

  @MOD-TASK-20
  Rule: A task for a list of anything is no result

    Scenario Outline: <method>
      Given the switch "protocol.era" is "modern"
      And the switch "protocol.tasks" is "1h"
      And server "docs" over stdio with this script:
        """yaml
        era: modern
        tools: [a]
        prompts: [review]
        resources: ["doc:a"]
        rules:
          - {when: {method: <method>}, do: [result: {resultType: task, taskId: t, status: working, pollIntervalMs: 1000}]}
        """
      When the runtime starts
      And 1m passes
      Then server "docs" received "tasks/get" 0 times
      And the log has 1 warning of "docs" with "reading the result of <method>: unknown result type "task""

      Examples:
        | method                   |
        | prompts/list             |
        | resources/list           |
        | resources/templates/list |

  @MOD-08
  Rule: A server that is defined as auto is asked, also where all others are to be modern

    Scenario Outline: over <kind>
      Given the switch "protocol.era" is "modern"
      And server "docs" over <kind>
      And server "docs" is defined with era "auto"
      When the runtime starts
      And 1h passes
      Then server "docs" received "initialize" 1 time
      And the runtime has the tools "mcp__docs_echo"

      Examples:
        | kind  |
        | stdio |
        | http  |

  @MOD-CLI-43 @MOD-CLI-48
  Rule: A refusal of the probe with a modern code leads to no initialize, whatever its status

    Scenario Outline: <code> with HTTP <status>
      Given the switch "protocol.era" is "auto"
      And server "docs" over http with this script:
        """yaml
        era: dual
        rules:
          - when: {method: server/discover}
            do: [{status: {code: <status>, headers: {Content-Type: application/json}, body: '{"jsonrpc":"2.0","id":1,"error":{"code":<code>,"message":"odd","data":{"supported":["2026-07-28"]}}}'}}]
        """
      When the runtime starts
      And 1h passes
      Then server "docs" received "initialize" 0 times

      Examples:
        | code   | status |
        | -32020 | 400    |
        | -32021 | 400    |
        | -32022 | 400    |
        | -32020 | 200    |
        | -32022 | 404    |

  @MOD-CLI-78
  Rule: A list begins anew once

    Scenario Outline: over <kind>
      Given the switch "protocol.era" is "modern"
      And server "docs" over <kind> with this script:
        """yaml
        era: modern
        rules:
          - {when: {method: tools/list, nth: 1}, do: [result: {resultType: complete, tools: [], nextCursor: "2"}]}
          - {when: {method: tools/list, nth: 2}, do: [error: {code: -32602, message: odd}]}
          - {when: {method: tools/list, nth: 3}, do: [result: {resultType: complete, tools: [], nextCursor: "2"}]}
          - {when: {method: tools/list, nth: 4}, do: [error: {code: -32602, message: odd}]}
        """
      When the runtime starts
      And 1m passes
      Then startup reported one error, of "docs", with "MCP error -32602: odd"
      And server "docs" received "tools/list" 4 times

      Examples:
        | kind  |
        | stdio |
        | http  |
