@target
Feature: A server asks its client with care
  A request of the server's needs an id of its own and a client that may never
  answer. A server that forgets one of them mixes answers up, or hangs.

  @BASE-15 @MUST
  Rule: Every request of the server's has an id of its own
    Spec: 2025-11-25 basic, Requests
    Fix: count your request ids up, and never start again within a session

    Example: a client whose roots change
      Given a fresh session of a client that can do everything
      When the roots change 3 times
      Then no two requests of the server's have the same id

  @LIFE-17 @SHOULD
  Rule: A call ends although the client never answers the server's own request
    Spec: 2025-11-25 basic/lifecycle, Timeouts
    Fix: give sampling, elicitation and roots requests a timeout, and fail the call when it is over

    Example: a client that says nothing
      Given a fresh session of a client that can do everything
      When its tools are called until one asks the client something, which is never answered
      Then that call ends
