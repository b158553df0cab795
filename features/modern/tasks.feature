@omp
Feature: A call may be answered with a task, which is followed to its end
  A server that needs minutes says so instead of a result, if the client has declared that
  it understands this. The client asks again as often as the server likes, and the one who
  called sees nothing of it but the result.

  Background:
    Given the switch "protocol.era" is "modern"
    And the switch "protocol.tasks" is "1h"
    And the user answers what servers ask with:
      """json
      {"action": "accept", "content": {"name": "Ada"}}
      """

  @virtual @MOD-TASK-19 @MOD-TASK-21 @MOD-TASK-22 @MOD-TASK-25 @MOD-CLI-22 @MOD-CLI-60
  Rule: A task is polled as often as the server asks for, until it has ended

    Scenario Outline: over <kind>, every <poll> for <takes>
      Given server "docs" over <kind> with this script:
        """yaml
        era: modern
        tools: [{name: build, task: {takes: <takes>, poll: <poll>}, answer: built}]
        """
      And the runtime has started
      When tool "mcp__docs_build" is called
      And <until> pass
      Then call 1 returns this text:
        """
        built
        """
      And server "docs" received "tools/call" 1 time
      And server "docs" received "tasks/get" <polls> times
      And server "docs" received "notifications/cancelled" 0 times

      Examples:
        | kind  | takes | poll | until | polls |
        | stdio | 10s   | 3s   | 13s   | 4     |
        | http  | 10s   | 3s   | 13s   | 4     |
        | stdio | 3s    | 0s   | 4s    | 3     |
        | stdio | 1s    | 10ms | 2s    | 10    |
        | http  | 20m   | 5m   | 21m   | 4     |

    Example: the time between two polls changes
      Given server "docs" over stdio with this script:
        """yaml
        era: modern
        tools: [{name: build, task: {takes: 10s, poll: 1s}, answer: built}]
        rules:
          - when: {method: tasks/get, nth: 1}
            do: [{set: {path: /pollIntervalMs, value: 9500}}]
        """
      And the runtime has started
      When tool "mcp__docs_build" is called
      And 11s pass
      Then call 1 ended at 10.5s
      And server "docs" received "tasks/get" 2 times

  @MOD-13
  Rule: Tasks are declared only when they are switched on

    Scenario Outline: the switch is "<switch>", the server <insists>
      Given the switch "protocol.tasks" is "<switch>"
      And server "docs" over stdio with this script:
        """yaml
        era: modern
        tools: [{name: build, task: {takes: 1s, required: <required>}, answer: built}]
        """
      And the runtime has started
      When tool "mcp__docs_build" is called
      And 3s pass
      Then call 1 returns <result>
      And server "docs" received "tasks/get" <polls>

      Examples:
        | switch | insists       | required | result                                                     | polls   |
        | off    | does not insist | false  | "built"                                                    | 0 times |
        | off    | insists       | true     | an error text with "Missing required client capability"    | 0 times |
        | 1h     | does not insist | false  | "built"                                                    | 1 time  |
        | 1h     | insists       | true     | "built"                                                    | 1 time  |

  @virtual @MOD-TASK-24 @MOD-TASK-28 @MOD-TASK-25
  Rule: What a task asks is answered once, as what a request asks is

    Scenario Outline: over <kind>
      Given server "docs" over <kind> with this script:
        """yaml
        era: modern
        tools:
          - name: greet
            task: {takes: 2s, poll: 1s, inputs: {who: {method: elicitation/create, params: {mode: form, message: "Who?"}}}}
            answer: "Hello, {who.name}!"
        """
      And the runtime has started
      When tool "mcp__docs_greet" is called
      And 5s pass
      Then call 1 returns "Hello, Ada!"
      And server "docs" received "tasks/update" 1 time
      And server "docs" received "tools/call" 1 time

      Examples:
        | kind  |
        | stdio |
        | http  |

    Example: a server that goes on asking
      Given server "docs" over http with this script:
        """yaml
        era: modern
        tools: [{name: greet, task: {poll: 1s, inputs: {who: {method: elicitation/create, params: {mode: form, message: "Who?"}}}}}]
        rules:
          - when: {method: tasks/update}
            do: [{result: {resultType: complete}}]
        """
      And the runtime has started
      When tool "mcp__docs_greet" is called
      And 10s pass
      Then call 1 is pending
      And server "docs" received "tasks/get" 10 times
      And server "docs" received "tasks/update" 1 time

    Example: what was not declared
      Given server "docs" over http with this script:
        """yaml
        era: modern
        tools: [{name: greet, task: {poll: 1s, inputs: {say: {method: sampling/createMessage, params: {messages: [], maxTokens: 1}}}}}]
        """
      And the runtime has started
      When tool "mcp__docs_greet" is called
      And 5s pass
      Then call 1 returns an error text with "sampling/createMessage"
      And server "docs" received "tasks/update" 0 times
      And server "docs" received "tasks/cancel" 1 time
