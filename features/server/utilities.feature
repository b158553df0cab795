@target
Feature: A server keeps small promises
  Pings, cancellations and cursors are used by every client, mostly unseen.

  @PING-01 @MUST
  Rule: A ping is answered with an empty result
    Spec: 2025-11-25 basic/utilities/ping
    Fix: answer ping with the result {}

    Example: a ping
      Given a session
      When the request "ping" is sent
      Then the answer is an empty result

  @CAN-02 @SHOULD
  Rule: Cancelling what is not running is ignored
    Spec: 2025-11-25 basic/utilities/cancellation, Error Handling
    Fix: ignore notifications/cancelled for requests that you do not know, and malformed ones

    Scenario Outline: cancelled with <params>
      Given a fresh session
      When the notification "notifications/cancelled" is sent with:
        """json
        <params>
        """
      Then nothing is answered

      Examples:
        | params                                  |
        | {"requestId": 987654, "reason": "late"} |
        | {}                                      |
