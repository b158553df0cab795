@omp @virtual
Feature: A call may be asked first and answered with a task then
  A server that needs to know something before it begins asks for it in a result, and says
  with the next one that the work takes a while.

  @MOD-TASK-19
  Rule: Whichever result a call gets, at whichever time, its caller sees the result of the work

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
        tools:
          - name: build
            rounds: [{inputs: {who: {method: elicitation/create, params: {mode: form, message: "Who?"}}}}]
            task: {takes: 2s, poll: 1s}
            answer: built
        """
      And the runtime has started
      When tool "mcp__docs_build" is called
      And 1m passes
      Then call 1 returns "built"
      And server "docs" received "tools/call" 2 times

      Examples:
        | kind  |
        | stdio |
        | http  |

  @MOD-TASK-20
  Rule: A task that was not declared is an invalid answer

    Scenario Outline: over <kind>
      Given the switch "protocol.era" is "modern"
      And server "docs" over <kind> with this script:
        """yaml
        era: modern
        tools: [build]
        rules: [{when: {method: tools/call}, do: [{result: {resultType: task, taskId: t, status: working}}]}]
        """
      And the runtime has started
      When tool "mcp__docs_build" is called
      And 1m passes
      Then call 1 returns an error text with "unknown result type "task""
      And server "docs" received "tasks/get" 0 times

      Examples:
        | kind  |
        | stdio |
        | http  |
