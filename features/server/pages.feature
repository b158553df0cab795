@target
Feature: A server's lists end
  A client reads a list page by page until there is no cursor. A cursor that comes
  again keeps it reading for ever.

  @PAG-03 @MAY
  Rule: A list ends and no cursor comes twice
    Spec: robustness; 2025-11-25 server/utilities/pagination
    Fix: leave nextCursor out on the last page

    Example: all tools
      Given a session
      And the server declares "tools"
      When the list "tools/list" is read to its end
      Then the list ends

  @PAG-04 @MAY
  Rule: No item is on two pages
    Spec: robustness; 2025-11-25 server/utilities/pagination
    Fix: begin each page after the last item of the one before

    Example: all tools
      Given a session
      And the server declares "tools"
      When the list "tools/list" is read to its end
      Then no item is listed twice

  @PAG-05 @MAY
  Rule: The last page has no cursor at all
    Spec: robustness; from 2026-07-28 on "" is a cursor like any other
    Fix: leave nextCursor out instead of setting it to "" or null

    Example: all tools
      Given a session
      And the server declares "tools"
      When the list "tools/list" is read to its end
      Then no page ends with an empty cursor
