@omp @virtual
Feature: What is rejected is final where there is nothing better to send
  Without new credentials a second attempt would be the same as the first, and other
  failures are not about credentials.

  Background:
    Given server "docs" over http with this script:
      """yaml
      http: {sessions: false}
      """
    And a connected transport to server "docs"

  @OMP-TP-83 @real
  Rule: Without new credentials the original error is returned

    Scenario Outline: asked once, sent once, status <status>
      Given rejected credentials cannot be replaced
      And server "docs" follows these rules:
        """yaml
        - when: {method: tools/list}
          do: [{status: {code: <status>, body: no, headers: {WWW-Authenticate: Bearer}}}]
        """
      When the request "tools/list" is sent
      And 1h passes
      Then request 1 fails with "HTTP <status>: no [WWW-Authenticate: Bearer]"
      And server "docs" received "tools/list" 1 time
      And new credentials were asked for 1 time

      Examples:
        | status |
        | 401    |
        | 403    |

  @OMP-TP-84 @real
  Rule: Without a source of new credentials a rejection is final

    Scenario Outline: status <status>
      Given server "docs" follows these rules:
        """yaml
        - {when: {verb: POST}, do: [{status: {code: <status>, body: no}}]}
        """
      When the request "tools/list" is sent
      And the request "tools/call" is sent
      And the notification "notifications/cancelled" is sent
      And 1h passes
      Then requests 1 to 3 fail with "HTTP <status>: no"
      And server "docs" received "tools/list" 1 time
      And server "docs" received "tools/call" 1 time
      And server "docs" received "notifications/cancelled" 1 time

      Examples:
        | status |
        | 401    |
        | 403    |

    Scenario Outline: an answer to the server that is rejected with <status>
      Given server "docs" follows these rules:
        """yaml
        - {when: {verb: POST, nth: 2}, do: [{status: {code: <status>, body: no}}]}
        - {when: {method: tools/list}, do: [{request: {method: ping}}, answer]}
        """
      When the request "tools/list" is sent
      And 1h passes
      Then request 1 succeeds
      And server "docs" received "POST" 2 times

      Examples:
        | status |
        | 401    |
        | 403    |

    Scenario Outline: status <status>, although the definition has an Authorization header
      Given server "mail" over http
      And server "mail" is defined with the header "Authorization" set to "Bearer k"
      And server "mail" follows these rules:
        """yaml
        - {when: {method: tools/call}, do: [{status: {code: <status>, body: no}}]}
        """
      And the runtime has started
      When tool "mcp__mail_echo" is called
      And 1h passes
      Then server "mail" received "tools/call" 1 time
      And call 1 returns the error text "MCP error: HTTP <status>: no"

      Examples:
        | status |
        | 401    |
        | 403    |

  @OMP-TP-85
  Rule: No other status and no notification asks for new credentials

    Scenario Outline: the <kind> "<method>" answered <status>
      Given rejected credentials are replaced by the header "Authorization" set to "Bearer new"
      And server "docs" follows these rules:
        """yaml
        - {when: {method: <method>}, do: [{status: {code: <status>, body: no, headers: {<headers>}}}]}
        """
      When the <kind> "<method>" is sent
      And 1h passes
      Then request 1 fails with a text that begins with "HTTP <status>: no"
      And server "docs" received "<method>" 1 time
      And new credentials were asked for 0 times

      Examples:
        | kind         | method                  | status | headers                  |
        | request      | tools/list              | 302    |                          |
        | request      | tools/list              | 400    |                          |
        | request      | tools/list              | 402    |                          |
        | request      | tools/list              | 404    |                          |
        | request      | tools/list              | 407    |                          |
        | request      | tools/list              | 419    |                          |
        | request      | tools/list              | 429    |                          |
        | request      | tools/list              | 500    |                          |
        | request      | tools/list              | 502    |                          |
        | request      | tools/list              | 503    |                          |
        | notification | notifications/cancelled | 401    |                          |
        | notification | notifications/cancelled | 403    |                          |
        | request      | tools/list              | 400    | WWW-Authenticate: Bearer |
        | request      | tools/list              | 503    | WWW-Authenticate: Bearer |
