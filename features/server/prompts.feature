@target
Feature: A server offers prompts
  A prompt becomes what a user says to a model. A client that cannot read it shows
  nothing, or all that was meant for the model.

  @PRM-01 @SHOULD
  Rule: Getting a prompt that does not exist is refused with error -32602
    Spec: 2025-11-25 server/prompts, Error Handling
    Fix: answer with error -32602

    @MUST
    Example: it is answered
      Spec: 2025-11-25 basic, Messages; JSON-RPC 2.0, Response object
      Fix: answer every request, with an error where there is nothing else to say, and outlive it

      Given a session
      And the server declares "prompts"
      When the request "prompts/get" is sent with:
        """json
        {"name": "mcpsim_no_such_prompt"}
        """
      Then it is answered, if only with an HTTP error

    Example: a prompt of nobody
      Given a session
      And the server declares "prompts"
      When the request "prompts/get" is sent with:
        """json
        {"name": "mcpsim_no_such_prompt"}
        """
      Then the answer is the error -32602

    Scenario Outline: <name>, which objects of JavaScript have
      Given a session
      And the server declares "prompts"
      And no prompt is called "<name>"
      When the request "prompts/get" is sent with:
        """json
        {"name": "<name>"}
        """
      Then the answer is the error -32602

      Examples:
        | name        |
        | constructor |
        | __proto__   |

    Example: required arguments are missing
      Given a session
      And the server declares "prompts"
      When each prompt with required arguments is asked for without them
      Then each of them is refused with the error -32602

  @PRM-02 @MUST
  Rule: A prompt is described by members that are there, each of its type
    Spec: 2025-11-25 server/prompts, Data Types
    Fix: give every prompt and every argument a name; required is true or false

    Example: all prompts
      Given a session
      And the server declares "prompts"
      When the list "prompts/list" is read to its end
      Then every item of the list has what it needs, each of its type

    @SHOULD
    Example: what they require
      Given a session
      And the server declares "prompts"
      When every prompt is asked for
      Then none was refused for the lack of an argument that it does not require

    @SHOULD
    Example: no arguments at all
      Given a session
      When each prompt that needs no arguments is asked for without any
      Then none of them is refused

    @last
    Example: the lists of all checks
      Given everything that the server offers has been used
      Then in the whole run every prompt that was listed had what it needs, each of its type

  @PRM-03 @MUST
  Rule: A prompt is messages of a user or an assistant, each with one content
    Spec: 2025-11-25 server/prompts, PromptMessage
    Fix: answer with messages, each with the role user or assistant and one content of a known type

    Example: all prompts
      Given a session
      And the server declares "prompts"
      When every prompt is asked for
      Then each prompt is answered, and each result has what it needs, each of its type

    @MAY
    Example: what requires nothing
      Given a session
      And the server declares "prompts"
      When every prompt is asked for
      Then no prompt that requires nothing was refused

    @MAY
    Example: of other values
      Fix: make each prompt of its own arguments: what was kept of one request is no answer to another

      Given a session
      And the server declares "prompts"
      When each prompt with arguments is asked for with one value, and then with another
      Then no prompt is made of the values before

    @last
    Example: the prompts of all checks
      Given everything that the server offers has been used
      Then in the whole run every result of prompts/get had what it needs, each of its type
