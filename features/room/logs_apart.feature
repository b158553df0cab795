@room
Feature: What is logged of one provider hides nothing of another
  Whoever looks for the reason why a provider is not there must find it in the log,
  although another one has failed just before, and for the same reason.

  @ROOM-07 @virtual
  Rule: The limit is each provider's own

    Scenario Outline: "<one>" and "<other>" fail
      Given servers "<one>, <other>" over ws
      And server "<one>" cannot be started
      And server "<other>" cannot be started
      And the room server has started
      When provider "<one>" is loaded
      And 1s passes
      And provider "<other>" is loaded
      Then provider "<one>" logged 1 error
      And provider "<other>" logged 1 error
      When 20s pass
      Then provider "<one>" logged 1 error
      And provider "<other>" logged 1 error

      Examples:
        | one   | other  |
        | alpha | beta   |
        | alpha | alpha2 |

    Example: both fail for the same reason
      Given servers "alpha, beta" over ws
      And server "alpha" answers "initialize" with error -32000 "busy"
      And server "beta" answers "initialize" with error -32000 "busy"
      And the room server has started
      When providers "alpha, beta" are loaded
      And 20s pass
      Then provider "alpha" logged 1 error
      And provider "beta" logged 1 error
