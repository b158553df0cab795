@target @modern
Feature: A modern server's tools can be called
  The tools called are those that only read; --allow-calls adds all that are not
  destructive.

  @M-FORM-06 @MUST
  Rule: A call is answered with contents of known types
    Spec: 2026-07-28 server/tools, Tool Result
    Fix: answer with content, an array of text, image, audio, resource_link or resource, and isError true or false

    Example: every tool
      Given a connection
      When each tool that may be called is called
      Then each call is answered, and each result has what it needs, each of its type

    @SHOULD
    Example: no arguments at all
      Given a connection
      And the server declares "tools"
      When each tool that needs no arguments is called without any
      Then none of them is an internal error

    @MAY
    Example: of another text
      Fix: make the result of each call of its own arguments: what was kept of one call is no answer to another

      Given a connection of its own
      And the server declares "tools"
      When each fast tool that takes a text is given one, and then another
      Then no call has the result of the one before

    @MAY
    Example: right arguments
      Fix: answer -32602 only where arguments are wrong, and look at your own results before they are sent

      Given a connection of its own
      When each tool that may be called is called
      Then none is refused for its arguments that takes none
      And none that only reads, and has succeeded, is an error when it is called again

    @last
    Example: the calls of all checks
      Given everything that the server offers has been used
      Then in the whole run every result of a call had what it needs, each of its type

  @M-TOOL-06 @MUST
  Rule: Structured content conforms to the tool's output schema
    Spec: 2026-07-28 server/tools, Output Schema
    Fix: return structuredContent that the outputSchema allows, with each result that is no error

    Example: every tool
      Given a connection
      When each tool that may be called is called
      Then structured content conforms to the output schema

  @M-TOOL-07 @SHOULD
  Rule: Structured content is there as text too
    Spec: 2026-07-28 server/tools, Structured Content
    Fix: add the same JSON as a text block, for clients that know only text

    Example: every tool
      Given a connection
      When each tool that may be called is called
      Then structured content is also there as text

  @M-PROG-01 @MUST
  Rule: Progress is for requests that ask for it, while they are under way
    Spec: 2026-07-28 basic/patterns/progress, Behavior Requirements
    Fix: send progress only with the token of a request that is not answered yet

    Example: a call without a token
      Given a connection
      And a tool that reports progress
      When it is called without a progress token
      Then no progress is reported

    Example: a call without a token behind one with it
      Given a connection
      And a tool that reports progress
      When it is called with the progress token 7
      And it is called without a progress token
      Then no progress is reported

    @last
    Example: the progress of all checks
      Given everything that the server offers has been used
      Then in the whole run progress came only for tokens of requests under way

  @M-PROG-02 @MUST
  Rule: Progress grows with each notification
    Spec: 2026-07-28 basic/patterns/progress, Progress Flow
    Fix: count upwards, even if the total is not known

    Example: all calls
      Given a tool that reports progress
      Then its progress grows

  @M-PROG-03 @MUST
  Rule: No progress is reported after the answer
    Spec: 2026-07-28 basic/patterns/progress, Implementation Notes
    Fix: stop before you answer

    Example: all calls
      Given a tool that reports progress
      Then no progress follows its answer

    @last
    Example: the messages of all checks
      Given everything that the server offers has been used
      Then in the whole run no progress came for a request that was answered

  @M-PROG-04 @MUST
  Rule: Progress carries the token that was given, in value and type
    Spec: 2026-07-28 basic/patterns/progress, Progress Flow
    Fix: keep the token as the JSON value that it was

    Scenario Outline: the token <token>
      Given a connection
      And a tool that reports progress
      When it is called with the progress token <token>
      Then every progress carries that token

      Examples:
        | token        |
        | "mcpsim-ü-7" |
        | 7            |
        | "8"          |
        | 0            |

    Example: two calls at once
      Given a connection
      And a tool that reports progress
      When it is called with two progress tokens at once
      Then progress is reported for both

    @MAY
    Example: the token 0
      Given a connection
      And a tool that reports progress
      When it is called with the progress token 0
      Then it reports progress as with any other token

    @MAY
    Example: a token without characters
      Given a connection
      And a tool that reports progress
      When it is called with the progress token ""
      Then it reports progress as with any other token

    @MAY
    Example: what reports nothing, and what fails
      Fix: answer a request with a progress token as the same one without

      Given a connection
      When all is asked for with a progress token that is asked for without one
      Then each is answered as it is without one

  @M-PROG-05 @SHOULD
  Rule: Progress does not flood the client
    Spec: 2026-07-28 basic/patterns/progress, Implementation Notes
    Fix: send no more than a few a second

    Example: all calls
      Given a tool that reports progress
      Then there are at most 50 of them in a second
