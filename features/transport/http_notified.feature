@omp @virtual
Feature: What a server says instead of acknowledging a notification

  @OMP-TP-33 @real
  Rule: Of what answers a notification an event stream is read, whatever its 2xx status is, and no other body matters

    Scenario Outline: status <status>
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        """
      And server "docs" follows these rules:
        """yaml
        - when: {method: notifications/a}
          do: [{status: {code: <status>, body: "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/b\"}\n\n", headers: {Content-Type: text/event-stream}}}]
        """
      And a connected transport to server "docs"
      When the notification "notifications/a" is sent
      Then request 1 succeeds
      And the transport reported:
        """text
        notification notifications/b
        """

      Examples:
        | status |
        | 200    |
        | 201    |
        | 202    |

    Scenario Outline: any other body is nobody's: <body>
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        """
      And server "docs" follows these rules:
        """yaml
        - when: {method: notifications/a}
          do: [{status: {code: 200, body: '<body>', headers: {Content-Type: <type>}}}]
        """
      And a connected transport to server "docs"
      When the notification "notifications/a" is sent
      Then request 1 succeeds
      And the transport reported nothing

      Examples:
        | body                            | type             |
        | ok                              | text/plain       |
        | {"ok":                          | application/json |
        | {"ok":true}                     | application/json |

  @OMP-TP-34 @real
  Rule: The error of a notification has the hints of the server, too

    Scenario Outline: status <status>
      Given server "docs" over http
      And server "docs" follows these rules:
        """yaml
        - when: {method: notifications/a}
          do: [{status: {code: <status>, body: no, headers: {WWW-Authenticate: Bearer, Mcp-Auth-Server: "http://auth.test"}}}]
        """
      And a connected transport to server "docs"
      When the notification "notifications/a" is sent
      Then request 1 fails with "HTTP <status>: no [WWW-Authenticate: Bearer; Mcp-Auth-Server: http://auth.test]"

      Examples:
        | status |
        | 401    |
        | 403    |
