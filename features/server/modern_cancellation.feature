@target @modern
Feature: A modern server stops what is cancelled
  Over stdio a client says so, over HTTP it closes the stream.

  @M-STDIO-15 @MUST @stdio
  Rule: After a cancellation nothing more is told of the request
    Spec: 2026-07-28 basic/transports/stdio, Cancellation
    Fix: stop the work, and send neither progress nor log messages for it

    Example: a slow call
      Given a tool that takes its time
      And a connection of its own
      When it is called with a progress token and cancelled
      Then nothing more comes for it

  @M-CAN-01 @SHOULD @stdio
  Rule: A request that was cancelled is not answered
    Spec: 2026-07-28 basic/patterns/cancellation, Behavior Requirements
    Fix: drop the answer of a request that was cancelled while it was under way

    Example: a slow call
      Given a tool that takes its time
      And a connection of its own
      When it is called and cancelled
      Then the call is never answered
      And other calls succeed as before
      And the tool works when it is called again

    Example: a call that has hardly begun
      Given a tool that takes its time
      And a connection of its own
      When it is called and cancelled at once
      Then the call is never answered

    Example: work that tells nothing
      Given a connection of its own
      When tools that take their time are called and left, and what their work changes is read
      Then nothing changes as it does when such a call is done

    @MAY
    Example: another call of the tool
      Fix: end the request whose id the cancellation names, and no other

      Given a tool that takes its time
      And a connection of its own
      When it is called twice, and the first call is cancelled
      Then the call is answered all the same

    @MAY
    Example: a call with the id 0
      Given a tool that takes its time
      And a connection of its own
      When it is called with the id 0 and cancelled
      Then the call is never answered

  @M-CAN-02 @SHOULD @stdio
  Rule: Cancelling what is not running is ignored
    Spec: 2026-07-28 basic/patterns/cancellation, Error Handling
    Fix: answer no notification, whatever is in it

    Scenario Outline: cancelled with <params>
      Given a connection
      When the notification "notifications/cancelled" is sent with:
        """json
        <params>
        """
      Then nothing is answered
      And the server still answers

      Examples:
        | params                                  |
        | {"requestId": 987654, "reason": "late"} |
        | {"requestId": null}                     |
        | {}                                      |

    Example: nothing is said of what is cancelled
      Given a connection of its own
      When the notification "notifications/cancelled" is sent
      Then nothing is answered
      And the server still answers

    Example: a request that is answered
      Given a connection
      When the request "server/discover" is sent
      And the request is cancelled after its answer
      Then nothing is answered

  @M-CAN-03 @MUST
  Rule: A cancellation that meets the answer on its way harms nobody
    Spec: 2026-07-28 basic/patterns/cancellation, Timing Considerations
    Fix: ignore cancellations of requests that are answered

    @stdio
    Example: a hundred requests
      Given a connection of its own
      When 100 requests are cancelled as soon as they are sent
      Then the server still answers

    @http
    Example: streams that are closed at once
      Given a connection of its own
      When 20 requests are sent, and their connections closed at once
      Then the server still answers
