@target @modern @http
Feature: A client without a handshake follows redirects with care
  Each request stands for itself, and so does each redirect. What is sent on must be the
  same request, or nothing.

  @M-CLI-137 @MUST
  Rule: A redirect that keeps the method keeps the request, too
    Spec: RFC 9110, 15.4.8 and 15.4.9
    Fix: send 307 and 308 on with the same method, the same body and the same headers, or do not follow them

    Scenario Outline: status <status>
      Given the client copes with a correct server
      And this server:
        """yaml
        era: modern
        rules:
          - when: {method: tools/call, nth: 1}
            do: [{status: {code: <status>, headers: {Location: "<origin>/mcp?moved=1"}}}]
        """
      When the client runs for at most 10s
      Then a moved "tools/call" keeps its method and body

      Examples:
        | status |
        | 307    |
        | 308    |

  @M-CLI-138 @MAY
  Rule: A redirect that turns the POST into a GET is the end of the request
    Spec: robustness; RFC 9110, 15.4.2 to 15.4.4
    Fix: take 301, 302 and 303 to a POST for an error: what was sent is lost

    Scenario Outline: status <status>
      Given the client copes with a correct server
      And this server:
        """yaml
        era: modern
        rules:
          - when: {method: <method>, nth: 1}
            do: [{status: {code: <status>, headers: {Location: "<origin>/mcp?moved=1"}}}]
        """
      When the client runs for at most 10s
      Then no moved message becomes a GET

      Examples:
        | status | method     |
        | 301    | tools/call |
        | 302    | tools/call |
        | 303    | tools/call |
        | 303    | tools/list |
