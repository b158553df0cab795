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

  @TOOL-02 @SHOULD
  Rule: Names of tools are short, plain and unique
    Spec: 2025-11-25 server/tools, Tool Names
    Fix: use 1 to 128 of the characters A-Z a-z 0-9 _ - .

    Example: all tools
      Given a session
      And the server declares "tools"
      When the list "tools/list" is read to its end
      Then every tool has a name of 1 to 128 characters A-Z a-z 0-9 _ - .

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

    @SHOULD
    Example: it is a protocol error
      Given a session
      And the server declares "tools"
      When the request "tools/call" is sent with:
        """json
        {"name": "mcpsim_no_such_tool", "arguments": {}}
        """
      Then the answer is the error -32602

  @RES-01 @SHOULD
  Rule: Reading a resource that does not exist is refused with error -32002
    Spec: 2025-11-25 server/resources, Error Handling
    Fix: answer with error -32002

    Example: a resource of nobody
      Given a session
      And the server declares "resources"
      When the request "resources/read" is sent with:
        """json
        {"uri": "mcpsim://no/such/resource"}
        """
      Then the answer is the error -32002

  @PRM-01 @SHOULD
  Rule: Getting a prompt that does not exist is refused with error -32602
    Spec: 2025-11-25 server/prompts, Error Handling
    Fix: answer with error -32602

    Example: a prompt of nobody
      Given a session
      And the server declares "prompts"
      When the request "prompts/get" is sent with:
        """json
        {"name": "mcpsim_no_such_prompt"}
        """
      Then the answer is the error -32602

    Example: required arguments are missing
      Given a session
      And the server declares "prompts"
      When each prompt with required arguments is asked for without them
      Then each of them is refused with the error -32602
