@room
Feature: The fourth scenario does not take any status for the documented one
  What tools are built on is the form of the status. A member that is missing, a state
  that is none or a list that is another one is found before they are.

  Background:
    Given servers "example-mcp, test-mcp-unavailable" over ws
    And server "test-mcp-unavailable" cannot be started
    And waits between attempts have no jitter
    And the operator's settings are:
      """json
      {"RoomServer": {"BaseUrl": "http://upstream.test"}}
      """

  @ROOM-61 @virtual
  Rule: Scenario 04-status fails if the operator tells a status of another form or of other providers

    Scenario Outline: <case>
      Given server "upstream" over http with this script:
        """yaml
        http: {path: /admin/mcp/status}
        rules: [{when: {verb: GET}, do: [{status: {code: 200, body: '{"providers":[<providers>]}'}}]}]
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
        | case              | form   | same    | second  | providers |
        | the right one     | PASSED | PASSED  | PASSED  | {"id":"test-mcp-unavailable","state":"error","attempts":5,"lastChangeAt":1} |
        | another provider  | PASSED | FAILED  | SKIPPED | {"id":"other","state":"error","attempts":5,"lastChangeAt":1} |
        | one more          | PASSED | FAILED  | SKIPPED | {"id":"test-mcp-unavailable","state":"error","attempts":5,"lastChangeAt":1}, {"id":"other","state":"idle","attempts":0,"lastChangeAt":1} |
        | no attempts       | FAILED | SKIPPED | SKIPPED | {"id":"test-mcp-unavailable","state":"error","lastChangeAt":1} |
        | no last change    | FAILED | SKIPPED | SKIPPED | {"id":"test-mcp-unavailable","state":"error","attempts":5} |
        | another state     | FAILED | SKIPPED | SKIPPED | {"id":"test-mcp-unavailable","state":"waiting","attempts":5,"lastChangeAt":1} |
        | a state in capitals | FAILED | SKIPPED | SKIPPED | {"id":"test-mcp-unavailable","state":"Error","attempts":5,"lastChangeAt":1} |
        | a number as text  | FAILED | SKIPPED | SKIPPED | {"id":"test-mcp-unavailable","state":"error","attempts":"5","lastChangeAt":1} |
