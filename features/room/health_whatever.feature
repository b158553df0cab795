@room @virtual
Feature: Health is what it is, whatever is asked beside it and whatever has failed
  Who watches the room server wants to know whether it runs.

  @ROOM-68
  Rule: The health check succeeds with a query, and when all providers have failed

    Scenario Outline: <path> of providers that <state>
      Given servers "alpha, beta" over ws
      And server "alpha" cannot be started
      And server "<down>" cannot be started
      And the room server has the providers "alpha, beta"
      And the room server has started
      When providers "alpha, beta" are loaded
      And 1h passes
      And GET "<path>" is asked
      Then the answer is 200 with:
        """json
        {"status":"healthy"}
        """

      Examples:
        | path              | state            | down  |
        | /health?verbose=1 | have half failed | alpha |
        | /health           | have all failed  | beta  |
        | /health?a=b&a=c   | have all failed  | beta  |
