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
