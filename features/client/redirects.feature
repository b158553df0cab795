@target @http
Feature: A client follows redirects with care
  Proxies and load balancers send clients on, most often to the same path with a
  slash at its end. A client need not follow; one that does must not lose the message.

  @CLI-61 @MUST
  Rule: A redirect that keeps the method keeps the message, too
    Spec: RFC 9110, 15.4.8 and 15.4.9
    Fix: send 307 and 308 on with the same method, the same body and the same headers, or do not follow them

    Scenario Outline: status <status>
      Given the client copes with a correct server
      And this server:
        """yaml
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

  @CLI-106 @MAY
  Rule: A redirect to the same server is followed
    Spec: robustness; proxies and frameworks add a slash to the path
    Fix: repeat the POST where Location points, if that is the same origin

    Example: 308 to another path of the same server
      Given the client copes with a correct server
      And this server:
        """yaml
        rules:
          - when: {method: tools/call, nth: 1}
            do: [{status: {code: 308, headers: {Location: "/mcp?moved=1"}}}]
        """
      When the client runs for at most 10s
      Then the client has done what it was asked for

  @FF-57 @MAY
  Rule: Another origin is not told the session
    Spec: robustness; RFC 9110, 15.4
    Fix: do not follow redirects to another origin, or leave out Mcp-Session-Id, Authorization and Cookie there

    Example: 307 to the same port of another name
      Given this server:
        """yaml
        rules:
          - when: {method: tools/call, nth: 1}
            do: [{status: {code: 307, headers: {Location: "<other-origin>/moved"}}}]
        """
      When the client runs for at most 10s
      Then the client calls a tool
      And nothing secret goes to the new place

  @CLI-62 @MAY
  Rule: A redirect that leads to itself is not followed for ever
    Spec: robustness; RFC 9110, 15.4
    Fix: stop after ten redirects

    Example: 307 to the same place
      Given this server:
        """yaml
        rules:
          - when: {method: tools/call}
            do: [{status: {code: 307, headers: {Location: "<origin>/mcp"}}}]
        """
      When the client runs for at most 10s
      Then "tools/call" is sent at most 30 times
      And the client ends by itself

  @CLI-107 @MAY
  Rule: A redirect that turns the POST into a GET is the end of the call
    Spec: robustness; RFC 9110, 15.4.2 to 15.4.4
    Fix: take 301, 302 and 303 to a POST for an error: what was sent is lost

    Scenario Outline: status <status>
      Given the client copes with a correct server
      And this server:
        """yaml
        rules:
          - when: {method: tools/call, nth: 1}
            do: [{status: {code: <status>, headers: {Location: "<origin>/mcp?moved=1"}}}]
        """
      When the client runs for at most 10s
      Then the client calls a tool
      And no moved message becomes a GET

      Examples:
        | status |
        | 301    |
        | 302    |
        | 303    |

    Scenario Outline: 303 to <method>
      Given the client copes with a correct server
      And this server:
        """yaml
        rules:
          - when: {method: <method>, nth: 1}
            do: [{status: {code: 303, headers: {Location: "/mcp?moved=1"}}}]
        """
      When the client runs for at most 10s
      Then no moved message becomes a GET

      Examples:
        | method                    |
        | initialize                |
        | notifications/initialized |
        | tools/list                |
