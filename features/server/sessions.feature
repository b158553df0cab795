@target @http
Feature: A server keeps its sessions apart
  A client opens a new session when it hears 404, and only then. Any other status for
  a dead session leaves it cut off until somebody starts it again.

  @HL-23 @MUST
  Rule: A session id is visible ASCII
    Spec: 2025-11-25 basic/transports, Session Management
    Fix: use characters from 0x21 to 0x7E

    Example: an id
      Given a session
      And the server gives session ids
      Then the session id is visible ASCII

  @HL-24 @SHOULD
  Rule: Session ids are different and hard to guess
    Spec: 2025-11-25 basic/transports, Session Management
    Fix: use a random UUID

    Example: ten sessions
      Given a session
      And the server gives session ids
      Then 10 sessions get different ids of at least 16 characters

    @MAY @last
    Example: the answers of all checks
      Given everything that the server offers has been used
      Then in the whole run no answer in a session had the id of another one

  @HL-25 @SHOULD
  Rule: A request without the session id is refused with 400 where one is required
    Spec: 2025-11-25 basic/transports, Session Management
    Fix: answer with 400 if the header is absent and you need it

    Example: no id
      Given a session
      And the server gives session ids
      And the header "Mcp-Session-Id" is left out
      When the request "ping" is sent
      Then the status is 400 where an id is required

    Example: listening without an id
      Given a fresh session
      And the server gives session ids
      And the header "Mcp-Session-Id" is left out
      When GET is sent
      Then the status is 200, 400 or 405

    Example: listening without an id where one is required
      Given a fresh session
      And the server gives session ids
      And the header "Mcp-Session-Id" is left out
      When the request "ping" is sent
      Then the status is 400 where an id is required
      When GET is sent
      Then the status is 4xx or 501

    Example: a notification without an id
      Given a session
      And the server gives session ids
      And the header "Mcp-Session-Id" is left out
      When the request "ping" is sent
      Then the status is 400 where an id is required
      When the notification "notifications/initialized" is sent
      Then the status is 4xx

    Example: leaving without an id
      Given a fresh session
      And the server gives session ids
      And the header "Mcp-Session-Id" is left out
      When DELETE is sent
      Then the status is 4xx or 501

  @HL-26 @MUST
  Rule: A request in a session that has ended is answered with 404
    Spec: 2025-11-25 basic/transports, Session Management
    Fix: answer with 404, so that clients open a new session

    Example: requests
      Given a fresh session
      And the server gives session ids
      And the session has been deleted
      When the request "ping" is sent
      Then the status is 404
      When the request "tools/list" is sent
      Then the status is 404

    Example: listening
      Given a fresh session
      And the server gives session ids
      And the session has been deleted
      When GET is sent
      Then the status is 404 or 405

    @SHOULD
    Example: a notification
      Given a fresh session
      And the server gives session ids
      And the session has been deleted
      When the notification "notifications/initialized" is sent
      Then the status is 404

    @SHOULD
    Example: leaving twice
      Given a fresh session
      And the server gives session ids
      And the session has been deleted
      When DELETE is sent
      Then the status is 404 or 405

  @HL-27 @MAY
  Rule: A request with an unknown session id is answered with 404
    Spec: robustness; after a restart a server knows none of its sessions
    Fix: answer with 404, so that clients open a new session

    Example: an id of nobody
      Given a session
      And the server gives session ids
      And the header "Mcp-Session-Id" is "mcpsim-no-such-session"
      When the request "ping" is sent
      Then the status is 404

    Example: a name that objects of JavaScript have
      Given a session
      And the server gives session ids
      And the header "Mcp-Session-Id" is "constructor"
      When the request "ping" is sent
      Then the status is 404

    Example: an id that looks like those of the server
      Given a session
      And the server gives session ids
      And the session id has other characters at its end
      When the request "ping" is sent
      Then the status is 404

    Example: listening with it
      Given a fresh session
      And the server gives session ids
      And the header "Mcp-Session-Id" is "mcpsim-no-such-session"
      When GET is sent
      Then the status is 404 or 405

  @HL-29 @MAY
  Rule: Initialize with the id of a session that is gone opens a new one
    Spec: robustness
    Fix: ignore the session id of an initialize

    Example: a client that forgot to forget
      Given a fresh connection
      And the header "Mcp-Session-Id" is "mcpsim-no-such-session"
      When initialize is sent
      Then the answer is a result
      And the session id is not "mcpsim-no-such-session"
