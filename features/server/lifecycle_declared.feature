@target
Feature: A server serves what it declares
  A client asks for what was declared, and for nothing else. What is declared and not
  served costs it an error at each start, and what is not declared nobody finds.

  @LIFE-13 @MUST
  Rule: What the server declares it serves, and what it serves it declares
    Spec: 2025-11-25 basic/lifecycle, Capability Negotiation
    Fix: declare tools, resources and prompts if, and only if, their lists work

    Example: all lists
      Given a session
      Then every declared list is a result
      And no list that is not declared has items

    Example: with metadata
      Fix: ignore what you do not know of _meta in the params of lists

      Given a session
      Then every list that is read without metadata is read with metadata, too

    Example: the list of templates is answered
      Spec: 2025-11-25 basic, Messages; JSON-RPC 2.0, Response object
      Fix: answer resources/templates/list, with an error if you have none

      Given a session
      And the server declares "resources"
      When the request "resources/templates/list" is sent
      Then it is answered, if only with an HTTP error

    @MAY
    Example: the list of templates
      Fix: answer resources/templates/list, with an empty array if there are none

      Given a session
      Then the list of templates is a result

    Example: what is told of changes
      Fix: declare listChanged for every list whose changes you announce, and subscribe if you send resources/updated

      Given a session
      When each tool that may be called is called
      Then every change that was told of is one that the server declares

    Example: what is in the lists
      Fix: serve tools/call, resources/read and prompts/get for what you list

      Given a session
      When the tools that may be called are called
      And every resource is read
      And every prompt is asked for
      Then no method that these need is unknown

    @last
    Example: the lists of all checks
      Given everything that the server offers has been used
      Then in the whole run every page of resources and of prompts was a list of objects

    @last
    Example: the notifications of all checks
      Given everything that the server offers has been used
      Then in the whole run every change that was told of was one that the server declares

  @LIFE-14 @MAY
  Rule: A capability that is declared as an empty object is served like any other
    Spec: robustness; 2025-11-25 basic/lifecycle, Capability Negotiation
    Fix: ask whether a capability is there, not whether it holds anything

    Example: what is declared as {}
      Given a session
      Then every capability that is declared as {} is served
