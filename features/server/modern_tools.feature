@target @modern
Feature: A modern server offers tools
  What a tool is called and takes is all that a model knows of it. What it returns goes
  to programs that trust its schema.

  @M-TOOL-01 @MUST
  Rule: Every tool has an object schema for its input
    Spec: 2026-07-28 server/tools, Tool
    Fix: give every tool an inputSchema with "type": "object"

    Example: all tools
      Given a connection
      And the server declares "tools"
      When the list "tools/list" is read to its end
      Then every tool has an object as its input schema

  @M-TOOL-02 @SHOULD
  Rule: Names of tools are short, plain and unique
    Spec: 2026-07-28 server/tools, Tool Names
    Fix: use 1 to 128 characters A-Z a-z 0-9 _ - .

    Example: all tools
      Given a connection
      And the server declares "tools"
      When the list "tools/list" is read to its end
      Then every tool has a name of 1 to 128 characters A-Z a-z 0-9 _ - .

  @M-FORM-01 @MUST
  Rule: A tool is described by members that are there, each of its type
    Spec: 2026-07-28 server/tools, Tool
    Fix: keep to the schema: name is a string, annotations an object, hints booleans

    Example: all tools
      Given a connection
      And the server declares "tools"
      When the list "tools/list" is read to its end
      Then every item of the list has what it needs, each of its type

  @M-BASE-27 @MUST
  Rule: Every published schema is valid in its dialect
    Spec: 2026-07-28 basic, Schema Validation
    Fix: validate your schemas against 2020-12, or the dialect that $schema names

    Example: the tools
      Given a connection
      And the server declares "tools"
      When the list "tools/list" is read to its end
      Then every schema is valid in its dialect

    @MAY
    Example: references
      Fix: let every $ref lead to a place within its own schema

      Given a connection
      And the server declares "tools"
      When the list "tools/list" is read to its end
      Then no reference in a schema leads nowhere

  @M-TOOL-03 @SHOULD
  Rule: Calling a tool that does not exist is refused with error -32602
    Spec: 2026-07-28 server/tools, Error Handling
    Fix: answer with error -32602

    @MUST
    Example: it does not succeed
      Given a connection
      And the server declares "tools"
      When the request "tools/call" is sent with:
        """json
        {"name": "mcpsim_no_such_tool", "arguments": {}}
        """
      Then the answer is an error or a result with isError

    @MUST
    Scenario Outline: <name>, which objects of JavaScript have
      Given a connection
      And the server declares "tools"
      And no tool is called "<name>"
      When the request "tools/call" is sent with:
        """json
        {"name": "<name>", "arguments": {}}
        """
      Then the answer is an error or a result with isError

      Examples:
        | name        |
        | constructor |
        | __proto__   |

    Example: it is a protocol error
      Given a connection
      And the server declares "tools"
      When the request "tools/call" is sent with:
        """json
        {"name": "mcpsim_no_such_tool", "arguments": {}}
        """
      Then the answer is the error -32602

  @M-TOOL-04 @MUST
  Rule: Arguments that a tool's schema forbids are refused
    Spec: 2026-07-28 server/tools, Security Considerations
    Fix: validate arguments against the inputSchema before you use them

    Example: what is missing, and what has the wrong type
      Given a connection
      And the server declares "tools"
      When each tool that may be called is called without a required argument, and with one of the wrong type
      Then none of the calls succeeds
      And the server still answers

    @SHOULD
    Example: what is no choice, or out of bounds
      Given a connection
      And the server declares "tools"
      When each tool that may be called is called with a value that its schema does not allow
      Then none of the calls succeeds

    @SHOULD
    Example: nothing at all
      Given a connection
      And the server declares "tools"
      When each tool that may be called is called with null in place of its arguments
      Then none of the calls succeeds
      And the server still answers

    @MAY
    Example: what a closed schema does not allow
      Given a connection
      And the server declares "tools"
      When each tool that may be called is called with an argument that its schema does not allow
      Then none of the calls succeeds

    Example: the same behind a call that is right
      Fix: validate the arguments of each call: not only of the first one, and not what was kept of another

      Given a connection of its own
      And the server declares "tools"
      When each fast tool is called rightly, and then without a required argument, and with one of the wrong type
      Then none of the calls succeeds

  @M-TOOL-05 @SHOULD
  Rule: What is wrong with arguments is told in a result with isError
    Spec: 2026-07-28 server/tools, Error Handling
    Fix: answer with {"content": [what is wrong], "isError": true}, so that the model sees it

    Example: what is missing, and what has the wrong type
      Given a connection
      And the server declares "tools"
      When each tool that may be called is called without a required argument, and with one of the wrong type
      Then each of the calls is answered with a result

    Example: what a tool finds wrong itself
      Given a connection
      When each tool that may be called is called
      Then what a tool fails of is told in a result

  @M-HM-18 @MUST
  Rule: An x-mcp-header is a name for a header, on a plain property
    Spec: 2026-07-28 basic/transports/streamable-http, Schema Extension
    Fix: use tokens, each once, on strings, integers and booleans that are reached by properties alone

    Example: all tools
      Given a connection
      And the server declares "tools"
      When the list "tools/list" is read to its end
      Then every x-mcp-header is one that clients accept

  @M-HM-42 @SHOULD
  Rule: No secret is mirrored into a header
    Spec: 2026-07-28 server/tools, x-mcp-header
    Fix: give parameters that are secrets no x-mcp-header: headers are logged

    Example: all tools
      Given a connection
      And the server declares "tools"
      When the list "tools/list" is read to its end
      Then no x-mcp-header is on what is called like a secret
