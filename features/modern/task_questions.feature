@omp @virtual
Feature: A task may ask again, and repeats what it has asked
  While a task waits for an answer each poll repeats its questions, and a later one may
  have more of them. A user is asked each of them once.

  @MOD-TASK-24
  Rule: Of what each poll asks only what is new is put to the user and answered

    Scenario Outline: over <kind>
      Given the switch "protocol.era" is "modern"
      And the switch "protocol.tasks" is "1h"
      And the user answers what servers ask with:
        """json
        {"action": "accept", "content": {"name": "Ada"}}
        """
      And server "docs" over <kind> with this script:
        """yaml
        era: modern
        tools: [{name: build, task: {takes: 6s, poll: 1s}, answer: built}]
        rules:
          - {when: {method: tasks/update}, do: [{result: {resultType: complete}}]}
          - {when: {method: tasks/get, first: 2}, do: [{set: {path: /status, value: input_required}}, {set: {path: /inputRequests, value: {who: {method: elicitation/create, params: {mode: form, message: "Who?"}}}}}]}
          - {when: {method: tasks/get, nth: 3}, do: [{set: {path: /status, value: input_required}}, {set: {path: /inputRequests, value: {who: {method: elicitation/create, params: {mode: form, message: "Who?"}}, why: {method: elicitation/create, params: {mode: form, message: "Why?"}}}}}]}
          - {when: {method: tasks/get, nth: 4}, do: [{set: {path: /status, value: input_required}}, {set: {path: /inputRequests, value: {why: {method: elicitation/create, params: {mode: form, message: "Why?"}}}}}]}
          - {when: {method: tasks/get, nth: 5}, do: [{set: {path: /status, value: input_required}}, {set: {path: /inputRequests, value: {who: {method: elicitation/create, params: {mode: form, message: "Who?"}}}}}]}
        """
      And the runtime has started
      When tool "mcp__docs_build" is called
      And 1m passes
      Then call 1 returns "built"
      And server "docs" received "tasks/update" 2 times
      And the user was asked:
        """
        Who?
        Why?
        """

      Examples:
        | kind  |
        | stdio |
        | http  |

    Example: four at once, which each poll repeats
      Given the switch "protocol.era" is "modern"
      And the switch "protocol.tasks" is "1h"
      And server "docs" over http with this script:
        """yaml
        era: modern
        tools: [{name: build, task: {takes: 4s, poll: 1s}, answer: built}]
        rules:
          - {when: {method: tasks/update}, do: [{result: {resultType: complete}}]}
          - {when: {method: tasks/get, first: 3}, do: [{set: {path: /status, value: input_required}}, {set: {path: /inputRequests, value: {a: {method: roots/list}, b: {method: roots/list}, c: {method: roots/list}, d: {method: roots/list}}}}]}
        """
      And the runtime has started
      When tool "mcp__docs_build" is called
      And 1m passes
      Then call 1 returns "built"
      And server "docs" received "tasks/update" 1 time

  @MOD-TASK-29
  Rule: A poll that is lost over a pipe is made again, too, and not only once

    Example: three that are never answered
      Given the switch "protocol.era" is "modern"
      And the switch "protocol.tasks" is "1h"
      And server "docs" over stdio with this script:
        """yaml
        era: modern
        tools: [{name: build, task: {takes: 5s, poll: 1s}, answer: built}]
        rules: [{when: {method: tasks/get, first: 3}, do: [never]}]
        """
      And the runtime has started
      When tool "mcp__docs_build" is called
      And 5m pass
      Then call 1 returns "built"
      And server "docs" received "tools/call" 1 time

  @MOD-TASK-28
  Rule: What is no question of a request is none of a task either

    Scenario Outline: a ping, in <where>
      Given the switch "protocol.era" is "modern"
      And the switch "protocol.tasks" is "1h"
      And server "docs" over http with this script:
        """yaml
        era: modern
        tools: [{name: build, task: {takes: 6s, poll: 1s}, answer: built}]
        rules: [{when: {method: <where>, nth: 1}, do: [<asks>]}]
        """
      And the runtime has started
      When tool "mcp__docs_build" is called
      And 1m passes
      Then call 1 returns the error text "MCP error: answering what <who> asks for: "ping" is no question"
      And server "docs" received "tasks/update" 0 times

      Examples:
        | where      | who        | asks                                                                                                                              |
        | tools/call | tools/call | result: {resultType: input_required, inputRequests: {p: {method: ping}}}                                                          |
        | tasks/get  | the task   | {set: {path: /status, value: input_required}}, {set: {path: /inputRequests, value: {p: {method: ping}, r: {method: roots/list}}}} |
