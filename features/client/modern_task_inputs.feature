@target @modern
Feature: What a task asks and how it is ended is a client's own business no less than in a call
  A task goes on when the call has long been answered: what belongs to calls is too late for it.

  Background:
    Given the client declares the extension "io.modelcontextprotocol/tasks"
    And the client copes with a correct server

  @M-TASK-24 @SHOULD
  Rule: Each question of a task is answered once
    Spec: tasks extension, Task Update Requests
    Fix: remember the keys of inputRequests that were answered: the server may go on to show them for a while

    Example: a question that is still shown
      Given the client is asked for "elicitation-sep1034-client-defaults"
      And this server:
        """yaml
        era: modern
        tools:
          - name: test_client_elicitation_defaults
            inputSchema: {type: object}
            task: {poll: 200ms, inputs: {form: {method: elicitation/create, params: {mode: form, message: m, requestedSchema: {type: object, properties: {a: {type: string, default: x}}}}}}}
        rules:
          - when: {method: tasks/get, after: 1, until: 4}
            do: [{set: {path: /status, value: input_required}}, {set: {path: /inputRequests, value: {form: {method: elicitation/create, params: {mode: form, message: m, requestedSchema: {type: object, properties: {a: {type: string, default: x}}}}}}}}, {set: {path: /result}}]
        """
      When the client runs for at most 15s
      Then each question of a task is answered once

  @M-TASK-25 @MUST @http
  Rule: A request about a task names it in Mcp-Name
    Spec: tasks extension, Streamable HTTP: Routing Headers
    Fix: put params.taskId of tasks/get, tasks/update and tasks/cancel into Mcp-Name

    Example: a task
      Given this server:
        """yaml
        era: modern
        tools: [{name: add_numbers, inputSchema: {type: object, properties: {a: {type: number}, b: {type: number}}}, task: {takes: 500ms, poll: 100ms}}]
        """
      When the client runs for at most 15s
      Then every request about a task has its name in Mcp-Name

    Example: a task that is given up
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
      Then every request about a task has its name in Mcp-Name

    Example: a task that asks
      Given the client is asked for "elicitation-sep1034-client-defaults"
      And this server:
        """yaml
        era: modern
        tools:
          - name: test_client_elicitation_defaults
            inputSchema: {type: object}
            task: {poll: 200ms, inputs: {form: {method: elicitation/create, params: {mode: form, message: m, requestedSchema: {type: object, properties: {a: {type: string, default: x}}}}}}}
        """
      When the client runs for at most 15s
      Then every request about a task has its name in Mcp-Name

  @M-CLI-155 @MUST
  Rule: Every request about a task declares the extension
    Spec: 2026-07-28 basic, Request Metadata; ext-tasks, Capability Negotiation: servers refuse tasks/get, tasks/update and tasks/cancel without it
    Fix: put the same clientCapabilities into the _meta of each request

    Example: a task
      Given this server:
        """yaml
        era: modern
        tools: [{name: add_numbers, inputSchema: {type: object, properties: {a: {type: number}, b: {type: number}}}, task: {takes: 500ms, poll: 100ms}}]
        """
      When the client runs for at most 15s
      Then every request about a task declares the extension "io.modelcontextprotocol/tasks"

  @M-TASK-26 @MUST
  Rule: A task is not ended by cancelling its call
    Spec: tasks extension, Task Cancellation
    Fix: send tasks/cancel when a task is given up: its call has been answered

    Example: a call that is given up
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
      Then no call that became a task is cancelled

  @M-TASK-28 @MUST
  Rule: A task is not answered what was not declared
    Spec: tasks extension, Task Update Requests
    Fix: treat what a task asks like what a call asks: by what was declared, and by what the user allows

    Scenario Outline: <method>
      Given this server:
        """yaml
        era: modern
        tools: [{name: add_numbers, inputSchema: {type: object, properties: {a: {type: number}, b: {type: number}}}, task: {poll: 200ms, inputs: {it: {method: <method>, params: <params>}}}}]
        """
      When the client runs for at most 5s
      Then no task is answered what was not declared

      Examples:
        | method                 | params                                                                        |
        | sampling/createMessage | {messages: [{role: user, content: {type: text, text: hello}}], maxTokens: 1}  |
        | roots/list             | {}                                                                            |
