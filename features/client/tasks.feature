@target
Feature: A client asks for a task where there can be one, and stays with it
  Tasks of revision 2025-11-25 are asked for by the client: with a call of a tool that allows
  it, of a server that has declared it. Clients without tasks are judged by none of the rest.

  @CLI-150 @MUST
  Rule: A call asks for a task only where the server and the tool allow it
    Spec: 2025-11-25 basic/utilities/tasks, Tool-Level Negotiation
    Fix: send params.task only if the server has declared tasks.requests.tools.call and execution.taskSupport of the tool is optional or required

    Example: a server that has declared no tasks
      Given this server:
        """yaml
        capabilities: {tools: {}}
        tools:
          - name: add_numbers
            raw:
              name: add_numbers
              inputSchema: {type: object, properties: {a: {type: number}, b: {type: number}}}
              execution: {taskSupport: optional}
        """
      When the client runs for at most 10s
      Then no call asks for a task that there cannot be

    Scenario Outline: a tool whose taskSupport is <support>
      Given this server:
        """yaml
        capabilities: {tools: {}, tasks: {list: {}, cancel: {}, requests: {tools: {call: {}}}}}
        tools:
          - name: add_numbers
            raw:
              name: add_numbers
              inputSchema: {type: object, properties: {a: {type: number}, b: {type: number}}}
              execution: {taskSupport: <support>}
        """
      When the client runs for at most 10s
      Then no call asks for a task that there cannot be

      Examples:
        | support   |
        | forbidden |
        | null      |

    Example: every situation
      When the client runs in every situation
      Then no call asks for a task that there cannot be

  @CLI-151 @SHOULD
  Rule: A task is followed to its end, by its name, and not faster than its server says
    Spec: 2025-11-25 basic/utilities/tasks, Behavior Requirements and Task Polling
    Fix: ask tasks/get with the taskId of the answer, wait for the pollInterval that was told last, and ask tasks/result for the result

    Example: a task that takes its time
      Given the client copes with a correct server
      And this server:
        """yaml
        capabilities: {tools: {}, tasks: {list: {}, cancel: {}, requests: {tools: {call: {}}}}}
        tools:
          - name: add_numbers
            raw:
              name: add_numbers
              inputSchema: {type: object, properties: {a: {type: number}, b: {type: number}}}
              execution: {taskSupport: optional}
        rules:
          - when: {method: tools/call}
            do: [{result: {task: {taskId: Task-1/a, status: working, createdAt: "2026-01-01T00:00:00Z", lastUpdatedAt: "2026-01-01T00:00:00Z", ttl: 60000, pollInterval: 500}}}]
          - when: {method: tasks/get}
            do: [{result: {taskId: Task-1/a, status: working, createdAt: "2026-01-01T00:00:00Z", lastUpdatedAt: "2026-01-01T00:00:00Z", ttl: 60000, pollInterval: 500}}]
            mayNotHappen: true
          - when: {method: tasks/get, after: 3}
            do: [{result: {taskId: Task-1/a, status: completed, createdAt: "2026-01-01T00:00:00Z", lastUpdatedAt: "2026-01-01T00:00:00Z", ttl: 60000, pollInterval: 500}}]
            mayNotHappen: true
          - when: {method: tasks/result}
            do: [{delay: 1s}, {result: {content: [{type: text, text: "8"}], _meta: {io.modelcontextprotocol/related-task: {taskId: Task-1/a}}}}]
            mayNotHappen: true
        """
      When the client runs for at most 15s
      Then every request about a task names one that there is
      And every task is followed to its end
      And no task is asked for too soon

    Example: an interval that grows
      Given the client copes with a correct server
      And this server:
        """yaml
        capabilities: {tools: {}, tasks: {list: {}, cancel: {}, requests: {tools: {call: {}}}}}
        tools:
          - name: add_numbers
            raw:
              name: add_numbers
              inputSchema: {type: object, properties: {a: {type: number}, b: {type: number}}}
              execution: {taskSupport: optional}
        rules:
          - when: {method: tools/call}
            do: [{result: {task: {taskId: Task-1/a, status: working, createdAt: "2026-01-01T00:00:00Z", lastUpdatedAt: "2026-01-01T00:00:00Z", ttl: 60000, pollInterval: 200}}}]
          - when: {method: tasks/get}
            do: [{result: {taskId: Task-1/a, status: working, createdAt: "2026-01-01T00:00:00Z", lastUpdatedAt: "2026-01-01T00:00:00Z", ttl: 60000, pollInterval: 1500}}]
            mayNotHappen: true
          - when: {method: tasks/get, after: 2}
            do: [{result: {taskId: Task-1/a, status: completed, createdAt: "2026-01-01T00:00:00Z", lastUpdatedAt: "2026-01-01T00:00:00Z", ttl: 60000, pollInterval: 200}}]
            mayNotHappen: true
          - when: {method: tasks/result}
            do: [{delay: 1s}, {result: {content: [{type: text, text: "8"}], _meta: {io.modelcontextprotocol/related-task: {taskId: Task-1/a}}}}]
            mayNotHappen: true
        """
      When the client runs for at most 15s
      Then no task is asked for too soon

    Example: a tool that is a task always
      Given the client copes with a correct server
      And this server:
        """yaml
        capabilities: {tools: {}, tasks: {list: {}, cancel: {}, requests: {tools: {call: {}}}}}
        tools:
          - name: add_numbers
            raw:
              name: add_numbers
              inputSchema: {type: object, properties: {a: {type: number}, b: {type: number}}}
              execution: {taskSupport: required}
        rules:
          - when: {method: tools/call}
            do: [{result: {task: {taskId: Task-1/a, status: working, createdAt: "2026-01-01T00:00:00Z", lastUpdatedAt: "2026-01-01T00:00:00Z", ttl: 60000, pollInterval: 500}}}]
          - when: {method: tasks/get}
            do: [{result: {taskId: Task-1/a, status: working, createdAt: "2026-01-01T00:00:00Z", lastUpdatedAt: "2026-01-01T00:00:00Z", ttl: 60000, pollInterval: 500}}]
            mayNotHappen: true
          - when: {method: tasks/get, after: 3}
            do: [{result: {taskId: Task-1/a, status: completed, createdAt: "2026-01-01T00:00:00Z", lastUpdatedAt: "2026-01-01T00:00:00Z", ttl: 60000, pollInterval: 500}}]
            mayNotHappen: true
          - when: {method: tasks/result}
            do: [{delay: 1s}, {result: {content: [{type: text, text: "8"}], _meta: {io.modelcontextprotocol/related-task: {taskId: Task-1/a}}}}]
            mayNotHappen: true
        """
      When the client runs for at most 15s
      Then every request about a task names one that there is
      And every task is followed to its end
