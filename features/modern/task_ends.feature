@omp
Feature: However a task ends, the one who called is told, once
  A task fails, is given up, or is lost together with its server. What it has done is done,
  so the call is never made again.

  Background:
    Given the switch "protocol.era" is "modern"
    And the switch "protocol.tasks" is "1m"

  @virtual @MOD-TASK-26 @MOD-TASK-22
  Rule: A task that is waited for no more is cancelled by tasks/cancel

    Scenario Outline: the caller gives up, over <kind>
      Given server "docs" over <kind> with this script:
        """yaml
        era: modern
        tools: [{name: build, task: {takes: 50s, poll: 2s}}]
        """
      And the runtime has started
      When tool "mcp__docs_build" is called
      And 5s pass
      And the caller gives up call 1
      And 10s pass
      Then call 1 was aborted
      And server "docs" received "tasks/cancel" 1 time
      And server "docs" received "tasks/get" 2 times
      And server "docs" received "notifications/cancelled" 0 times

      Examples:
        | kind  |
        | stdio |
        | http  |

    Scenario Outline: the longest time for tasks is over, <limit>
      Given the switch "protocol.tasks" is "<limit>"
      And server "docs" over http with this script:
        """yaml
        era: modern
        tools: [{name: build, task: {takes: 90m, poll: 20s}}]
        """
      And the runtime has started
      When tool "mcp__docs_build" is called
      And 2h pass
      Then call 1 ended at <shown>
      And call 1 returns an error text with "was not done after <shown>, and was cancelled"
      And server "docs" received "tasks/cancel" 1 time

      Examples:
        | limit | shown  |
        | 1m    | 1m0s   |
        | 1h    | 1h0m0s |

  @virtual @MOD-TASK-29
  Rule: A lost poll is made again, and a call that has created a task never is

    Scenario Outline: <what>
      Given server "docs" over <kind> with this script:
        """yaml
        era: modern
        tools: [{name: build, annotations: {idempotentHint: true}, task: {takes: 5s, poll: 2s}, answer: built}]
        rules:
          - when: {method: tasks/get, <when>}
            do: [<do>]
        """
      And the runtime has started
      When tool "mcp__docs_build" is called
      And 40s pass
      Then call 1 returns an error text with "<text>"
      And server "docs" received "tools/call" 1 time

      Examples:
        | what                     | kind  | when     | do                                                                  | text                 |
        | the process ends         | stdio | nth: 1   | exit: 1                                                             | followed no more     |
        | each poll is lost        | http  | first: 9 | {as: sse}, {end: eof}                                               | followed no more     |
        | the task is forgotten    | http  | nth: 2   | {error: {code: -32602, message: Task not found}}                    | Task not found       |
        | another task             | stdio | nth: 1   | {result: {resultType: complete, taskId: other, status: working}}    | about another task   |
        | a status that is none    | stdio | nth: 1   | {set: {path: /status, value: paused}}                               | unknown status       |
        | completed without result | stdio | nth: 1   | {set: {path: /status, value: completed}}                            | has no result        |

    Scenario Outline: five polls are lost, each <how>
      Given server "docs" over http with this script:
        """yaml
        era: modern
        tools: [{name: build, task: {takes: 5s, poll: 2s}, answer: built}]
        rules:
          - {when: {method: tasks/get, first: 5}, do: [<do>]}
        """
      And server "docs" has a timeout of 2s
      And the runtime has started
      When tool "mcp__docs_build" is called
      And 40s pass
      Then call 1 returns "built"
      And server "docs" received "tasks/get" 6 times

      Examples:
        | how                  | do                     |
        | cut off              | {as: sse}, {end: eof}  |
        | refused by a gateway | {status: 502}          |
        | never answered       | never                  |

    Scenario Outline: a call does not wait for the next poll when its connection ends: <what>
      Given the switch "protocol.task_updates" is "<updates>"
      And server "docs" over <kind> with this script:
        """yaml
        era: modern
        tools: [{name: build, task: {takes: 4h, poll: 1h}}]
        """
      And the runtime has started
      When tool "mcp__docs_build" is called
      And 45s pass
      And <what>
      And 1s passes
      Then call 1 returns an error text with "can be followed no more: "
      And call 1 ended at 45s

      Examples:
        | kind  | updates | what                              |
        | stdio | poll    | server "docs" exits with code 1   |
        | stdio | listen  | server "docs" exits with code 1   |
        | ws    | poll    | server "docs" exits with code 1   |
        | http  | poll    | server "docs" is disconnected     |

  @MOD-TASK-20
  Rule: What cannot be a task is an invalid answer

    Example: the task of a call fails with the error of its work
      Given server "docs" over stdio with this script:
        """yaml
        era: modern
        tools: [{name: build, task: {takes: 1s, fails: {code: -32603, message: disk full}}}]
        """
      And the runtime has started
      When tool "mcp__docs_build" is called
      And 3s pass
      Then call 1 returns an error text with "MCP error -32603: disk full"

    Example: a resource that is read
      Given server "docs" over stdio with this script:
        """yaml
        era: modern
        resources: ["mcpsim://a"]
        rules:
          - when: {method: resources/read}
            do: [{result: {resultType: task, taskId: t, status: working}}]
        """
      And the runtime has started
      When resource "mcpsim://a" of server "docs" is read
      And 3s pass
      Then server "docs" received "tasks/get" 0 times
