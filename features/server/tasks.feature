@target
Feature: A server runs calls as tasks
  A client of 2025-11-25 may ask for a task: the call is answered at once, and the client
  asks how it stands. Only servers that declare tasks for calls are judged.

  @TASK-01 @MUST
  Rule: A call with a task is answered with the task
    Spec: 2025-11-25 basic/utilities/tasks, Creating Tasks
    Fix: answer with {"task": {"taskId", "status": "working", "createdAt", "lastUpdatedAt", "ttl"}}, and with the result later

    Example: a call
      Given a session
      When a tool that may be called as a task is called so
      Then the answer is a task that has begun

    Example: another call
      Given a session
      When a tool that may be called as a task is called so
      Then another call gets a task with another id

  @TASK-02 @MUST
  Rule: A task can be asked for
    Spec: 2025-11-25 basic/utilities/tasks, Getting Tasks
    Fix: answer tasks/get with taskId, status, createdAt, lastUpdatedAt and ttl, as soon as the task is named

    Example: right after the call, and in the end
      Given a session
      When a tool that may be called as a task is called so
      Then every answer to tasks/get describes the task

    @SHOULD
    Example: it is named once
      Fix: leave io.modelcontextprotocol/related-task out where the params name the task themselves

      Given a session
      When a tool that may be called as a task is called so
      Then nothing that describes the task names it in its _meta

    @SHOULD
    Example: as long as it says
      Fix: keep a task for its ttl, or say a shorter one

      Given a session
      When a tool that may be called as a task is called so
      Then the task is kept as long as its ttl says

  @TASK-03 @MUST
  Rule: The result of a task is that of its call, and waits for its end
    Spec: 2025-11-25 basic/utilities/tasks, Result Retrieval
    Fix: answer tasks/result once the task has ended, with what the call would have returned and its task in _meta

    Example: tasks/result
      Given a session
      When a tool that may be called as a task is called so
      Then its result comes with its end, and is that of a call

    Example: its task
      Fix: name the task in the _meta of its result, under io.modelcontextprotocol/related-task

      Given a session
      When a tool that may be called as a task is called so
      Then its result names the task

    Example: what it asks its client
      Fix: name the task in the _meta of what it asks, under io.modelcontextprotocol/related-task

      Given a session
      When a tool that may be called as a task is called so
      Then what tasks ask their client names the task

    @SHOULD
    Example: how it stands meanwhile
      Fix: set the status to input_required as long as the client is asked, and to working after that

      Given a session
      When a tool that may be called as a task is called so
      Then a task that asks waits for input

    Example: twice
      Fix: keep the result with the task, and answer each tasks/result with it

      Given a session
      When a tool that may be called as a task is called so
      Then it is the same each time that it is asked for

    @SHOULD
    Example: a failure
      Fix: set the status to failed if the result has isError or is an error

      Given a session
      When a tool that may be called as a task is called so
      Then no call that fails has completed

  @TASK-04 @MUST
  Rule: A task that goes on is cancelled for good, and one that has ended stays as it is
    Spec: 2025-11-25 basic/utilities/tasks, Task Cancellation, and Task Status Lifecycle
    Fix: answer tasks/cancel with the task, cancelled, or with error -32602 if it had ended, and keep the last status

    Example: while it goes on
      Given a session
      When a tool that may be called as a task is called so
      Then a task that was cancelled is cancelled, and stays so

    Example: once it has ended
      Given a session
      When a tool that may be called as a task is called so
      Then a task that has ended is not cancelled

    Example: later
      Given a session
      When a tool that may be called as a task is called so
      Then a task that has ended has the same status later
