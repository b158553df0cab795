@target @modern
Feature: A server of both eras keeps them apart
  For a year clients of both eras come to one endpoint. What one of them does must not
  take the other one's words away.

  @M-DISC-11 @MUST
  Rule: What this revision has removed is unknown
    Spec: 2026-07-28 basic/transports/streamable-http, Protocol Version Header
    Fix: answer requests with modern metadata for methods of earlier revisions with error -32601, over HTTP with 404

    Scenario Outline: <method>
      Given a connection of its own
      When the request "<method>" is sent with:
        """json
        <params>
        """
      Then the answer is the error -32601

      Examples:
        | method                | params                                                                                                            |
        | ping                  | {}                                                                                                                |
        | logging/setLevel      | {"level": "info"}                                                                                                 |
        | resources/subscribe   | {"uri": "mcpsim://no/such/resource"}                                                                              |
        | resources/unsubscribe | {"uri": "mcpsim://no/such/resource"}                                                                              |
        | tasks/list            | {}                                                                                                                |

    Example: initialize, of a server that opens no sessions
      Given the server opens no sessions
      And a connection of its own
      When the request "initialize" is sent with:
        """json
        {"protocolVersion": "2026-07-28", "capabilities": {}, "clientInfo": {"name": "mcpsim", "version": "1"}}
        """
      Then the answer is the error -32601, or -32022 that names versions

  @M-DISC-12 @MAY
  Rule: Both eras are served beside each other
    Spec: robustness; 2026-07-28 basic/versioning, Compatibility Matrix
    Fix: decide for each request, by its metadata, which era it is of

    @http
    Example: a request beside a session
      Given the server opens sessions, too
      And a connection of its own
      When initialize of an earlier revision is sent, and server/discover after it
      Then the answer is a result

    @stdio
    Example: initialize right behind server/discover
      Given the server opens sessions, too
      And a fresh connection
      When server/discover is sent, and initialize right behind it
      Then both are answered with results

  @M-DISC-08 @MUST
  Rule: A list is the same on every connection, and whatever was called before
    Spec: 2026-07-28 server/tools, Capabilities
    Fix: make lists of what the server offers, not of what a connection has done

    Example: two connections
      When every declared list is read on two connections
      Then both have the same items

    @SHOULD
    Example: what is said of an item
      When every declared list is read on two connections
      Then both say the same of each item

    Example: before and after calls
      When every declared list is read before and after a call
      Then both have the same items

  @M-DISC-07 @SHOULD
  Rule: Related requests may come on different connections
    Spec: 2026-07-28 basic, Statelessness
    Fix: bind nothing to a connection or a process: neither cursors nor what was listed

    Example: a list here, a call there
      When a tool that was listed on one connection is called on another
      Then it is answered as on any other connection

    @http
    Example: prompts here, a completion there
      When "completion/complete" is the first request on a connection
      Then it is answered as on any other connection

  @M-BASE-28 @SHOULD
  Rule: A cursor leads on from any connection
    Spec: 2026-07-28 basic, Statelessness
    Fix: put into the cursor what is needed to go on

    Example: the second page elsewhere
      When the second page of every list is read on another connection
      Then both pages are the same

  @M-BASE-35 @SHOULD
  Rule: Who a client says it is changes nothing
    Spec: 2026-07-28 basic, _meta
    Fix: do nothing else for another clientInfo: it is for display and logs

    Example: two names
      When every declared list is read as two clients
      Then both have the same items
      And both say the same of each item

    Example: no name
      When every declared list is read as a client and as nobody
      Then both have the same items
      And both say the same of each item

  @M-BASE-29 @MAY
  Rule: A slow request holds up no other
    Spec: robustness; 2026-07-28 basic, Statelessness
    Fix: serve requests side by side

    Example: a call that takes long
      Given a tool that takes long
      And a connection of its own
      When it is called, and all else is asked for meanwhile
      Then each of these requests is answered promptly
