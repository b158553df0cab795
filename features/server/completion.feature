@target
Feature: A server completes arguments
  Clients offer completions while a user types. They ask only a server that declares
  them, and show what fits on the screen.

  @COMP-01 @MUST
  Rule: Completions are declared if they are supported, and only then
    Spec: 2025-11-25 server/utilities/completion, Capabilities
    Fix: declare the capability completions if you answer completion/complete

    Example: every argument
      Given a session
      And the revision is "2025-03-26" or later
      When completions are asked for
      Then completions come from a server that declares them, and from no other

    @SHOULD
    Example: what is listed
      Fix: complete arguments of every prompt and template that you list, with no value where you know none

      Given a session
      And the server declares "completions"
      When the completion of every argument is asked for
      Then no completion of what is listed is an internal error

    @SHOULD
    Example: what is completed with a context
      Fix: take context.arguments where it is there, and complete without it where it is not

      Given a session
      And the server declares "completions"
      When the completion of every argument is asked for
      Then none is refused for its context, nor for the lack of one

  @COMP-02 @MUST
  Rule: A completion has at most 100 values
    Spec: 2025-11-25 server/utilities/completion, Completion Results
    Fix: return the best 100 and set hasMore

    Example: every argument
      Given a session
      And the server declares "completions"
      When the completion of every argument is asked for
      Then no completion has more than 100 values

    @MAY
    Example: what it says of the rest
      Fix: set total to the number of all values, and hasMore to whether there are more than you sent

      Given a session
      And the server declares "completions"
      When the completion of every argument is asked for
      Then what each completion says of the rest is true

  @COMP-04 @MUST
  Rule: A completion is a list of strings
    Spec: 2025-11-25 server/utilities/completion, Data Types
    Fix: answer with completion.values, an array of strings; total is a number and hasMore true or false

    Example: every argument
      Given a session
      And the server declares "completions"
      When the completion of every argument is asked for
      Then each completion has what it needs, each of its type

    @last
    Example: the completions of all checks
      Given everything that the server offers has been used
      Then in the whole run every completion had what it needs, each of its type

  @COMP-03 @SHOULD
  Rule: A completion for what does not exist is refused with error -32602
    Spec: 2025-11-25 server/utilities/completion, Error Handling
    Fix: answer with error -32602, and with -32601 if you have no completions at all

    @MUST
    Example: it is answered
      Spec: 2025-11-25 basic, Messages; JSON-RPC 2.0, Response object
      Fix: answer every request, with an error where there is nothing else to say, and outlive it

      Given a session
      And the server declares "completions"
      When the request "completion/complete" is sent with:
        """json
        {"ref": {"type": "ref/prompt", "name": "mcpsim_no_such_prompt"}, "argument": {"name": "mcpsim", "value": ""}}
        """
      Then it is answered, if only with an HTTP error

    Example: a prompt of nobody
      Given a session
      And the revision is "2025-03-26" or later
      When the completion for a prompt that does not exist is asked for
      Then the completion is refused with error -32602, or with -32601 if completions are not declared

    Scenario Outline: a prompt called <name>, as objects of JavaScript or Python have it
      Fix: look names up where only your own are: in a Map, with Object.hasOwn, or in a dict

      Given a session
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

    Example: nothing at all
      Given a session
      And the server declares "completions"
      When the request "completion/complete" is sent with:
        """json
        {}
        """
      Then the answer is an error

    Example: a reference of no kind
      Given a session
      And the server declares "completions"
      When the request "completion/complete" is sent with:
        """json
        {"ref": {"type": "ref/mcpsim", "name": "a"}, "argument": {"name": "a", "value": ""}}
        """
      Then the answer is an error

    Example: a resource template of nobody
      Given a session
      And the revision is "2025-03-26" or later
      And the server declares "resources"
      When the completion for a resource template that does not exist is asked for
      Then the completion is refused with error -32602, or with -32601 if completions are not declared
