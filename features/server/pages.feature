@target
Feature: A server's lists end
  A client reads a list page by page until there is no cursor. A cursor that comes
  again keeps it reading for ever.

  @PAG-01 @SHOULD
  Rule: A cursor that the server did not give is refused with error -32602
    Spec: 2025-11-25 server/utilities/pagination, Error Handling
    Fix: answer with error -32602

    Example: a cursor of nobody
      Given a session
      When every list is asked for with the cursor "mcpsim-no-such-cursor"
      Then each list is refused with the error -32602

    @MAY
    Example: a cursor that objects of JavaScript have
      Given a session
      When every list is asked for with the cursor "constructor"
      Then each list is refused with the error -32602

    @MAY
    Example: a cursor that is no text
      Given a session
      When every list is asked for with the cursor 7
      Then each list is refused with the error -32602

    @MAY
    Example: a cursor in other letters
      Given a session
      When every list is asked for with the cursor of its second page, in other letters
      Then none has led to that page

  @PAG-02 @SHOULD
  Rule: A cursor leads to the same page each time
    Spec: 2025-11-25 server/utilities/pagination, Implementation Guidelines
    Fix: let the cursor say where the page begins; keep no state

    Example: the second page
      Given a fresh session
      When the second page of every list is read twice
      Then both pages are the same

  @PAG-03 @MAY
  Rule: A list ends and no cursor comes twice
    Spec: robustness; 2025-11-25 server/utilities/pagination
    Fix: leave nextCursor out on the last page

    Example: all lists
      Given a session
      When every list is read to its end
      Then every list ends

  @PAG-04 @MAY
  Rule: No item is on two pages
    Spec: robustness; 2025-11-25 server/utilities/pagination
    Fix: begin each page after the last item of the one before

    Example: all lists
      Given a session
      When every list is read to its end
      Then no item is listed twice

  @PAG-05 @MAY
  Rule: A cursor is a text, and the last page has none at all
    Spec: robustness; from 2026-07-28 on "" is a cursor like any other
    Fix: make nextCursor a string, and leave it out at the end instead of setting it to "" or null

    Example: all lists
      Given a session
      When every list is read to its end
      Then no page ends with an empty cursor

    @last
    Example: the pages of all checks
      Given everything that the server offers has been used
      Then in the whole run every cursor was a text, and no last page had one
