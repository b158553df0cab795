@target @http
Feature: A client takes no for an answer
  Servers are busy, gone, or behind a proxy that speaks for them. The user wants to
  know, soon, and the server wants to be left alone.

  @CLI-63 @MAY
  Rule: A client that is told to come later comes later
    Spec: RFC 9110, 10.2.3 (Retry-After)
    Fix: wait as many seconds as Retry-After says before you repeat the request, or do not repeat it

    Scenario Outline: status <status>, once
      Given this server:
        """yaml
        rules:
          - when: {method: tools/call, nth: 1}
            do: [{status: {code: <status>, headers: {Retry-After: "1"}}}]
        """
      When the client runs for at most 10s
      Then the client calls a tool
      And "tools/call" is not repeated within 1s

      Examples:
        | status |
        | 429    |
        | 503    |

  @CLI-64 @MAY
  Rule: A request that is refused fails, and soon
    Spec: robustness
    Fix: look at the status before you look at the body, and report it to who asked

    Scenario Outline: status <status>, again and again
      Given the client copes with a correct server
      And this server:
        """yaml
        rules:
          - when: {method: tools/call}
            do: [{status: <status>}]
        """
      When the client runs for at most 15s
      Then the client calls a tool
      And at most 40 requests are sent
      And the client fails by itself

      Examples:
        | status                                   |
        | 400                                      |
        | 413                                      |
        | {code: 429, headers: {Retry-After: "1"}} |
        | 500                                      |
        | 503                                      |

  @FF-56 @MAY
  Rule: A web page is no answer
    Spec: robustness; proxies and portals answer with pages
    Fix: look at the status and the content type before you parse, and report both

    Scenario Outline: status <status> with HTML
      Given the client copes with a correct server
      And this server:
        """yaml
        rules:
          - when: {method: tools/call}
            do: [{status: {code: <status>, headers: {Content-Type: text/html}, body: "<html><body>Sorry</body></html>"}}]
        """
      When the client runs for at most 15s
      Then the client calls a tool
      And at most 40 requests are sent
      And the client fails by itself

      Examples:
        | status |
        | 200    |
        | 502    |

  @FF-74 @MAY
  Rule: A client that is refused with 403 does not try for ever
    Spec: robustness
    Fix: ask for more rights once, if you can, then give up

    Example: more rights are wanted, whatever comes
      Given this server:
        """yaml
        rules:
          - when: {method: tools/call}
            do: [{status: {code: 403, headers: {WWW-Authenticate: 'Bearer error="insufficient_scope", scope="more"'}}}]
        """
      When the client runs for at most 10s
      Then the client calls a tool
      And at most 20 requests are sent
      And the client ends by itself

  @FF-65 @MAY
  Rule: A wrong host is a mistake in the settings
    Spec: robustness; servers that check Host against DNS rebinding
    Fix: report 421 with its text, and do not connect again

    Example: 421 from the beginning
      Given this server:
        """yaml
        rules:
          - when: {verb: POST}
            do: [{status: {code: 421, body: Invalid Host header}}]
        """
      When the client runs for at most 10s
      Then at most 20 requests are sent
      And the client fails by itself

  @CLI-65 @MAY
  Rule: A server that cannot be reached is an error and no wait
    Spec: robustness
    Fix: fail when the connection fails, after a few attempts at most

    Example: every connection is cut
      Given the client copes with a correct server
      And this server:
        """yaml
        rules:
          - when: {verb: POST}
            do: [{drop: {}}]
        """
      When the client runs for at most 15s
      Then at most 40 requests are sent
      And the client fails by itself
