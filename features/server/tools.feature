@target
Feature: A server offers tools
  What a tool is called and takes is all that a model knows of it.

  @TOOL-01 @MUST
  Rule: Every tool has an object schema for its input
    Spec: 2025-11-25 server/tools, Data Types
    Fix: give every tool an inputSchema with "type": "object", also if it takes nothing

    Example: all tools
      Given a session
      And the server declares "tools"
      When the list "tools/list" is read to its end
      Then every tool has an object as its input schema

    @last
    Example: the lists of all checks
      Given everything that the server offers has been used
      Then in the whole run every page of tools was a list of objects

  @TOOL-02 @SHOULD
  Rule: Names of tools are short, plain and unique
    Spec: 2025-11-25 server/tools, Tool Names
    Fix: use 1 to 128 of the characters A-Z a-z 0-9 _ - .

    Example: all tools
      Given a session
      And the server declares "tools"
      When the list "tools/list" is read to its end
      Then every tool has a name of 1 to 128 characters A-Z a-z 0-9 _ - .

    Example: small letters and capitals
      Fix: compare names of tools as they are: fetch and Fetch are two

      Given a session
      And the server declares "tools"
      When a tool is called by its name in other letters
      Then the answer is an error or a result with isError

  @TOOL-09 @MUST
  Rule: A tool is described by members that are there, each of its type
    Spec: 2025-11-25 server/tools, Data Types
    Fix: give every tool a name, and leave out what you have nothing to say for instead of setting it to null

    Example: all tools
      Given a session
      And the server declares "tools"
      When the list "tools/list" is read to its end
      Then every item of the list has what it needs, each of its type

    @last
    Example: the lists of all checks
      Given everything that the server offers has been used
      Then in the whole run every tool that was listed had what it needs, each of its type

  @TOOL-03 @MUST
  Rule: Calling a tool that does not exist fails
    Spec: 2025-11-25 server/tools, Error Handling
    Fix: answer with error -32602

    Example: it does not succeed
      Given a session
      And the server declares "tools"
      When the request "tools/call" is sent with:
        """json
        {"name": "mcpsim_no_such_tool", "arguments": {}}
        """
      Then the answer is an error or a result with isError

    Scenario Outline: <name>, which objects of JavaScript have
      Given a session
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

    Example: a name that objects of Python have
      Fix: look tools up in a table of your own, not with getattr

      Given a session
      And the server declares "tools"
      And no tool is called "__class__"
      When the request "tools/call" is sent with:
        """json
        {"name": "__class__", "arguments": {}}
        """
      Then the answer is an error or a result with isError

    @SHOULD
    Example: it is a protocol error
      Given a session
      And the server declares "tools"
      And its tools can be called
      When the request "tools/call" is sent with:
        """json
        {"name": "mcpsim_no_such_tool", "arguments": {}}
        """
      Then the answer is the error -32602

  @LIFE-11 @MAY
  Rule: The tools are complete as soon as the session is open
    Spec: robustness; clients list once, right after initialized
    Fix: register all tools before you answer tools/list, or send notifications/tools/list_changed

    Example: a client in a hurry
      Given a session
      And the server declares "tools"
      When the tools are listed at once
      Then the tools were complete, or the server has told of the change
