@omp @virtual
Feature: A task whose questions cannot be answered ends for the one who called
  A server that does not take an answer would ask for it for ever. Its word about
  that is what the caller gets, and the task is not left running.

  Background:
    Given the switch "protocol.era" is "modern"
    And the switch "protocol.tasks" is "1m"

  @X-TASK-09
  Rule: An answer that the server refuses ends the call with its error, and the task

    Example: an answer that the server refuses
      Given the user declines every form
      And server "docs" over stdio with this script:
        """yaml
        era: modern
        tools: [{name: build, task: {takes: 2s, poll: 1s, inputs: {who: {method: elicitation/create, params: {mode: form, message: m}}}}}]
        rules:
          - {when: {method: tasks/update}, do: [{error: {code: -32602, message: no}}]}
        """
      And the runtime has started
      When tool "mcp__docs_build" is called
      And 9s pass
      Then call 1 returns the error text "MCP error: MCP error -32602: no"
      And server "docs" received "tasks/update" 1 time
      And server "docs" received "tasks/cancel" 1 time
