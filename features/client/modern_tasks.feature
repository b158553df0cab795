@target @modern
Feature: A client that declares tasks follows each of them to its end
  The server alone decides whether a call becomes a task. Clients that do not declare the
  extension meet none, and are judged by none of this.

  Background:
    Given the client declares the extension "io.modelcontextprotocol/tasks"
    And the client copes with a correct server

  @M-TASK-19 @MUST
  Rule: The answer of a call may be a task or a result
    Spec: tasks extension, Capability Negotiation
    Fix: look at resultType; ask tasks/get for the result of a "task"

    Example: a task
      Given this server:
        """yaml
        era: modern
        tools: [{name: add_numbers, inputSchema: {type: object, properties: {a: {type: number}, b: {type: number}}}, task: {takes: 500ms, poll: 100ms}}]
        """
      When the client runs for at most 15s
      Then the client has done what it was asked for
      And every task is asked for

    Example: a task's result
      Fix: hand on the result that is in the answer to tasks/get once the task is completed
      Given the client is asked for "mcpsim-echo"
      And this server:
        """yaml
        era: modern
        tools:
          - {name: mcpsim_give, inputSchema: {type: object}, task: {takes: 300ms, poll: 100ms}}
          - {name: mcpsim_take, inputSchema: {type: object, properties: {text: {type: string}}}}
        """
      When the client runs for at most 15s
      Then the text that a tool gave comes back

  @M-CLI-136 @MAY
  Rule: A task that did not succeed is not reported as success
    Spec: robustness; tasks extension, Task Status
    Fix: fail a call whose task has failed or is cancelled; the member error of a failed one says why

    Scenario Outline: a task that is <status>
      Given the client copes with a correct server
      And this server:
        """yaml
        era: modern
        tools: [{name: add_numbers, inputSchema: {type: object, properties: {a: {type: number}, b: {type: number}}}, task: {takes: 10s, poll: 100ms}}]
        rules:
          - when: {method: tasks/get}
            do: [{patch: {status: <status>, error: {code: -32603, message: stopped}}}]
        """
      When the client runs for at most 5s
      Then every task is followed to its end
      And the client fails by itself

      Examples:
        | status    |
        | failed    |
        | cancelled |

  @M-TASK-20 @MUST
  Rule: A task instead of a list is an invalid answer
    Spec: tasks extension, Capability Negotiation
    Fix: fail a request that is answered with a task unless it is a tools/call

    Example: tools/list
      Given this server:
        """yaml
        era: modern
        tools: [{name: other, task: {takes: 100ms}}]
        rules:
          - when: {method: tools/list}
            do: [{result: {resultType: task, taskId: t1, status: working, createdAt: "2026-07-28T00:00:00Z", lastUpdatedAt: "2026-07-28T00:00:00Z", ttlMs: null}}]
        """
      When the client runs for at most 15s
      Then no task is asked for

  @M-TASK-21 @SHOULD
  Rule: A task is not asked for sooner than its server says
    Spec: tasks extension, Task Polling
    Fix: wait for pollIntervalMs of the last answer before the next tasks/get

    Example: the interval grows
      Given this server:
        """yaml
        era: modern
        tools: [{name: add_numbers, inputSchema: {type: object, properties: {a: {type: number}, b: {type: number}}}, task: {takes: 1s, poll: 400ms}}]
        rules:
          - when: {method: tasks/get, nth: 1}
            do: [{set: {path: /pollIntervalMs, value: 1200}}]
        """
      When the client runs for at most 15s
      Then no task is asked for too soon

    Example: after an answer to what it asks
      Given the client is asked for "elicitation-sep1034-client-defaults"
      And this server:
        """yaml
        era: modern
        tools:
          - name: test_client_elicitation_defaults
            inputSchema: {type: object}
            task: {poll: 500ms, inputs: {form: {method: elicitation/create, params: {mode: form, message: m, requestedSchema: {type: object, properties: {a: {type: string, default: x}}}}}}}
        rules:
          - when: {method: tasks/get, after: 1, until: 4}
            do: [{set: {path: /status, value: input_required}}, {set: {path: /inputRequests, value: {form: {method: elicitation/create, params: {mode: form, message: m, requestedSchema: {type: object, properties: {a: {type: string, default: x}}}}}}}}, {set: {path: /result}}]
        """
      When the client runs for at most 15s
      Then no task is asked for too soon

  @M-TASK-22 @SHOULD
  Rule: A task is asked for until it has ended
    Spec: tasks extension, Task Polling
    Fix: go on with tasks/get until the status is completed, failed or cancelled, or send tasks/cancel

    Example: ten times
      Given this server:
        """yaml
        era: modern
        tools: [{name: add_numbers, inputSchema: {type: object, properties: {a: {type: number}, b: {type: number}}}, task: {takes: 2s, poll: 200ms}}]
        """
      When the client runs for at most 15s
      Then every task is followed to its end

    Scenario Outline: a task that is <status>
      Given this server:
        """yaml
        era: modern
        tools: [{name: add_numbers, inputSchema: {type: object, properties: {a: {type: number}, b: {type: number}}}, task: {takes: 10s, poll: 100ms}}]
        rules:
          - when: {method: tasks/get}
            do: [{patch: {status: <status>, error: {code: -32603, message: stopped}}}]
        """
      When the client runs for at most 5s
      Then every task is followed to its end
      And no task is asked for after its end

      Examples:
        | status    |
        | cancelled |
        | failed    |

    Example: a task that is given up
      Fix: send tasks/cancel when you stop waiting for a task: nothing else tells its server
      Given the client is asked for "mcpsim-late-answer"
      And the client is told:
        """json
        {"timeoutMs": 1000}
        """
      And this server:
        """yaml
        era: modern
        tools:
          - {name: slow, inputSchema: {type: object}, task: {takes: 20s, poll: 200ms}}
          - {name: add_numbers, inputSchema: {type: object, properties: {a: {type: number}, b: {type: number}}}}
        """
      When the client runs for at most 15s
      Then every task is followed to its end

  @M-TASK-29 @MAY @http
  Rule: A question about a task that was lost is asked again
    Spec: robustness; tasks extension, Task Polling
    Fix: repeat tasks/get when its connection breaks: it changes nothing; never repeat the call that made the task

    Example: a cut connection
      Given this server:
        """yaml
        era: modern
        tools: [{name: add_numbers, inputSchema: {type: object, properties: {a: {type: number}, b: {type: number}}}, task: {takes: 500ms, poll: 100ms}}]
        rules:
          - when: {method: tasks/get, nth: 2}
            do: [{drop: {}}]
        """
      When the client runs for at most 15s
      Then every task is followed to its end
      And "tools/call" is sent at most 1 time
