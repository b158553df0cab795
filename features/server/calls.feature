@target
Feature: A server's tools can be called
  A model makes mistakes with arguments, and learns from what a tool says of them.
  What a tool returns goes to programs that trust its schema. The tools called are
  those that only read; --allow-calls adds all that are not destructive.

  @TOOL-04 @MUST
  Rule: Arguments that a tool's schema forbids are refused
    Spec: 2025-11-25 server/tools, Security Considerations
    Fix: validate arguments against the inputSchema before you use them

    Example: what is missing, and what has the wrong type
      Given a session
      And the server declares "tools"
      When each tool that may be called is called without a required argument, and with one of the wrong type
      Then none of the calls succeeds
      And the server still answers

    @SHOULD
    Example: what is no choice, or out of bounds
      Given a fresh session
      And the server declares "tools"
      When each tool that may be called is called with a value that its schema does not allow
      Then none of the calls succeeds

    @SHOULD
    Example: nothing at all
      Given a session
      And the server declares "tools"
      When each tool that may be called is called with null in place of its arguments
      Then none of the calls succeeds
      And the server still answers

    @MAY
    Example: what a closed schema does not allow
      Given a session
      And the server declares "tools"
      When each tool that may be called is called with an argument that its schema does not allow
      Then none of the calls succeeds

    Example: the same behind a call that is right
      Fix: validate the arguments of each call: not only of the first one, and not what was kept of another

      Given a fresh session
      And the server declares "tools"
      When each fast tool is called rightly, and then without a required argument, and with one of the wrong type
      Then none of the calls succeeds

  @TOOL-10 @MUST
  Rule: A call is answered with contents of known types
    Spec: 2025-11-25 server/tools, Tool Result
    Fix: answer with content, an array of text, image, audio, resource_link or resource, and isError true or false

    Example: every tool
      Given a session
      When each tool that may be called is called
      Then each call is answered, and each result has what it needs, each of its type

    @SHOULD
    Example: no arguments at all
      Given a session
      And the server declares "tools"
      When each tool that needs no arguments is called without any
      Then none of them is an internal error

    @MAY
    Example: of another text
      Fix: make the result of each call of its own arguments: what was kept of one call is no answer to another

      Given a fresh session
      And the server declares "tools"
      When each fast tool that takes a text is given one, and then another
      Then no call has the result of the one before

    @MAY
    Example: right arguments
      Fix: answer -32602 only where arguments are wrong, and look at your own results before they are sent

      Given a fresh session
      When each tool that may be called is called
      Then none is refused for its arguments that takes none
      And none that only reads, and has succeeded, is an error when it is called again

    @last
    Example: the calls of all checks
      Given everything that the server offers has been used
      Then in the whole run every result of a call had what it needs, each of its type

  @TOOL-05 @SHOULD
  Rule: What is wrong with arguments is told in a result with isError
    Spec: 2025-11-25 server/tools, Error Handling
    Fix: answer with {"content": [what is wrong], "isError": true}, so that the model sees it

    Example: what is missing, and what has the wrong type
      Given a session
      And the revision is "2025-11-25" or later
      And the server declares "tools"
      When each tool that may be called is called without a required argument, and with one of the wrong type
      Then each of the calls is answered with a result

    Example: what a tool finds wrong itself
      Given a session
      When each tool that may be called is called
      Then what a tool fails of is told in a result

  @TOOL-06 @MUST
  Rule: Structured content conforms to the tool's output schema
    Spec: 2025-11-25 server/tools, Output Schema
    Fix: return structuredContent that the outputSchema allows, with each result that is no error

    Example: every tool
      Given a session
      And the revision is "2025-06-18" or later
      When each tool that may be called is called
      Then structured content conforms to the output schema

  @TOOL-07 @SHOULD
  Rule: Structured content is there as text too
    Spec: 2025-11-25 server/tools, Structured Content
    Fix: add the same JSON as a text block, for clients that know only text

    Example: every tool
      Given a session
      And the revision is "2025-06-18" or later
      When each tool that may be called is called
      Then structured content is also there as text
