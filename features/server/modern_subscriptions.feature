@target @modern
Feature: A modern server tells of changes to those who listen
  A subscription is one request whose answer stays open. It says first what it will
  tell of, and every message names it: on one pipe there may be several.

  @M-SUB-01 @MUST
  Rule: A subscription begins with its acknowledgement
    Spec: 2026-07-28 basic/patterns/subscriptions, Acknowledgment
    Fix: answer subscriptions/listen with notifications/subscriptions/acknowledged at once, before anything else

    Example: all that is declared
      Given a connection of its own
      When all that is declared is listened to
      Then the first message acknowledges the subscription

    Example: nothing at all
      Given a connection of its own
      When nothing is listened to
      Then the first message acknowledges the subscription

    @last
    Example: the subscriptions of all checks
      Given everything that the server offers has been used
      Then in the whole run every subscription began with its acknowledgement

  @M-SUB-04 @MUST
  Rule: Every message of a subscription names it by the id of its request
    Spec: 2026-07-28 basic/patterns/subscriptions, Receiving Notifications
    Fix: put the id of the request, as the JSON value that it was, under io.modelcontextprotocol/subscriptionId into _meta

    Scenario Outline: the id <id>
      Given a connection of its own
      When all that is declared is listened to with the id <id>
      Then it names the subscription in value and type

      Examples:
        | id             |
        | 77             |
        | "77"           |
        | "mcpsim-ü-sub" |

    @last
    Example: the messages of all checks
      Given everything that the server offers has been used
      Then in the whole run every change that was told of named its subscription

  @M-SUB-02 @MUST
  Rule: A subscription is told only of what it has asked for
    Spec: 2026-07-28 basic/patterns/subscriptions, Opening a Stream
    Fix: keep the filter with the subscription, and look at it before you send

    @last
    Example: the messages of all checks
      Given everything that the server offers has been used
      Then in the whole run no subscription was told of what it had not asked for

  @M-SUB-03 @MAY
  Rule: An acknowledgement names what will be told of, and nothing else
    Spec: 2026-07-28 basic/patterns/subscriptions, Acknowledgment
    Fix: acknowledge of what was asked for what you support; leave the rest out

    Example: all there is
      Given a connection of its own
      When everything is listened to, declared or not
      Then what is acknowledged was asked for, and is declared

    Example: all that is declared
      Given a connection of its own
      When all that is declared is listened to
      Then all that was asked for is acknowledged

    Example: nothing at all
      Given a connection of its own
      When nothing is listened to
      Then what is acknowledged was asked for, and is declared

    Example: what is not wanted
      Given a connection of its own
      When each list is listened to with false
      Then what is acknowledged was asked for, and is declared

    Example: what there is not
      Given a connection of its own
      When something that there is not is listened to
      Then what is acknowledged was asked for, and is declared

  @M-SUB-05 @SHOULD
  Rule: Two subscriptions are independent
    Spec: 2026-07-28 basic/patterns/subscriptions, Multiple Concurrent Subscriptions
    Fix: end the subscription that was ended, and no other

    Example: one of two ends
      Given a connection of its own
      When two subscriptions are opened, and the first one is ended
      Then the second one is still open

    Example: the same told to both
      When each tool that may be called is called while changes are listened to
      Then two subscriptions that asked for the same were told the same
      And the one that is left is still told once the other one has ended

    @http
    Example: two clients that count alike
      Fix: tell subscriptions apart by their streams; the ids of two clients may be the same

      When each tool that may be called is called while changes are listened to
      Then two clients whose subscriptions have the same id were told the same

  @M-SUB-07 @SHOULD
  Rule: A change of a list is told to those who listen
    Spec: 2026-07-28 server/tools, List Changed Notification
    Fix: tell every subscription that has asked for the list, once it has changed

    Example: what calling tools changes
      When each tool that may be called is called while changes are listened to
      Then each list that has changed was told of

  @M-SUB-17 @SHOULD
  Rule: A change of a resource is told to those who listen to it
    Spec: 2026-07-28 server/resources, Subscriptions
    Fix: send notifications/resources/updated with the uri to every subscription that has asked for it

    Example: what calling tools changes
      When each tool that may be called is called while changes are listened to
      Then each resource that was listened to and has changed was told of

  @M-STDIO-19 @MUST
  Rule: A subscription that was ended is told of nothing more
    Spec: 2026-07-28 basic/transports/stdio, Cancellation
    Fix: forget the subscription when its stream is closed, or it is cancelled

    @stdio
    Example: calling tools after its end
      When each tool that may be called is called while changes are listened to
      Then nothing came for the subscription once it had ended

  @M-CAN-05 @MUST
  Rule: The server cancels nothing but subscriptions
    Spec: 2026-07-28 basic/patterns/cancellation, Behavior Requirements
    Fix: answer a request that you give up with an error

    @last
    Example: the messages of all checks
      Given everything that the server offers has been used
      Then in the whole run the server cancelled nothing but subscriptions
