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

    Example: a ping with metadata
      Given a session
      When the request "ping" is sent with:
        """json
        {"_meta": {"mcpsim.example/trace": "7"}}
        """
      Then the answer is an empty result

    Example: a ping with params that hold nothing
      Given a session
      When the request "ping" is sent with:
        """json
        {}
        """
      Then the answer is an empty result

    Example: a ping after other requests
      Given a session
      When everything that is declared is listed
      And the request "ping" is sent
      Then the answer is an empty result

    Example: promptly
      Fix: answer pings at once, whatever else is under way

      Given a session
      When 20 pings are sent, one after the other
      And everything that is declared is listed
      Then each ping is answered promptly
      And each of them is answered with an empty result

    @stdio
    Example: as many as a long session has
      Fix: answer pings however many there were; limit what costs, not what shows that you live

      Given a fresh session
      When 120 pings are sent to a process, one after the other
      Then all of them are answered

  @PING-02 @MUST
  Rule: A ping is answered while a tool is working
    Spec: 2025-11-25 basic/utilities/ping
    Fix: do not let a call keep the reader of messages busy

    Example: a call that takes long
      Given a tool that takes long
      And a fresh session
      When it is called, and a ping is sent meanwhile
      Then each ping is answered promptly

  @CAN-02 @SHOULD
  Rule: Cancelling what is not running is ignored
    Spec: 2025-11-25 basic/utilities/cancellation, Error Handling
    Fix: ignore notifications/cancelled for requests that you do not know, and malformed ones

    Scenario Outline: cancelled with <params>
      Given a session
      When the notification "notifications/cancelled" is sent with:
        """json
        <params>
        """
      Then nothing is answered

      Examples:
        | params                                  |
        | {"requestId": 987654, "reason": "late"} |
        | {"requestId": null}                     |
        | {"requestId": {"id": 1}}                |
        | {}                                      |

    @http
    Example: what runs in another session
      Given a tool that takes its time
      And a fresh session
      And the server gives session ids
      When it is called, and another session cancels the request of that id
      Then the call is answered all the same

    Example: nothing is said of what is cancelled
      Given a session
      When the notification "notifications/cancelled" is sent
      Then nothing is answered

    Example: a request that is answered
      Given a session
      When the request "ping" is sent
      And the request is cancelled after its answer
      Then nothing is answered
