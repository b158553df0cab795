@omp
Feature: A server tells of a task, so that it need not be asked all the time
  To listen is a subscription of its own for each task that goes on. Whatever becomes of it,
  the task is followed to its end: polls are always good enough.

  Background:
    Given the switch "protocol.era" is "modern"
    And the switch "protocol.tasks" is "1h"
    And the switch "protocol.task_updates" is "listen"
    And the user answers what servers ask with:
      """json
      {"action": "accept", "content": {"name": "Ada"}}
      """

  @virtual @MOD-14
  Rule: A task that is listened to is known to have ended when it ends, with a poll a minute

    Scenario Outline: over <kind>, with <task>
      Given server "docs" over <kind> with this script:
        """yaml
        era: modern
        capabilities: {tools: {}}
        tools: [{name: build, task: {<task>}, answer: built}]
        """
      And the runtime has started
      When tool "mcp__docs_build" is called
      And 4m pass
      Then call 1 ended at <end>
      And server "docs" received "tasks/get" <polls> times
      And server "docs" received "tasks/update" <updates> times
      And server "docs" received "subscriptions/listen" <listens> times
      And server "docs" received "notifications/cancelled" <told> times

      Examples:
        | kind  | task                                                                                            | end   | polls | updates | listens | told |
        | stdio | takes: 150s, poll: 1s                                                                            | 2m30s | 4     | 0       | 1       | 1    |
        | http  | takes: 150s, poll: 1s                                                                            | 2m30s | 4     | 0       | 1       | 0    |
        | http  | takes: 100s, poll: 80s                                                                           | 1m40s | 1     | 0       | 1       | 0    |
        | stdio | takes: 30s, poll: 1s, fails: {code: -32000, message: no}                                         | 30s   | 2     | 0       | 1       | 1    |
        | http  | takes: 30s, poll: 1s, inputs: {who: {method: elicitation/create, params: {mode: form, message: m}}} | 30s   | 2     | 1       | 1       | 0    |
        | stdio | takes: 1s, poll: 2s                                                                              | 2s    | 1     | 0       | 0       | 0    |

  @virtual @MOD-14
  Rule: Without a subscription a task is polled as often as the server says

    Scenario Outline: <what>
      Given server "docs" over http with this script:
        """yaml
        era: modern
        capabilities: {tools: {}}
        tools: [{name: build, task: {takes: 29s, poll: 2s}, answer: built}]
        rules:
          - when: {method: subscriptions/listen}
            do: [<do>]
        """
      And the runtime has started
      When tool "mcp__docs_build" is called
      And 1m passes
      Then call 1 ended at <end>
      And server "docs" received "subscriptions/listen" 1 time
      And server "docs" received "tasks/get" <polls> times

      Examples:
        | what                               | end | polls | do |
        | it is refused                      | 30s | 15    | {error: {code: -32601, message: "no"}} |
        | it is not answered                 | 30s | 15    | {never: {}} |
        | it ends at once                    | 30s | 15    | {result: {resultType: complete}} |
        | its stream breaks before it begins | 30s | 15    | {delay: 9s}, {drop: {}} |
        | it is acknowledged without tasks   | 30s | 15    | {notify: {method: notifications/subscriptions/acknowledged, params: {notifications: {}, _meta: {io.modelcontextprotocol/subscriptionId: "<id>"}}}}, {never: {}} |
        | another task is acknowledged       | 30s | 15    | {notify: {method: notifications/subscriptions/acknowledged, params: {notifications: {taskIds: [other]}, _meta: {io.modelcontextprotocol/subscriptionId: "<id>"}}}}, {never: {}} |
        | it tells of another task           | 30s | 15    | {notify: {method: notifications/tasks, params: {taskId: other, status: completed, result: {content: []}, _meta: {io.modelcontextprotocol/subscriptionId: "<id>"}}}}, {never: {}} |

    Example: it tells of another task on the same subscription
      Given server "docs" over http with this script:
        """yaml
        era: modern
        capabilities: {tools: {}}
        tools: [build]
        rules:
          - {when: {method: tools/call}, do: [{result: {resultType: task, taskId: t, status: working, pollIntervalMs: 2000}}]}
          - {when: {method: tasks/get, after: 2}, do: [{result: {taskId: t, status: completed, result: {content: [{type: text, text: built}]}}}]}
          - {when: {method: tasks/get, first: 2}, do: [{result: {taskId: t, status: working, pollIntervalMs: 2000}}]}
          - when: {method: subscriptions/listen}
            do:
              - notify: {method: notifications/subscriptions/acknowledged, params: {notifications: {taskIds: [t]}, _meta: {io.modelcontextprotocol/subscriptionId: "<id>"}}}
              - delay: 9s
              - notify: {method: notifications/tasks, params: {taskId: other, status: cancelled, _meta: {io.modelcontextprotocol/subscriptionId: "<id>"}}}
              - never
        """
      And the runtime has started
      When tool "mcp__docs_build" is called
      And 5m pass
      Then call 1 returns "built"
      And server "docs" received "tasks/get" at "2s, 4s, 1m4s"

    Example: a subscription that is lost is reason to poll at once
      Given server "docs" over http with this script:
        """yaml
        era: modern
        capabilities: {tools: {}}
        tools: [{name: build, task: {takes: 39s, poll: 2s}, answer: built}]
        """
      And the runtime has started
      When tool "mcp__docs_build" is called
      And 29s pass
      And server "docs" drops its connections
      And 1m passes
      Then call 1 ended at 39s
      And server "docs" received "subscriptions/listen" 1 time
      And server "docs" received "tasks/get" at "2s, 4s, 29s, 31s, 33s, 35s, 37s, 39s"

    Example: nobody asked for one
      Given the switch "protocol.task_updates" is "poll"
      And server "docs" over http with this script:
        """yaml
        era: modern
        capabilities: {tools: {}}
        tools: [{name: build, task: {takes: 30s, poll: 2s}, answer: built}]
        """
      And the runtime has started
      When tool "mcp__docs_build" is called
      And 1m passes
      Then server "docs" received "subscriptions/listen" 0 times
      And server "docs" received "tasks/get" 15 times
