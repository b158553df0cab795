@target @modern
Feature: A modern server's subscriptions end well
  Streams break all the time. What is left of them must cost nothing, and who comes back
  must find an open door.

  @M-SUB-15 @MAY @http
  Rule: Subscriptions whose streams have broken cost nothing
    Spec: robustness; 2026-07-28 basic/patterns/subscriptions, Cancellation
    Fix: free what belongs to a stream when its connection closes

    Example: a hundred of them
      Given a connection of its own
      When 100 subscriptions are opened and their streams closed
      And nothing is listened to
      Then the first message acknowledges the subscription
      And the server still answers

  @M-SUB-16 @MAY @http
  Rule: A subscription is an event stream that speaks at once
    Spec: robustness; 2026-07-28 basic/transports/streamable-http, Receiving Messages
    Fix: flush the head and the acknowledgement, do not wait for a buffer to fill

    Example: the acknowledgement
      Given a connection of its own
      When nothing is listened to
      Then the acknowledgement came on an event stream within 2s

  @M-SUB-06 @SHOULD
  Rule: A server that ends a subscription answers it
    Spec: 2026-07-28 basic/patterns/subscriptions, Graceful Closure
    Fix: answer subscriptions/listen with a result before you close its stream; over stdio, when standard input ends, or send notifications/cancelled with its id

    @http
    Example: while tools are called
      When each tool that may be called is called while changes are listened to
      Then the subscription was not ended without an answer

    @stdio
    Example: the end of standard input
      Given a connection of its own
      When all that is declared is listened to
      And stdin is closed
      Then the subscription is answered or cancelled before the process exits

    @http
    Example: one that is left alone, while other checks are made
      Given a subscription that is left alone
      Then it has not ended without an answer

    @http @last
    Example: one that is left alone, when all others have been made
      Given a subscription that is left alone
      When it is looked at once the other checks are made, 35s after that at most
      Then it has not ended without an answer

  @M-HM-23 @MAY @http
  Rule: A silent subscription is kept alive
    Spec: robustness; 2026-07-28 basic/transports/streamable-http, Receiving Messages
    Fix: send a comment every 15 to 30 seconds

    @last
    Example: 35 seconds of silence
      Given a subscription that is left alone
      When it is left alone for 35s
      Then something has come on its stream

  @M-SUB-14 @MAY
  Rule: The answer that ends a subscription names it
    Spec: 2026-07-28 basic/patterns/subscriptions, Graceful Closure
    Fix: answer with resultType complete, and the subscription's id in _meta

    @stdio
    Example: the end of standard input
      Given a connection of its own
      When all that is declared is listened to
      And stdin is closed
      Then the answer that ends the subscription is complete and names it

  @M-STDIO-18 @MAY
  Rule: Subscriptions and calls get along
    Spec: robustness; 2026-07-28 basic/transports/stdio, Receiving Messages
    Fix: write one message at a time, and hold no lock while you wait

    Example: twenty and fifty
      Given a connection of its own
      When 20 subscriptions are opened at once
      And 50 requests are sent without waiting
      Then it is answered
