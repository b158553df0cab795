@room
Feature: Each member of a status has its type, and what is optional may be null
  A status that is nearly right breaks the tools that are built on it.

  Background:
    Given servers "example-mcp, test-mcp-unavailable" over ws
    And server "test-mcp-unavailable" cannot be started
    And waits between attempts have no jitter
    And the operator's settings are:
      """json
      {"RoomServer": {"BaseUrl": "http://upstream.test"}}
      """

  @ROOM-61 @virtual
  Rule: Scenario 04-status wants each member in its type, and no optional one

    Scenario Outline: <case>
      Given server "upstream" over http with this script:
        """yaml
        http: {path: /admin/mcp/status}
        rules: [{when: {verb: GET}, do: [{status: {code: 200, body: '<body>'}}]}]
        """
      When the integration suite runs
      And 4m pass
      Then the steps of scenario "04-status" went like this:
        | step                                      | status   |
        | the room server's status is as documented | PASSED   |
        | the operator's status is as documented    | <form>   |
        | both list the same providers              | <same>   |
        | a second look lists as many               | <second> |

      Examples:
        | case                        | form   | same    | second  | body |
        | no optional members         | PASSED | PASSED  | PASSED  | {"providers":[{"id":"test-mcp-unavailable","state":"error","attempts":5,"lastChangeAt":1}]} |
        | optional ones that are null | PASSED | PASSED  | PASSED  | {"providers":[{"id":"test-mcp-unavailable","state":"error","attempts":5,"lastChangeAt":1,"lastError":null,"nextRetryAt":null}]} |
        | a member more               | PASSED | PASSED  | PASSED  | {"providers":[{"id":"test-mcp-unavailable","state":"error","attempts":5,"lastChangeAt":1,"more":[]}],"more":{}} |
        | no id                       | FAILED | SKIPPED | SKIPPED | {"providers":[{"state":"error","attempts":5,"lastChangeAt":1}]} |
        | a last change that is null  | FAILED | SKIPPED | SKIPPED | {"providers":[{"id":"test-mcp-unavailable","state":"error","attempts":5,"lastChangeAt":null}]} |
        | parts of a millisecond      | FAILED | SKIPPED | SKIPPED | {"providers":[{"id":"test-mcp-unavailable","state":"error","attempts":5,"lastChangeAt":1.5}]} |
        | an error that is a number   | FAILED | SKIPPED | SKIPPED | {"providers":[{"id":"test-mcp-unavailable","state":"error","attempts":5,"lastChangeAt":1,"lastError":7}]} |
        | a retry that is a text      | FAILED | SKIPPED | SKIPPED | {"providers":[{"id":"test-mcp-unavailable","state":"error","attempts":5,"lastChangeAt":1,"nextRetryAt":"soon"}]} |
        | no list of providers        | FAILED | SKIPPED | SKIPPED | {} |
        | no JSON                     | FAILED | SKIPPED | SKIPPED | hello |

  @ROOM-65 @virtual
  Rule: The final status is what the room server says, whatever its operator does

    Example: an operator that asks another address
      Given server "upstream" over http with this script:
        """yaml
        http: {path: /admin/mcp/status}
        rules: [{when: {verb: GET}, do: [{status: {code: 200, body: '{"providers":[]}'}}]}]
        """
      When the integration suite runs
      And 4m pass
      And GET "/status/mcp" is asked
      Then artifact "results/mcp-status-final.json" is the newest answer
      And the answer is 200 with a text that contains ""state":"error","attempts":5"
