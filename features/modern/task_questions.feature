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

  @MOD-TASK-28
  Rule: A task may ask 64 questions in all, however many polls it needs for them

    Scenario Outline: 32, and then <then>
      Given the switch "protocol.era" is "modern"
      And the switch "protocol.tasks" is "1h"
      And server "docs" over http with this script:
        """yaml
        era: modern
        tools: [{name: build, task: {takes: 6s, poll: 1s}, answer: built}]
        rules:
          - {when: {method: tasks/update}, do: [{result: {resultType: complete}}]}
          - {when: {method: tasks/get, nth: 1}, do: [{set: {path: /status, value: input_required}}, {set: {path: /inputRequests, value: {a0: {method: roots/list}, a1: {method: roots/list}, a2: {method: roots/list}, a3: {method: roots/list}, a4: {method: roots/list}, a5: {method: roots/list}, a6: {method: roots/list}, a7: {method: roots/list}, a8: {method: roots/list}, a9: {method: roots/list}, a10: {method: roots/list}, a11: {method: roots/list}, a12: {method: roots/list}, a13: {method: roots/list}, a14: {method: roots/list}, a15: {method: roots/list}, a16: {method: roots/list}, a17: {method: roots/list}, a18: {method: roots/list}, a19: {method: roots/list}, a20: {method: roots/list}, a21: {method: roots/list}, a22: {method: roots/list}, a23: {method: roots/list}, a24: {method: roots/list}, a25: {method: roots/list}, a26: {method: roots/list}, a27: {method: roots/list}, a28: {method: roots/list}, a29: {method: roots/list}, a30: {method: roots/list}, a31: {method: roots/list}}}}]}
          - {when: {method: tasks/get, nth: 2}, do: [{set: {path: /status, value: input_required}}, {set: {path: /inputRequests, value: {b0: {method: roots/list}, b1: {method: roots/list}, b2: {method: roots/list}, b3: {method: roots/list}, b4: {method: roots/list}, b5: {method: roots/list}, b6: {method: roots/list}, b7: {method: roots/list}, b8: {method: roots/list}, b9: {method: roots/list}, b10: {method: roots/list}, b11: {method: roots/list}, b12: {method: roots/list}, b13: {method: roots/list}, b14: {method: roots/list}, b15: {method: roots/list}, b16: {method: roots/list}, b17: {method: roots/list}, b18: {method: roots/list}, b19: {method: roots/list}, b20: {method: roots/list}, b21: {method: roots/list}, b22: {method: roots/list}, b23: {method: roots/list}, b24: {method: roots/list}, b25: {method: roots/list}, b26: {method: roots/list}, b27: {method: roots/list}, b28: {method: roots/list}, b29: {method: roots/list}, b30: {method: roots/list}, b31: {method: roots/list}<more>}}}]}
        """
      And the runtime has started
      When tool "mcp__docs_build" is called
      And 1m passes
      Then call 1 returns <result>

      Examples:
        | then      | more                      | result                                                           |
        | 32 others |                           | "built"                                                          |
        | 33 others | , c: {method: roots/list} | the error text "MCP error: the task asks more than 64 questions" |
