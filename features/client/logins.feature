@target @http
Feature: A client that may not come in goes away
  A client that asks again and again is locked out, or brings the server down.

  @FF-73 @MAY
  Rule: A client that is refused with 401 does not try for ever
    Spec: robustness
    Fix: try once more with new credentials if there are any, then give up

    Example: 401 whatever comes
      Given this server:
        """yaml
        rules:
          - when: {verb: POST}
            do: [{status: {code: 401, headers: {WWW-Authenticate: Bearer}}}]
        """
      When the client runs for at most 12s
      Then the client stops trying

    Scenario Outline: 401 in the middle of a session, <which>
      Given the client copes with a correct server
      And this server:
        """yaml
        rules:
          - when: {method: <method>}
            do: [{status: {code: 401, headers: {WWW-Authenticate: Bearer}}}]
            times: <times>
        """
      When the client runs for at most 12s
      Then the client stops trying

      Examples:
        | which                | method     | times |
        | once                 | tools/call | 1     |
        | again and again      | tools/call | 0     |
        | from the list on     | tools/list | 0     |

    Scenario Outline: 401 although the client has logged in, <which>
      Given the client can log in
      And a login at this server:
        """yaml
        authorization: {}
        rules:
          - when: {method: <method>}
            do: [{status: {code: 401, headers: {WWW-Authenticate: Bearer error="invalid_token"}}}]
        """
      When the client runs for at most 12s
      Then the client stops trying

      Examples:
        | which             | method     |
        | from the start on | initialize |
        | for a call        | tools/call |

    Example: 401 for the stream of the server
      Given the client copes with a correct server
      And this server:
        """yaml
        rules:
          - when: {verb: GET}
            do: [{status: {code: 401, headers: {WWW-Authenticate: Bearer}}}]
          - when: {method: tools/call}
            do: [{delay: 2s}]
        """
      When the client runs for at most 12s
      Then at most 20 requests are sent
