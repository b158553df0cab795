@target
Feature: A server stops what is cancelled
  A user who presses stop wants the work to end, and the next call to work. Both
  parties may be faster than the other: neither a late cancellation nor a late answer
  is a mistake.

  @CAN-01 @SHOULD
  Rule: A request that was cancelled is not answered
    Spec: 2025-11-25 basic/utilities/cancellation, Behavior Requirements
    Fix: stop the work at notifications/cancelled and send no response for it

    Example: a slow call
      Given a tool that takes its time
      And a fresh session
      When it is called and cancelled
      Then the call is never answered
      And the tool works when it is called again
      And other calls succeed as before

    Example: two calls, one after the other
      Given a tool that takes its time
      And a fresh session
      When it is called and cancelled
      And it is called and cancelled
      Then the call is never answered

    Example: a call that takes long
      Given a tool that is still at work after 2s
      And a fresh session
      When it is called and cancelled
      Then the call is never answered

    Example: a call that has hardly begun
      Given a tool that takes its time
      And a fresh session
      When it is called and cancelled at once
      Then the call is never answered

    @http
    Example: what a call tells that has no answer any more
      Fix: end the work itself, not only its answer: what goes on reports its progress

      Given a tool that takes its time
      And a fresh session
      When it is called with a progress token and cancelled
      Then nothing more comes for it

    @MAY
    Example: a call with the id 0
      Given a tool that takes its time
      And a fresh session
      When it is called with the id 0 and cancelled
      Then the call is never answered

    @MAY
    Example: another call of the tool
      Fix: end the request whose id the cancellation names, and no other

      Given a tool that takes its time
      And a fresh session
      When it is called twice, and the first call is cancelled
      Then the call is answered all the same

  @CAN-03 @MUST
  Rule: A cancellation that meets the answer on its way harms nobody
    Spec: 2025-11-25 basic/utilities/cancellation, Timing Considerations
    Fix: take a request off your table once, whoever comes first

    Example: a hundred requests
      Given a fresh session
      When 100 requests are cancelled as soon as they are sent
      Then the server still answers

  @CAN-04 @MAY
  Rule: Initialize cannot be cancelled
    Spec: robustness; 2025-11-25 basic/utilities/cancellation, Cancellation Flow
    Fix: ignore a cancellation that names the initialize request

    Example: a client that does it anyway
      Given a fresh connection
      When initialize is sent and cancelled
      Then the answer introduces the server as the first one did
      And the server still answers

  @CAN-06 @MAY
  Rule: A cancellation that names an id of another type cancels nothing
    Spec: robustness; 2025-11-25 basic, Messages
    Fix: compare ids by type and value: "7" is not 7

    Example: a string for a number
      Given a tool that takes its time
      And a fresh session
      When it is called and cancelled by its id as a string
      Then the call is answered all the same
