@target @modern
Feature: A modern server asks back in rounds
  What a server needs from a user it puts into an answer, and the client asks again.
  Between the two the server keeps nothing: all is in what the client brings back, and
  a client may bring back anything.

  @M-MRTR-01 @MUST
  Rule: Only tools/call, prompts/get and resources/read ask for input
    Spec: 2026-07-28 basic/patterns/mrtr, Supported Requests
    Fix: answer all other requests with complete results or errors

    @last
    Example: the results of all checks
      Given everything that the server offers has been used
      Then in the whole run only tools/call, prompts/get and resources/read asked for input

  @M-MRTR-02 @MUST
  Rule: A result that asks says what it wants, or how to go on
    Spec: 2026-07-28 basic/patterns/mrtr, Server Requirements
    Fix: put inputRequests or requestState, or both, into results of the type input_required

    @last
    Example: the results of all checks
      Given everything that the server offers has been used
      Then in the whole run every result that asked for input said what it wants, or how to go on

  @M-MRTR-18 @MUST
  Rule: A result that asks is of the type input_required
    Spec: 2026-07-28 basic/patterns/mrtr, InputRequiredResult
    Fix: set resultType to input_required where there are inputRequests or a requestState, and only there

    @last
    Example: the results of all checks
      Given everything that the server offers has been used
      Then in the whole run only results of the type input_required asked

  @M-MRTR-06 @MUST
  Rule: Questions are elicitation/create, sampling/createMessage or roots/list
    Spec: 2026-07-28 basic/patterns/mrtr, Server Requirements
    Fix: inputRequests is an object of such requests

    @last
    Example: the results of all checks
      Given everything that the server offers has been used
      Then in the whole run every question was one that clients can be asked

    @last
    Example: what they ask for
      Given everything that the server offers has been used
      Then in the whole run every question had what it needs, each of its type

  @M-MRTR-03 @MUST
  Rule: Nothing is asked that the request has not declared
    Spec: 2026-07-28 basic/patterns/mrtr, Server Requirements
    Fix: look at the clientCapabilities of the request, also at the modes of elicitation

    Example: a client that can do nothing
      Given a request that asks for input
      And a connection of its own
      When it is sent by a client that can do nothing
      Then it is not answered with questions

    Example: a client that could do it a moment ago
      Given a request that asks for input
      And a connection of its own
      When it is sent by a client that can do everything, and then by one that can do nothing
      Then it is not answered with questions

    Scenario Outline: a client that has only <capability>
      When each request that asks for input is sent by a client that has only <capability>
      Then none is answered with questions for more than that

      Examples:
        | capability       |
        | elicitation      |
        | elicitation.form |
        | elicitation.url  |
        | sampling         |

    Example: a task of a client that can do nothing else
      Given a connection of its own
      When a task that asks is made by a client that can do nothing but tasks
      Then the task asks for nothing that the client cannot do

    @last
    Example: the results of all checks
      Given everything that the server offers has been used
      Then in the whole run nothing was asked that the request has not declared

  @M-BASE-24 @MUST
  Rule: What needs more than the client has declared is refused with error -32021
    Spec: 2026-07-28 basic, _meta
    Fix: answer with error -32021 and data {"requiredCapabilities": {...}}, or do without

    Example: a client that can do nothing
      Given a request that asks for input
      And a connection of its own
      When it is sent by a client that can do nothing
      Then an error is -32021, and names the capabilities that are missing

    @SHOULD
    Example: what is not missing
      Fix: name in requiredCapabilities what the request needs, and not all that any request may need

      Given a request that asks for input
      And a connection of its own
      When it is sent by a client that can do nothing
      Then an error -32021 names nothing that is not needed

    Scenario Outline: a client that has <capability>
      When each request that asks for input is sent by a client that has only <capability>
      Then none is refused for want of that

      Examples:
        | capability       |
        | elicitation      |
        | elicitation.form |
        | sampling         |

    @MAY
    Example: a client that then declares them
      Given a request that asks for input
      And a connection of its own
      When it is sent by a client that can do nothing, and again with what the error names
      Then it is answered with questions

  @M-MRTR-07 @MUST
  Rule: A round goes on wherever it is sent
    Spec: 2026-07-28 basic/patterns/mrtr, Basic Workflow
    Fix: put all that is needed to go on into requestState, under a key that all instances share

    @http
    Example: another connection
      Given a request that asks for input
      When it is sent on one connection, and its answers on another
      Then it comes to the same as on one connection

    @SHOULD @stdio
    Example: another process
      Given a request that asks for input
      When it is sent on one connection, and its answers on another
      Then it comes to the same as on one connection

  @M-MRTR-08 @MUST
  Rule: A question that is never answered holds up nothing
    Spec: 2026-07-28 basic/patterns/mrtr, Server Requirements
    Fix: end the request with its question, and keep nothing open

    Example: twenty of them
      Given a request that asks for input
      And a connection of its own
      When it is sent 20 times, and never gone on with
      Then each of them is answered with questions
      And the server still answers
