@omp @virtual
Feature: A server sets its own pace, up and down, and says of what kind an answer is
  The newest interval counts. An answer of an unknown kind is no answer, also to the first
  question of all.

  @MOD-TASK-21
  Rule: The interval of the newest answer counts, be it longer or shorter

    Scenario Outline: it becomes <what>
      Given the switch "protocol.era" is "modern"
      And the switch "protocol.tasks" is "1h"
      And server "docs" over <kind> with this script:
        """yaml
        era: modern
        tools: [{name: build, task: {takes: 1h, poll: 5s}, answer: built}]
        rules:
          - {when: {method: tasks/get, nth: 1}, do: [{set: {path: /pollIntervalMs, value: <second>}}]}
          - {when: {method: tasks/get, nth: 2}, do: [{set: {path: /pollIntervalMs, value: <third>}}]}
        """
      And the runtime has started
      When tool "mcp__docs_build" is called
      And 20s pass
      Then server "docs" received "tasks/get" at "<polls>"

      Examples:
        | what                    | kind  | second | third | polls            |
        | shorter, and long again | stdio | 1000   | 8000  | 5s, 6s, 14s, 19s |
        | longer, and short       | http  | 9000   | 2000  | 5s, 14s, 16s     |

  @MOD-CLI-26
  Rule: An answer to server/discover that is of an unknown kind is no answer to it

    Scenario Outline: over <kind>, of the kind "<type>"
      Given the switch "protocol.era" is "auto"
      And server "docs" over <kind> with this script:
        """yaml
        era: dual
        rules: [{when: {method: server/discover}, do: [{set: {path: /resultType, value: <type>}}]}]
        """
      When the runtime starts
      And 1m passes
      Then server "docs" received "initialize" <times>
      And server "docs" is connected

      Examples:
        | kind  | type     | times   |
        | stdio | hologram | 1 time  |
        | http  | hologram | 1 time  |
        | http  | task     | 1 time  |
        | http  | complete | 0 times |
