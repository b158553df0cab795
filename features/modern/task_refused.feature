@omp @virtual
Feature: A task that cannot go on ends for the one who called
  A server that does not take an answer would ask for it for ever, and one that is gone
  says nothing. Why is what the caller gets, and no task is left running.

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

  @MOD-TASK-29
  Rule: What ends a task that is followed no more is told with its id

    Example: the process ends at the first poll
      Given server "docs" over stdio with this script:
        """yaml
        era: modern
        tools: [{name: build}]
        rules:
          - when: {method: tools/call}
            do: [{result: {resultType: task, taskId: t-7, status: working, createdAt: "2026-07-28T10:00:00Z", lastUpdatedAt: "2026-07-28T10:00:00Z", ttlMs: null, pollIntervalMs: 2000}}]
          - {when: {method: tasks/get}, do: [{exit: 1}]}
        """
      And the runtime has started
      When tool "mcp__docs_build" is called
      And 10s pass
      Then call 1 returns the error text "MCP error: the task t-7 can be followed no more: Transport closed"
