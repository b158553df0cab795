@room
Feature: The scenarios ask for health, and hear what the answer is
  A role that answers is not yet one that is well.

  Background:
    Given servers "example-mcp, test-mcp-unavailable" over ws
    And server "test-mcp-unavailable" cannot be started
    And waits between attempts have no jitter


  @ROOM-58 @virtual
  Rule: Scenario 01-no-mcp fails for a room server that is not healthy, and only warns of such an operator

    Example: the operator, once it was ready
      Given from question 2 for its health on, the operator says that it is "degraded"
      When the integration suite runs
      And 3m pass
      Then the integration suite passed at 94s
      And the scenarios of the suite went like this:
        | scenario           | status  |
        | 01-no-mcp          | WARNING |
        | 02-load-mcp        | PASSED  |
        | 03-mcp-unavailable | PASSED  |
        | 04-status          | PASSED  |
      And the steps of scenario "01-no-mcp" went like this:
        | step                               | status  | message                                          |
        | the room server is healthy         | PASSED  | healthy                                          |
        | no provider has been touched       | PASSED  | no providers                                     |
        | the operator is healthy            | WARNING | want {"status":"healthy"}, have {"status":"degraded"} |
        | 5s pass                            | PASSED  | done                                             |
        | still no provider has been touched | PASSED  | no providers                                     |
        | the room server is still healthy   | PASSED  | healthy                                          |

    Scenario Outline: the room server, <when>
      Given from question <n> for its health on, the room server says that it is "degraded"
      When the integration suite runs
      And 3m pass
      Then the steps of scenario "01-no-mcp" went like this:
        | step                               | status  |
        | the room server is healthy         | <first> |
        | no provider has been touched       | <next>  |
        | the operator is healthy            | <next>  |
        | 5s pass                            | <next>  |
        | still no provider has been touched | <next>  |
        | the room server is still healthy   | <last>  |

      Examples:
        | when              | n | first  | next    | last    |
        | once it was ready | 2 | FAILED | SKIPPED | SKIPPED |
        | after the wait    | 3 | PASSED | PASSED  | FAILED  |
