@target @modern
Feature: A client that has fallen back opens a session as any other one does
  What was found out about the era is no handshake: it follows, with all that belongs to it.

  Background:
    Given the client falls back to earlier revisions

  @M-CLI-132 @MUST
  Rule: The session that follows is in order
    Spec: 2025-11-25 basic/lifecycle, Initialization; basic/transports, Protocol Version Header
    Fix: fall back to the whole handshake, and name the revision that it agreed on in what follows

    Example: a server that knows no server/discover
      Given this server:
        """yaml
        rules:
          - when: {method: server/discover}
            do: [{error: {code: -32601, message: Method not found}}]
        """
      When the client runs for at most 15s
      Then every initialize introduces the client
      And initialized follows the answer to initialize
      And every later request names the revision that was negotiated

    @SHOULD
    Example: the revision that it offers
      Given this server:
        """yaml
        rules:
          - when: {method: server/discover}
            do: [{error: {code: -32601, message: Method not found}}]
        """
      When the client runs for at most 15s
      Then every initialize offers a revision that begins with it

    @http
    Example: and its session
      Given this server:
        """yaml
        rules:
          - when: {method: server/discover}
            do: [{error: {code: -32601, message: Method not found}}]
        """
      When the client runs for at most 15s
      Then every later request carries the session id
