@target @modern
Feature: A modern server's lists are whole
  A client reads a list page by page, keeps it, and shows what is on it.

  @M-DISC-09 @MUST
  Rule: What is declared is served, and what is not declared has nothing
    Spec: 2026-07-28 server/tools, Capabilities; server/prompts; server/resources
    Fix: declare tools, resources and prompts exactly if you serve them

    Example: lists
      Given a connection
      Then every declared list is a result

    Example: the list of templates is answered
      Spec: 2026-07-28 basic, Messages; JSON-RPC 2.0, Response object
      Fix: answer resources/templates/list, with an error if you have none

      Given a connection
      And the server declares "resources"
      When the request "resources/templates/list" is sent
      Then it is answered, if only with an HTTP error

    @MAY
    Example: the list of templates
      Fix: answer resources/templates/list, with an empty array if there are none

      Given a connection
      Then the list of templates is a result

    Example: what a list needs
      Fix: serve tools/call, resources/read and prompts/get for what you list

      Given a connection
      Then no method that these need is unknown

    Example: lists of what is not declared
      Given a connection
      Then no list that is not declared has items

  @M-PAG-01 @SHOULD
  Rule: A cursor that the server did not give is refused with error -32602
    Spec: 2026-07-28 server/utilities/pagination, Error Handling
    Fix: answer with error -32602

    Example: a cursor of nobody
      Given a connection
      When every list is asked for with the cursor "mcpsim-no-such-cursor"
      Then each list is refused with the error -32602

    @MAY
    Example: a cursor that objects of JavaScript have
      Given a connection
      When every list is asked for with the cursor "constructor"
      Then each list is refused with the error -32602

    @MAY
    Example: a cursor that is no text
      Given a connection
      When every list is asked for with the cursor 7
      Then each list is refused with the error -32602

    @MAY
    Example: a cursor in other letters
      Given a connection
      When every list is asked for with the cursor of its second page, in other letters
      Then none has led to that page

  @M-PAG-02 @SHOULD
  Rule: A cursor leads to the same page each time
    Spec: 2026-07-28 server/utilities/pagination, Implementation Guidelines
    Fix: keep cursors stable while the list is

    Example: the second page
      Given a connection
      When the second page of every list is read twice
      Then both pages are the same

  @M-PAG-03 @MAY
  Rule: A list ends and no cursor comes twice
    Spec: robustness; 2026-07-28 server/utilities/pagination
    Fix: leave nextCursor out of the last page

    Example: all lists
      Given a connection
      When every list is read to its end
      Then every list ends

    Example: what leads on
      Fix: make nextCursor a string, and leave it out at the end instead of setting it to "" or null

      Given a connection
      When every list is read to its end
      Then every cursor is a text, and the last page has none

  @M-PAG-04 @MAY
  Rule: No item is on two pages
    Spec: robustness; 2026-07-28 server/utilities/caching, Interaction with Pagination
    Fix: begin each page where the one before has ended

    Example: all lists
      Given a connection
      When every list is read to its end
      Then no item is listed twice

  @M-PAG-06 @MUST
  Rule: All pages of a list have the same cacheScope
    Spec: 2026-07-28 server/utilities/caching, Interaction with Pagination
    Fix: decide the scope for the list, not for a page

    Example: all lists
      Given a connection
      When every list is read to its end
      Then all pages of a list have the same cacheScope

  @M-TOOL-08 @SHOULD
  Rule: Tools come in the same order each time
    Spec: 2026-07-28 server/tools, Capabilities
    Fix: list tools in a fixed order: caches and prompts of models depend on it

    Example: five times
      Given a connection
      And the server declares "tools"
      When the tools are listed 5 times
      Then they come in the same order each time

  @M-SUB-08 @MAY
  Rule: Reading a list changes none
    Spec: robustness; 2026-07-28 server/tools, List Changed Notification
    Fix: tell of changes of a list, not of reading it

    Example: reading twenty times
      Given a connection of its own
      And all changes are listened to
      When each list is read 20 times
      And what is announced without a reason is waited for
      Then no change was announced of a list that stayed the same

    Example: reading resources
      Given a connection of its own
      And the server declares "resources"
      And all changes are listened to
      When each list is read 1 times
      And resources are read 5 times
      And 200ms pass
      Then no change was announced of a list that stayed the same
