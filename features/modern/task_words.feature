@omp @virtual
Feature: What is wrong with a task is told in words
  A task lives on the server. All that its caller ever sees is how it ends, so each way to
  end has a text of its own.

  Background:
    Given the switch "protocol.era" is "modern"
    And the switch "protocol.tasks" is "5h"

  @MOD-TASK-20 @MOD-TASK-25 @MOD-TASK-22
  Rule: A task ends with its result or with the reason why there is none

    Scenario Outline: <what>
      Given server "docs" over stdio with this script:
        """yaml
        era: modern
        tools: [{name: build, task: {takes: 50s, poll: 1s}}]
        rules:
          - {when: {method: tasks/get, nth: 2}, do: [{patch: <answer>}]}
        """
      And the runtime has started
      When tool "mcp__docs_build" is called
      And 9s pass
      Then call 1 returns <result>
      And call 1 ended at 2s
      And server "docs" received "tasks/cancel" <cancelled>

      Examples:
        | what                      | answer                                                                            | result                                                                                          | cancelled |
        | a result                  | {status: completed, result: {content: [{type: text, text: built}]}}               | "built"                                                                                         | 0 times   |
        | no result                 | {status: completed}                                                               | the error text "MCP error: the task is completed and has no result"                             | 0 times   |
        | a list for a result       | {status: completed, result: []}                                                   | the error text "MCP error: the task is completed and has no result"                             | 0 times   |
        | an error                  | {status: failed, error: {code: -32001, message: full}, statusMessage: other}      | the error text "MCP error: MCP error -32001: full"                                              | 0 times   |
        | a failure in words        | {status: failed, statusMessage: disk full}                                        | the error text "MCP error: the task failed: disk full"                                          | 0 times   |
        | an end that it has chosen | {status: cancelled}                                                               | the error text "MCP error: the server cancelled the task"                                       | 0 times   |
        | an unknown status         | {status: paused}                                                                  | the error text "MCP error: the task has the unknown status "paused""                            | 0 times   |
        | a question without one    | {status: input_required}                                                          | the error text "MCP error: the task asks for input and does not say what for"                   | 1 time    |
        | no questions              | {status: input_required, inputRequests: {}}                                       | the error text "MCP error: the task asks for input and does not say what for"                   | 1 time    |
        | questions that are none   | {status: input_required, inputRequests: [1]}                                      | the error text "MCP error: the task asks for input and does not say what for"                   | 1 time    |
        | an undeclared question    | {status: input_required, inputRequests: {a: {method: elicitation/create}}}        | the error text "MCP error: answering what the task asks for: MCP error -32601: Unsupported server request: elicitation/create" | 1 time    |
        | another task              | {taskId: other}                                                                   | the error text "MCP error: the answer to tasks/get is about another task"                       | 0 times   |
        | a task without an id      | {taskId: null}                                                                    | the error text "MCP error: reading a task: its id has 0 bytes, want 1 to 1024"                  | 0 times   |
        | an id that is no text     | {taskId: 7}                                                                       | the error text "MCP error: reading a task: "taskId" is a number at byte 250, not a string"     | 0 times   |
        | no number for a pause     | {pollIntervalMs: soon}                                                            | the error text "MCP error: reading a task: "pollIntervalMs" is a string at byte 193, not a number" | 0 times   |
        | an error that is a text   | {status: failed, error: full}                                                     | the error text "MCP error: MCP error 0: "full""                                                 | 0 times   |
        | an error that is null     | {status: failed, error: null, statusMessage: disk full}                           | the error text "MCP error: the task failed: disk full"                                          | 0 times   |

    Scenario Outline: begun with <what>
      Given server "docs" over http with this script:
        """yaml
        era: modern
        tools: [build]
        rules:
          - {when: {method: tools/call}, do: [{result: {resultType: task, <answer>}}]}
        """
      And the runtime has started
      When tool "mcp__docs_build" is called
      Then call 1 returns the error text "MCP error: <text>"
      And server "docs" received "tasks/get" 0 times

      Examples:
        | what  | answer                       | text                                                    |
        | no id | status: working              | reading a task: its id has 0 bytes, want 1 to 1024      |

  @MOD-TASK-21
  Rule: Between two polls there are 100 ms at least and an hour at most, and a second if nothing is said

    Scenario Outline: <poll>
      Given server "docs" over stdio with this script:
        """yaml
        era: modern
        tools: [{name: build, task: {takes: 4h}}]
        rules:
          - {when: {method: tools/call}, do: [{patch: {pollIntervalMs: <poll>}}]}
          - {when: {method: tasks/get}, do: [{patch: {pollIntervalMs: <poll>}}]}
        """
      And the runtime has started
      When tool "mcp__docs_build" is called
      And <pass> pass
      Then server "docs" received "tasks/get" at "<polls>"

      Examples:
        | poll    | pass   | polls                 |
        | null    | 2500ms | 1s, 2s                |
        | 0       | 2500ms | 1s, 2s                |
        | -5      | 2500ms | 1s, 2s                |
        | 0.5     | 250ms  | 100ms, 200ms          |
        | 99      | 250ms  | 100ms, 200ms          |
        | 101     | 250ms  | 101ms, 202ms          |
        | 1500.5  | 3100ms | 1.501s, 3.001s        |
        | 3599999 | 121m   | 59m59.999s, 1h59m59.998s |
        | 3600001 | 121m   | 1h0m0s, 2h0m0s        |
        | 1.0e+300 | 121m   | 1h0m0s, 2h0m0s        |

  @MOD-TASK-26
  Rule: The answer to tasks/cancel is waited for a second

    Scenario Outline: <what>
      Given the switch "protocol.tasks" is "1m"
      And server "docs" over http with this script:
        """yaml
        era: modern
        tools: [{name: build, task: {takes: 5m, poll: 20s}}]
        rules:
          - {when: {method: tasks/cancel}, do: [<do>]}
        """
      And the runtime has started
      When tool "mcp__docs_build" is called
      And 2m pass
      Then call 1 ended at <end>
      And call 1 returns an error text with "was not done after 1m0s, and was cancelled"
      And server "docs" received "tasks/cancel" at "1m0s"

      Examples:
        | what       | do                                | end      |
        | at once    | error: {code: -32602, message: no} | 1m0s     |
        | in time    | delay: 900ms                      | 1m0.9s   |
        | too late   | delay: 1100ms                     | 1m1s     |
        | never      | never                             | 1m1s     |

  @MOD-TASK-29
  Rule: Five polls in a row may be lost, and one that is answered counts anew

    Scenario Outline: <what>
      Given server "docs" over http with this script:
        """yaml
        era: modern
        tools: [{name: build, task: {takes: 21s, poll: 2s}, answer: built}]
        rules:
          - {when: {method: tasks/get, <lost>}, do: [{as: sse}, {end: eof}]}
          - {when: {method: tasks/get, <more>}, do: [{as: sse}, {end: eof}]}
        """
      And the runtime has started
      When tool "mcp__docs_build" is called
      And 1m passes
      Then call 1 returns <result>
      And server "docs" received "tasks/get" <polls> times

      Examples:
        | what          | lost     | more                | result                                         | polls |
        | five and five | first: 5 | after: 6, first: 5  | "built"                                        | 12    |
        | six           | nth: 2   | after: 2, first: 5  | an error text with "can be followed no more: " | 7     |
