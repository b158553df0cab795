@target @modern
Feature: A modern server judges each request about a task by itself
  The extension is declared with each request, and so is who asks. What a request has
  declared, or who has made the task, is of no use to the next one.

  @M-TASK-01 @MUST
  Rule: Only a request that declares the extension is answered with a task
    Spec: 2026-07-28 ext-tasks, Capability Negotiation
    Fix: look for io.modelcontextprotocol/tasks in the clientCapabilities of the very request

    Example: a client without it
      Given a call that is answered with a task
      And a connection of its own
      When the call is made without the extension
      Then it is not answered with a task

    Example: a client that had it a moment ago
      Given a call that is answered with a task
      And a connection of its own
      When the call is made with the extension, and then without it
      Then it is not answered with a task

  @M-TASK-02 @MUST
  Rule: A call that needs a task is refused to clients without the extension
    Spec: 2026-07-28 ext-tasks, Capability Negotiation
    Fix: answer with error -32021 and the extension in data.requiredCapabilities.extensions, or do without a task

    Example: a client without it
      Given a call that is answered with a task
      And a connection of its own
      When such calls are made without the extension, until one is refused
      Then an error is -32021, and names the extension

  @M-TASK-07 @MUST
  Rule: An unknown task is the error -32602
    Spec: 2026-07-28 ext-tasks, Protocol Errors
    Fix: answer requests about tasks that are not there with error -32602

    Example: tasks/get
      Given a connection of its own
      And the server declares tasks, and so does the client
      When the request "tasks/get" is sent with:
        """
        {"taskId": "mcpsim-no-such-task"}
        """
      Then the answer is the error -32602

    Scenario Outline: <id>, which objects of JavaScript or Python have
      Fix: look tasks up where only your own are: in a Map, with Object.hasOwn, or in a dict

      Given a connection of its own
      And the server declares tasks, and so does the client
      When the request "tasks/get" is sent with:
        """
        {"taskId": "<id>"}
        """
      Then the answer is an error

      Examples:
        | id          |
        | constructor |
        | __proto__   |
        | __class__   |

    Example: beside a task that there is
      Given a call that is answered with a task
      And a connection of its own
      When a new task is made, and one is asked for that there is not
      Then the answer is an error

    @SHOULD
    Scenario Outline: <method>
      Given a connection of its own
      And the server declares tasks, and so does the client
      When the request "<method>" is sent with:
        """
        {"taskId": "mcpsim-no-such-task", "inputResponses": {}}
        """
      Then the answer is the error -32602

      Examples:
        | method       |
        | tasks/update |
        | tasks/cancel |

  @M-TASK-08 @MUST
  Rule: Requests about tasks are refused to clients without the extension
    Spec: 2026-07-28 ext-tasks, Protocol Errors
    Fix: answer with error -32021 and the extension in data.requiredCapabilities.extensions

    Scenario Outline: <method>
      Given a connection of its own
      And the server declares tasks, and so does the client
      And the metadata "clientCapabilities" is the JSON {}
      When the request "<method>" is sent with:
        """
        {"taskId": "mcpsim-no-such-task", "inputResponses": {}}
        """
      Then it is refused with error -32021, which names the extension

      Examples:
        | method       |
        | tasks/get    |
        | tasks/update |
        | tasks/cancel |

    Example: subscriptions/listen
      Given a connection of its own
      And the server declares tasks, and so does the client
      And the metadata "clientCapabilities" is the JSON {}
      When tasks are listened to
      Then it is refused with error -32021, which names the extension

  @M-TASK-14 @MUST @http
  Rule: A request about a task is authorized by itself
    Spec: 2026-07-28 ext-tasks, Security Considerations
    Fix: judge the token of tasks/get, tasks/update and tasks/cancel as that of any request

    Scenario Outline: <method> without a token
      Given a call that is answered with a task
      And a connection of its own
      And the server wants a token
      And the header "Authorization" is left out
      When the request "<method>" is sent about it
      Then the status is 401

      Examples:
        | method       |
        | tasks/get    |
        | tasks/cancel |
        | tasks/update |

  @M-TASK-30 @MAY
  Rule: The tasks of 2025-11-25 are unknown here
    Spec: 2026-07-28 changelog, Major changes
    Fix: serve tasks/get, tasks/update and tasks/cancel alone

    Scenario Outline: <method>
      Given a connection of its own
      And the server declares tasks, and so does the client
      When the request "<method>" is sent with:
        """
        {"taskId": "mcpsim-no-such-task"}
        """
      Then the answer is the error -32601

      Examples:
        | method       |
        | tasks/result |
