@target
Feature: A server's tasks are where clients look for them
  A client reads in the list of tools which of them are tasks, and in the list of tasks which
  of its own there are.

  @TASK-05 @MUST
  Rule: An unknown task is the error -32602
    Spec: 2025-11-25 basic/utilities/tasks, Protocol Errors
    Fix: answer requests about tasks that are not there with error -32602

    Scenario Outline: <method>
      Given a session
      And tasks can be asked for
      When the request "<method>" is sent with:
        """
        {"taskId": "mcpsim-no-such-task"}
        """
      Then the answer is the error -32602

      Examples:
        | method       |
        | tasks/get    |
        | tasks/result |

    Scenario Outline: <id>, which objects of JavaScript or Python have
      Fix: look tasks up where only your own are: in a Map, with Object.hasOwn, or in a dict

      Given a session
      And tasks can be asked for
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
      Given a session
      When a tool that may be called as a task is called so
      Then a task that there is not is an error beside one that there is

    Example: tasks/cancel
      Given a session
      And tasks can be asked for, and cancelled
      When the request "tasks/cancel" is sent with:
        """
        {"taskId": "mcpsim-no-such-task"}
        """
      Then the answer is the error -32602

  @TASK-06 @MUST
  Rule: A tool that needs a task is not called without one
    Spec: 2025-11-25 basic/utilities/tasks, Tool-Level Negotiation
    Fix: answer a call without task with error -32601 if the taskSupport of the tool is required, and one with a task if it is forbidden or absent

    Example: a call without
      Given a session
      When a tool that may be called as a task is called so
      Then a call without a task that needs one is the error -32601

    @SHOULD
    Example: a call with a task that the tool forbids
      Given a session
      When a tool that may be called as a task is called so
      Then a call with a task is refused where the tool forbids it

    Example: a call with a task where tasks are not declared
      Spec: 2025-11-25 basic/utilities/tasks, Task Support and Handling
      Fix: declare tasks.requests.tools.call, or ignore task in the params

      Given a session
      When a tool that may be called is called with a task that is not declared
      Then no task comes of it

  @TASK-07 @MUST
  Rule: A task that can be asked for is listed
    Spec: 2025-11-25 basic/utilities/tasks, Task Listing
    Fix: answer tasks/list with the tasks of the client, each as tasks/get says it

    Example: right after the call
      Given a session
      When a tool that may be called as a task is called so
      Then the task is in the list of tasks

    Example: once it has ended
      Fix: list what tasks/get finds, whatever its status is

      Given a session
      When a tool that may be called as a task is called so
      Then a task that has ended is in the list of tasks as long as it is found

    @SHOULD @http
    Example: of another client
      Fix: keep the tasks of each session by themselves

      Given a session
      When a tool that may be called as a task is called so
      Then another session does not have the task in its list

  @TASK-08 @SHOULD
  Rule: The id of a task cannot be guessed
    Spec: 2025-11-25 basic/utilities/tasks, Task Isolation and Access Control
    Fix: make ids at random, with 128 bits, where no authorization says whose task it is

    Example: two tasks
      Given a session
      When a tool that may be called as a task is called so
      Then no id of a task is nearly that of another one

    @MUST @http
    Example: what another client can ask for
      Given a session
      When a tool that may be called as a task is called so
      Then no task that another session can ask for has nearly the id of another one
