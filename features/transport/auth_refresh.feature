@omp @virtual
Feature: Rejected credentials are renewed once
  Access tokens expire in the middle of a session. If new ones can be had, the rejected
  message is sent once more with them. Otherwise the server has the last word.

  Background:
    Given server "docs" over http with this script:
      """yaml
      http: {sessions: false}
      """
    And a connected transport to server "docs"

  @OMP-TP-80 @real
  Rule: A request answered 401 or 403 is sent once more with new credentials

    Scenario Outline: status <status>
      Given rejected credentials are replaced by the header "Authorization" set to "Bearer new"
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list, first: 1}, do: [{status: <status>}]}
        """
      When the request "tools/list" is sent
      And the request "tools/list" is sent
      Then requests 1 to 2 succeed
      And server "docs" received "tools/list" 3 times
      And "tools/list" number 1 to server "docs" has no header "Authorization"
      And "tools/list" number 2 to server "docs" has the header "Authorization" set to "Bearer new"
      And "tools/list" number 3 to server "docs" has the header "Authorization" set to "Bearer new"
      And new credentials were asked for 1 time

      Examples:
        | status |
        | 401    |
        | 403    |

    Example: new credentials that are rejected later are replaced in their turn
      Given rejected credentials are replaced by the header "Authorization" set to "Bearer new"
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list, first: 1}, do: [{status: 401}]}
        - {when: {method: ping, first: 1}, do: [{status: 401}]}
        """
      When the request "tools/list" is sent
      And the request "ping" is sent
      Then requests 1 to 2 succeed
      And server "docs" received "ping" 2 times
      And new credentials were asked for 2 times

  @OMP-TP-81
  Rule: An answer to a server request is sent once more with new credentials, too

    Scenario Outline: the POST of the answer is rejected with <status>, <times>
      Given rejected credentials are replaced by the header "Authorization" set to "Bearer new"
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list}, do: [{as: sse}, {request: {method: ping, id: 77}}, {delay: 1s}]}
        - {when: {verb: POST, <which>}, do: [{status: <status>}]}
        """
      When the request "tools/list" is sent
      And 1h passes
      Then server "docs" received these answers:
        """jsonl
        {"jsonrpc": "2.0", "id": 77, "result": {"answered": "ping"}}
        {"jsonrpc": "2.0", "id": 77, "result": {"answered": "ping"}}
        """
      And "answer" number 2 to server "docs" has the header "Authorization" set to "Bearer new"
      And new credentials were asked for 1 time

      Examples:
        | status | times  | which    |
        | 401    | once   | nth: 2   |
        | 403    | once   | nth: 2   |
        | 401    | always | after: 1 |
        | 403    | always | after: 1 |

  @OMP-TP-82
  Rule: A second rejection is final

    Scenario Outline: <first>, then <second>
      Given rejected credentials are replaced by the header "Authorization" set to "Bearer new"
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list, nth: 1}, do: [{status: {code: <first>, body: one}}]}
        - {when: {method: tools/list, after: 1}, do: [{status: {code: <second>, body: two}}]}
        """
      When the request "tools/list" is sent
      And 1h passes
      Then request 1 fails with "HTTP <second>: two"
      And server "docs" received "tools/list" 2 times
      And new credentials were asked for 1 time

      Examples:
        | first | second |
        | 401   | 401    |
        | 401   | 403    |
        | 403   | 401    |
        | 403   | 403    |

    Example: each request has a renewal of its own, a minute later as well
      Given rejected credentials are replaced by the header "Authorization" set to "Bearer new"
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list, nth: 1}, do: [{status: 401}]}
        - {when: {method: tools/list, nth: 3}, do: [{status: 403}]}
        """
      When the request "tools/list" is sent
      And 1m passes
      And the request "tools/list" is sent
      Then requests 1 to 2 succeed
      And server "docs" received "tools/list" 4 times
      And new credentials were asked for 2 times
