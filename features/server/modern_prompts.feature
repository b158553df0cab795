@target @modern
Feature: A modern server offers prompts and completes arguments
  A prompt becomes what a user says to a model.

  @M-FORM-02 @MUST
  Rule: A prompt is described by members that are there, each of its type
    Spec: 2026-07-28 server/prompts, Data Types
    Fix: give every prompt a name, and every argument of it one

    Example: all prompts
      Given a connection
      And the server declares "prompts"
      When the list "prompts/list" is read to its end
      Then every item of the list has what it needs, each of its type

    @SHOULD
    Example: what they require
      Given a connection
      And the server declares "prompts"
      When every prompt is asked for
      Then none was refused for the lack of an argument that it does not require

  @M-FORM-03 @MUST
  Rule: A prompt is messages of a user or an assistant, each with one content
    Spec: 2026-07-28 server/prompts, PromptMessage
    Fix: answer with messages, each with a role and one content

    Example: all prompts
      Given a connection
      And the server declares "prompts"
      When every prompt is asked for
      Then each prompt is answered, and each result has what it needs, each of its type

    @MAY
    Example: what requires nothing
      Given a connection
      And the server declares "prompts"
      When every prompt is asked for
      Then no prompt that requires nothing was refused

    @MAY
    Example: of other values
      Fix: make each prompt of its own arguments: what was kept of one request is no answer to another

      Given a connection
      And the server declares "prompts"
      When each prompt with arguments is asked for with one value, and then with another
      Then no prompt is made of the values before

  @M-COMP-01 @MUST
  Rule: Completions are declared if they are supported, and only then
    Spec: 2026-07-28 server/utilities/completion, Capabilities
    Fix: declare completions exactly if you answer completion/complete

    Example: every argument
      Given a connection
      When completions are asked for
      Then completions come from a server that declares them, and from no other

    @SHOULD
    Example: what is listed
      Given a connection
      And the server declares "completions"
      When the completion of every argument is asked for
      Then no completion of what is listed is an internal error

    @SHOULD
    Example: what is completed with a context
      Given a connection
      And the server declares "completions"
      When the completion of every argument is asked for
      Then none is refused for its context, nor for the lack of one

  @M-COMP-02 @MUST
  Rule: A completion has at most 100 values
    Spec: 2026-07-28 server/utilities/completion, Completion Results
    Fix: cut the list, and say so in total and hasMore

    Example: every argument
      Given a connection
      And the server declares "completions"
      When the completion of every argument is asked for
      Then no completion has more than 100 values

    @MAY
    Example: what it says of the rest
      Given a connection
      And the server declares "completions"
      When the completion of every argument is asked for
      Then what each completion says of the rest is true

  @M-FORM-07 @MUST
  Rule: A completion is a list of strings
    Spec: 2026-07-28 server/utilities/completion, Data Types
    Fix: answer with {"completion": {"values": [strings]}}

    Example: every argument
      Given a connection
      And the server declares "completions"
      When the completion of every argument is asked for
      Then each completion has what it needs, each of its type

  @M-COMP-03 @SHOULD
  Rule: A completion for what does not exist is refused with error -32602
    Spec: 2026-07-28 server/utilities/completion, Error Handling
    Fix: answer with error -32602

    @MUST
    Example: it is answered
      Spec: 2026-07-28 basic, Messages; JSON-RPC 2.0, Response object
      Fix: answer every request, with an error where there is nothing else to say, and outlive it

      Given a connection
      And the server declares "completions"
      When the request "completion/complete" is sent with:
        """json
        {"ref": {"type": "ref/prompt", "name": "mcpsim_no_such_prompt"}, "argument": {"name": "mcpsim", "value": ""}}
        """
      Then it is answered, if only with an HTTP error

    Example: a prompt of nobody
      Given a connection
      When the completion for a prompt that does not exist is asked for
      Then the completion is refused with error -32602, or with -32601 if completions are not declared

    Example: a resource template of nobody
      Given a connection
      And the server declares "resources"
      When the completion for a resource template that does not exist is asked for
      Then the completion is refused with error -32602, or with -32601 if completions are not declared

    Scenario Outline: a prompt called <name>, as objects of JavaScript or Python have it
      Fix: look names up where only your own are: in a Map, with Object.hasOwn, or in a dict

      Given a connection
      And the server declares "completions"
      When the request "completion/complete" is sent with:
        """json
        {"ref": {"type": "ref/prompt", "name": "<name>"}, "argument": {"name": "mcpsim", "value": ""}}
        """
      Then the answer is an error

      Examples:
        | name        |
        | constructor |
        | __proto__   |
        | __class__   |
