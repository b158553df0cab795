@target
Feature: A server asks its client with care
  A request of the server's needs an id of its own and a client that may never
  answer. A server that forgets one of them mixes answers up, or hangs.

  @BASE-15 @MUST
  Rule: Every request of the server's has an id of its own
    Spec: 2025-11-25 basic, Requests
    Fix: count your request ids up, and never start again within a session

    Example: tools that ask, twice
      Given a session
      When the tools that ask the client something are called
      Then no two of their requests have the same id

    Example: a client whose roots change
      Given a fresh session of a client that can do everything
      When the roots change 3 times
      Then no two requests of the server's have the same id

    @last
    Example: the requests of all checks
      Given everything that the server offers has been used
      Then in the whole run every request of the server's had an id of its own

  @LIFE-19 @MUST
  Rule: What a server asks and tells its client has the form that clients read
    Spec: 2025-11-25 client/sampling, Creating Messages; client/elicitation, Requested Schema
    Fix: give messages and maxTokens to sampling/createMessage, a message and a flat schema to elicitation/create, objects as params to all

    Example: tools that ask
      Given a session
      When the tools that ask the client something are called
      Then each of their requests has what it needs, each of its type

    @last
    Example: the requests of all checks
      Given everything that the server offers has been used
      Then in the whole run every request of the server's had what it needs, each of its type

    @last
    Example: the notifications of all checks
      Given everything that the server offers has been used
      Then in the whole run every notification of the server's had members of the right types

  @LIFE-21 @MUST
  Rule: No form asks for a secret
    Spec: 2025-11-25 client/elicitation, User Interaction Model
    Fix: never ask a user for passwords, keys and tokens in a form

    Example: tools that ask
      Given a session
      When the tools that ask the client something are called
      Then no form asks for what is called like a secret

  @LIFE-17 @SHOULD
  Rule: A call ends although the client never answers the server's own request
    Spec: 2025-11-25 basic/lifecycle, Timeouts
    Fix: give sampling, elicitation and roots requests a timeout, and fail the call when it is over

    Example: a client that says nothing
      Given a fresh session of a client that can do everything
      When its tools that ask the client something are called, which is never answered
      Then each call ends

    Example: a client that refuses
      When the tools that ask the client something are called
      Then each of their calls ends for a client that refuses, too

    Example: a user who says no
      When the tools that ask the client something are called
      Then none of their calls is an internal error for a user who says no

    Example: a user who fills in a form wrong
      Spec: 2025-11-25 client/elicitation, Form Mode Security
      Fix: compare the content of an accepted form with the schema that you have asked for

      When the tools that ask the client something are called
      Then none of their calls takes a form that is filled in wrong for right
