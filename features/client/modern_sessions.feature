@target @modern
Feature: A client keeps nothing of the protocol with sessions
  There is nothing to open, to resume or to close any more. What is lost is asked for anew,
  if that is safe.

  @M-CLI-61 @MAY @http
  Rule: Nothing of a session is sent to a server without one
    Spec: 2026-07-28 basic/transports/streamable-http, Earlier Streamable HTTP Revisions
    Fix: send no Mcp-Session-Id, no Last-Event-ID, no GET and no DELETE, whatever the server says

    Example: a server that gives a session id
      Given this server:
        """yaml
        era: modern
        rules:
          - when: {method: "*"}
            do: [{headers: {Mcp-Session-Id: made-up}}]
        """
      When the client runs for at most 15s
      Then nothing of a session is sent

    Example: a stream whose events have ids
      Given this server:
        """yaml
        era: modern
        rules:
          - when: {method: tools/call}
            do: [{sse: {events: [{id: "1", retry: 100ms, data: ""}]}}]
        """
      When the client runs for at most 5s or 50 messages
      Then nothing of a session is sent

    Example: every situation
      When the client runs in every situation
      Then nothing of a session is sent

  @M-CLI-68 @MAY @http
  Rule: A stream that ends without the answer ends the request
    Spec: 2026-07-28 changelog, Major changes 9
    Fix: fail the request, or send it again, as soon as its stream has ended; there is nothing to wait for

    Example: a call
      Given the client copes with a correct server
      And this server:
        """yaml
        era: modern
        rules:
          - when: {method: tools/call}
            do: [{as: sse}, {end: eof}]
        """
      When the client runs for at most 10s or 100 messages
      Then the client calls a tool
      And the client ends by itself

  @M-CLI-69 @MAY
  Rule: A call that may have been made is not made again by itself
    Spec: robustness; 2026-07-28 basic, Statelessness
    Fix: send a call again only if it never left, or if the tool says that it is idempotent or only reads

    @http
    Example: a stream that breaks
      Given this server:
        """yaml
        era: modern
        rules:
          - when: {method: tools/call}
            do: [{as: sse}, {end: eof}]
        """
      When the client runs for at most 10s or 100 messages
      Then "tools/call" is sent at most 1 time

    Example: no answer comes in time
      Given the client is told:
        """json
        {"timeoutMs": 500}
        """
      And this server:
        """yaml
        era: modern
        rules:
          - when: {method: tools/call}
            do: [{never: {}}]
        """
      When the client runs for at most 25s
      Then the call that is given up is not made again
