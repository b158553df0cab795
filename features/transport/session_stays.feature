@omp @virtual
Feature: Nothing but a newer id and the end of its transport ends a session

  Background:
    Given server "docs" over http with this script:
      """yaml
      http: {sessions: false}
      rules: [{when: {method: ping, nth: 1}, do: [{headers: {Mcp-Session-Id: S1}}], mayNotHappen: true}]
      """
    And a connected transport to server "docs"
    And rejected credentials are replaced by the header "Authorization" set to "Bearer new"

  @OMP-TP-68 @OMP-TP-70
  Rule: Whatever becomes of a message, later ones and the DELETE carry the session id

    Scenario Outline: <what>
      Given server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list, nth: 1}, do: [<does>]}
        """
      When the request "ping" is sent
      And the request "tools/list" is sent
      And the request "tools/list" is sent
      And the notification "notifications/a" is sent
      And the transport is closed
      Then "tools/list" number 2 to server "docs" has the header "Mcp-Session-Id" set to "S1"
      And "notifications/a" number 1 to server "docs" has the header "Mcp-Session-Id" set to "S1"
      And "DELETE" number 1 to server "docs" has the header "Mcp-Session-Id" set to "S1"

      Examples:
        | what                          | does                                             |
        | it is not found               | {status: 404}                                    |
        | it is refused                 | {status: 400}                                    |
        | it is led on                  | {status: {code: 307, headers: {Location: /mcp}}} |
        | it is sent again after a 401  | {status: 401}                                    |
        | its connection is cut         | {drop: 0}                                        |
        | its answer cannot be read     | {status: {code: 200, body: "<html>"}}            |

    Example: the background stream ends
      Given server "mail" over http
      When a new transport to server "mail" connects
      And the request "initialize" is sent with:
        """json
        {"protocolVersion": "2025-03-26", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
        """
      And the transport opens its background stream
      And server "mail" ends its stream
      And the request "tools/list" is sent
      And the transport is closed
      Then requests 1 to 2 succeed
      And server "mail" received "DELETE" 1 time

  @OMP-TP-66
  Rule: However many messages there are, none names a session that there is not

    Example: five requests, two notifications and a background stream
      Given server "mail" over http with this script:
        """yaml
        http: {sessions: false}
        """
      When a new transport to server "mail" connects
      And the request "initialize" is sent
      And the request "ping" is sent 4 times in a row
      And the notification "notifications/a" is sent
      And the transport opens its background stream
      Then "initialize" number 1 to server "mail" has no header "Mcp-Session-Id"
      And "ping" number 1 to server "mail" has no header "Mcp-Session-Id"
      And "ping" number 4 to server "mail" has no header "Mcp-Session-Id"
      And "notifications/a" number 1 to server "mail" has no header "Mcp-Session-Id"
      And "GET" number 1 to server "mail" has no header "Mcp-Session-Id"

  @OMP-TP-72
  Rule: A DELETE that is refused is sent once and renews nothing

    Scenario Outline: status <status>
      Given server "docs" follows these rules:
        """yaml
        - {when: {verb: DELETE}, do: [{status: <status>}]}
        """
      When the request "ping" is sent
      And the transport is closed
      And 1h passes
      Then the transport has closed
      And server "docs" received "DELETE" 1 time
      And new credentials were asked for 0 times

      Examples:
        | status |
        | 400    |
        | 401    |
        | 403    |
        | 429    |
        | 502    |
        | 503    |
