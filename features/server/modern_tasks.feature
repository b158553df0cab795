@target @modern
Feature: A modern server answers calls with tasks
  With the extension io.modelcontextprotocol/tasks a call that takes long is answered at
  once, and the client asks how it stands. Only servers that declare the extension are judged.

  @M-TASK-03 @MUST
  Rule: A task is of the type task, and all that is said of it later is complete
    Spec: 2026-07-28 ext-tasks, Polymorphic Results
    Fix: answer the call with the resultType task, and tasks/get, tasks/update and tasks/cancel with complete

    Example: tasks that are followed to their ends
      Then every task is of the type task, and all that is said of it later is complete

    Example: a task that is cancelled
      Given a call that is answered with a task
      And a connection of its own
      When a new task is cancelled
      Then the answer is of the type complete

  @M-TASK-04 @MUST
  Rule: A task is there before it is named
    Spec: 2026-07-28 ext-tasks, Task Creation
    Fix: answer the call once tasks/get finds the task, wherever it is asked

    Example: the first tasks/get
      Then every task is found at once

    Example: a tasks/get on another connection
      Given a call that is answered with a task
      When a new task is asked for on another connection
      Then it is found there

  @M-TASK-05 @MUST
  Rule: What tasks/get says of a task has what its status asks for
    Spec: 2026-07-28 ext-tasks, Task Polling
    Fix: give inputRequests with input_required, result with completed, and error with failed

    Example: tasks that are followed to their ends
      Then every answer to tasks/get has what its status asks for

  @M-TASK-06 @MUST
  Rule: A task fails only with an error of JSON-RPC
    Spec: 2026-07-28 ext-tasks, Task Execution Errors
    Fix: complete the task with the result if that has isError; a failed task has an error with code and message

    Example: tasks that are followed to their ends
      Then every task that failed has the error of JSON-RPC

  @M-TASK-09 @MUST
  Rule: A key is that of one question as long as there is the task
    Spec: 2026-07-28 ext-tasks, Task Update Requests
    Fix: give each question of a task a key of its own

    Example: tasks that are followed to their ends
      Then no two questions of a task have the same key

    @SHOULD
    Example: a question that was answered
      Then no task waits for what it was given

    Example: a task that is listened to
      Given a call that is answered with a task
      When a new task is listened to until it has ended
      Then no two questions that are told of have the same key

  @M-TASK-18 @MAY
  Rule: Times and intervals of a task can be read
    Spec: 2026-07-28 ext-tasks, Tasks
    Fix: write createdAt and lastUpdatedAt as ISO 8601, ttlMs as a whole number or null, and pollIntervalMs as a whole number

    Example: tasks that are followed to their ends
      Then every task has times, a ttlMs and a pollIntervalMs that clients can read

  @M-TASK-12 @MAY
  Rule: A task that has ended does not change
    Spec: 2026-07-28 ext-tasks, Task Status
    Fix: keep status, result and error once the status is completed, failed or cancelled

    Scenario Outline: it is <changed>
      Given a call that is answered with a task
      And a connection of its own
      When a task that has ended is <changed>
      Then it is as it was

      Examples:
        | changed   |
        | cancelled |
        | answered  |

  @M-TASK-13 @MUST
  Rule: The id of a task cannot be guessed
    Spec: 2026-07-28 ext-tasks, Security Considerations
    Fix: make ids at random, with 128 bits

    Example: four tasks
      Given a call that is answered with a task
      And a connection of its own
      When 4 tasks are made
      Then no id of a task leads to another one

  @M-TASK-15 @MUST
  Rule: Those who listen to a task are told its status and nothing else
    Spec: 2026-07-28 ext-tasks, Task Status Notifications
    Fix: send no progress and no log messages of a task on the stream of a subscription

    Example: a task that is listened to
      Given a call that is answered with a task
      When a new task is listened to until it has ended
      Then nothing else comes on its stream

  @M-TASK-16 @MAY
  Rule: What is told of a task is what tasks/get says
    Spec: 2026-07-28 ext-tasks, Task Status Notifications
    Fix: send the whole task with notifications/tasks, with its result, its error or its questions

    Example: a task that is listened to
      Given a call that is answered with a task
      When a new task is listened to until it has ended
      Then all that is told of it is what tasks/get could have said

  @M-TASK-10 @MUST
  Rule: An answer and a cancellation are acknowledged, and no more
    Spec: 2026-07-28 ext-tasks, Task Update Requests
    Fix: answer tasks/update and tasks/cancel with an empty result, and say with tasks/get what has become of the task

    Example: tasks/cancel
      Given a call that is answered with a task
      And a connection of its own
      When a new task is cancelled
      Then the answer is empty

    Example: tasks/update
      Then every answer to tasks/update is empty

  @M-TASK-11 @SHOULD
  Rule: An answer to what was not asked is passed over
    Spec: 2026-07-28 ext-tasks, Task Update Requests
    Fix: acknowledge tasks/update, and ignore keys that are not outstanding

    Example: a key that never was
      Given a call that is answered with a task
      And a connection of its own
      When a new task is given an answer that it has not asked for
      Then the answer is empty
      And the task goes on
