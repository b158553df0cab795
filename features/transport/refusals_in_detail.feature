@omp @virtual
Feature: Only a 401 or 403 is followed by a renewal, and nothing else is sent again

  Background:
    Given server "docs" over http with this script:
      """yaml
      http: {sessions: false}
      """
    And a connected transport to server "docs"
    And rejected credentials are replaced by the header "Authorization" set to "Bearer new"

  @OMP-TP-80
  Rule: What is sent again after a rejection is the same message

    Scenario Outline: status <status>
      Given the switch "rpc.ids" is "integer"
      And server "mail" over http with this script:
        """yaml
        http: {sessions: false}
        rules: [{when: {method: ping, nth: 1}, do: [{status: <status>}]}]
        """
      And a connected transport to server "mail"
      And rejected credentials are replaced by the header "Authorization" set to "Bearer new"
      When the request "ping" is sent
      Then request 1 succeeds
      And server "mail" received "ping" 2 times
      And the request ids that server "mail" saw are "1, 1"

      Examples:
        | status |
        | 401    |
        | 403    |

  @OMP-TP-82
  Rule: A second rejection is final, whatever it says and whatever came before

    Scenario Outline: the fourth request is rejected twice, <how>
      Given server "docs" follows these rules:
        """yaml
        - {when: {method: ping, nth: 1}, do: [{headers: {Mcp-Session-Id: S1}}]}
        - {when: {method: tools/list}, do: [{status: {code: <status>, headers: {<headers>}}}]}
        """
      When the request "ping" is sent 3 times in a row
      And the request "tools/list" is sent
      And 1h passes
      Then request 4 fails with a text that begins with "HTTP <status>: "
      And server "docs" received "tools/list" 2 times
      And new credentials were asked for 1 time

      Examples:
        | status | how                    | headers                                                 |
        | 401    | with a challenge       | WWW-Authenticate: 'Bearer error="invalid_token"'        |
        | 403    | with a challenge       | WWW-Authenticate: 'Bearer error="insufficient_scope"'   |
        | 401    | with a login server    | Mcp-Auth-Server: "http://auth.test"                     |
        | 401    | with a time to wait    | Retry-After: "1"                                        |

  @OMP-TP-85
  Rule: Every status but 401 and 403 is final, for a request, a notification and an answer

    Scenario Outline: status <status>
      Given server "docs" follows these rules:
        """yaml
        - {when: {method: ping}, do: [{status: {code: <status>, body: no}}]}
        - {when: {method: tools/list}, do: [{as: sse}, {request: {method: ping, id: 7}}, {delay: 1s}]}
        - {when: {verb: POST, nth: 3}, do: [{status: {code: <status>, body: no}}]}
        """
      When the request "ping" is sent
      And the request "tools/list" is sent
      And 1h passes
      Then request 1 fails with "HTTP <status>: no"
      And server "docs" received "POST" 3 times
      And new credentials were asked for 0 times

      Examples:
        | status |
        | 400    |
        | 405    |
        | 406    |
        | 408    |
        | 409    |
        | 410    |
        | 411    |
        | 413    |
        | 415    |
        | 418    |
        | 422    |
        | 440    |
        | 498    |
        | 499    |
        | 501    |
        | 504    |
        | 511    |

  @OMP-TP-86
  Rule: Whatever is said to an answer of the client changes nothing

    Scenario Outline: status <status>
      Given server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list}, do: [{as: sse}, {request: {method: ping, id: 7}}, {delay: 1s}]}
        - {when: {verb: POST, nth: 2}, do: [{status: <status>}]}
        """
      When the request "tools/list" is sent
      And 1s passes
      Then request 1 succeeds
      And the transport is connected
      And server "docs" received "POST" 2 times
      And the transport reported:
        """text
        request ping
        """

      Examples:
        | status |
        | 200    |
        | 400    |
        | 404    |
        | 410    |
        | 503    |
