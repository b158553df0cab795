@target @modern @http
Feature: Over HTTP a status says whether a server is an earlier one
  Gateways, logins and outages have statuses, too. They say nothing of the era.

  @M-CLI-48 @SHOULD
  Rule: HTTP 400 leads to initialize unless its body is that of a modern server
    Spec: 2026-07-28 basic/transports/streamable-http, Backward Compatibility
    Fix: read the body of a 400: an error with the code -32020, -32021 or -32022 is modern, all else is not

    Scenario Outline: <what>
      Given the client falls back to earlier revisions
      And this server:
        """yaml
        rules:
          - when: {method: server/discover}
            do: [{status: {code: 400, body: '<body>'}}]
        """
      When the client runs for at most 15s
      Then initialize follows

      Examples:
        | what              | body                                                                          |
        | an empty body     |                                                                               |
        | a page            | <html>Bad Request</html>                                                      |
        | no session        | {"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"no session id"}} |
        | an invalid request | {"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid"}}      |

    Example: a modern body
      Given the client asks server/discover
      And this server:
        """yaml
        era: dual
        rules:
          - when: {method: server/discover}
            do: [{error: {code: -32020, message: Header mismatch}}]
        """
      When the client runs for at most 15s
      Then no initialize is sent

  @M-CLI-49 @MAY
  Rule: HTTP 404 and 405 lead to initialize
    Spec: robustness; 2026-07-28 basic/transports/streamable-http, HTTP+SSE Transport
    Fix: try initialize, and if that is refused in the same way the stream of 2024-11-05

    Scenario Outline: <status>
      Given the client falls back to earlier revisions
      And this server:
        """yaml
        rules:
          - when: {method: server/discover}
            do: [{status: <status>}]
        """
      When the client runs for at most 15s
      Then initialize follows

      Examples:
        | status |
        | 404    |
        | 405    |

  @M-CLI-51 @MAY
  Rule: A server that wants a login says nothing of its era
    Spec: robustness; 2026-07-28 basic/versioning, Backward Compatibility with Initialization-Based Versions
    Fix: log in, or tell the user; do not send initialize because of 401 or 403

    Scenario Outline: <status>
      Given the client asks server/discover
      And this server:
        """yaml
        era: dual
        rules:
          - when: {method: "*"}
            do: [{status: <status>}]
        """
      When the client runs for at most 5s or 50 messages
      Then no initialize is sent

      Examples:
        | status |
        | 401    |
        | 403    |

  @M-CLI-52 @MAY
  Rule: An outage says nothing of the era
    Spec: robustness; 2026-07-28 basic/versioning, Backward Compatibility with Initialization-Based Versions
    Fix: try again later, or tell the user; do not send initialize because of 429, 5xx or a connection that breaks

    Scenario Outline: <what>
      Given the client asks server/discover
      And this server:
        """yaml
        era: dual
        rules:
          - when: {method: server/discover}
            do: [<do>]
        """
      When the client runs for at most 5s or 50 messages
      Then no initialize is sent

      Examples:
        | what                   | do            |
        | an error of the server | {status: 500} |
        | a server that is busy  | {status: 503} |
        | too many requests      | {status: 429} |
        | a broken connection    | {end: reset}  |

    Example: no answer at all
      Given the client asks server/discover
      And the client is asked for "initialize"
      And the client is told:
        """json
        {"timeoutMs": 500}
        """
      And this server:
        """yaml
        era: dual
        rules:
          - when: {method: server/discover}
            do: [{never: {}}]
        """
      When the client runs for at most 15s
      Then no initialize is sent

  @M-CLI-50 @MAY
  Rule: HTTP 404 with error -32601 is a missing method, not a missing server
    Spec: 2026-07-28 basic/transports/streamable-http, Protocol Version Header
    Fix: fail the one request; open no session and no stream because of it

    Example: a call
      Given this server:
        """yaml
        era: modern
        rules:
          - when: {method: tools/call}
            do: [{error: {code: -32601, message: Method not found}}]
        """
      When the client runs for at most 15s
      Then no initialize is sent
      And nothing of a session is sent
