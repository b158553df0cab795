@target
Feature: A server tells how far it is
  Progress goes to whoever asked for it, and keeps a long call from being taken for a
  dead one. Progress for a token that nobody gave, or after the end, confuses clients.
  The tools that report it are the server's own.

  @PROG-01 @MUST
  Rule: Who gives no progress token gets no progress
    Spec: 2025-11-25 basic/utilities/progress, Behavior Requirements
    Fix: send notifications/progress only if the request has _meta.progressToken

    Example: a call without a token
      Given a session
      And a tool that reports progress
      When it is called without a progress token
      Then no progress is reported

    Example: a call without a token, after one with a token
      Given a session
      And a tool that reports progress
      When it is called with the progress token "mcpsim-earlier"
      And it is called without a progress token
      Then no progress is reported

  @PROG-02 @MUST
  Rule: Progress grows with each notification
    Spec: 2025-11-25 basic/utilities/progress, Progress Flow
    Fix: send only values greater than the last one, also if the total is unknown

    Example: all calls
      Given a tool that reports progress
      Then its progress grows

    @last
    Example: the calls of all checks
      Given a tool that reports progress
      And everything that the server offers has been used
      Then in the whole run the progress of every request grew

  @PROG-03 @MUST
  Rule: No progress is reported after the answer
    Spec: 2025-11-25 basic/utilities/progress, Implementation Notes
    Fix: stop the notifications of a request before you answer it

    Example: all calls
      Given a tool that reports progress
      Then no progress follows its answer

    Example: a call with a task
      Given a session
      When a tool that may be called as a task is called so
      Then nothing is reported of it once it has ended

    @last
    Example: the messages of all checks
      Given everything that the server offers has been used
      Then in the whole run no progress came for a request that was answered

  @PROG-04 @MUST
  Rule: Progress carries the token that was given, in value and type
    Spec: 2025-11-25 basic/utilities/progress, Progress Flow
    Fix: keep the token as the JSON that it came as: 7 is not "7"

    Scenario Outline: the token <token>
      Given a session
      And a tool that reports progress
      When it is called with the progress token <token>
      Then every progress carries that token

      Examples:
        | token         |
        | "mcpsim-ü-7"  |
        | 7             |
        | "8"           |

    Example: two calls at once
      Given a session
      And a tool that reports progress
      When it is called with two progress tokens at once
      Then progress is reported for both

    Example: two calls at once whose tokens differ in their type alone
      Given a session
      And a tool that reports progress
      When it is called with two progress tokens at once, which differ in their type alone
      Then progress is reported for both

    Example: a call with a task
      Given a session
      When a tool that may be called as a task is called so
      Then all that it reports carries the progress token of its call

    @MAY
    Example: the token 0
      Given a session
      And a tool that reports progress
      When it is called with the progress token 0
      Then it reports progress as with any other token

    @MAY
    Example: a token without characters
      Given a session
      And a tool that reports progress
      When it is called with the progress token ""
      Then it reports progress as with any other token

    @MAY
    Example: what reports nothing, and what fails
      Fix: answer a request with a progress token as the same one without

      Given a session
      When all is asked for with a progress token that is asked for without one
      Then each is answered as it is without one

  @PROG-05 @SHOULD
  Rule: Progress does not flood the client
    Spec: 2025-11-25 basic/utilities/progress, Implementation Notes
    Fix: leave notifications out that follow the last one within some 100 ms

    Example: all calls
      Given a tool that reports progress
      Then there are at most 50 of them in a second
