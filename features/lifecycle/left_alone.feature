@omp @virtual
Feature: A server that is on its way is left alone
  Starting servers is asked for often, by users and by programs. One that is being
  connected anew must not be connected twice for that.

  @OMP-LC-38
  Rule: A server that is being reconnected is not started again, wherever the attempt stands

    Scenario Outline: over <kind>, while <method> is unanswered
      Given server "docs" over <kind>
      And the runtime has started
      And server "docs" answers "<method>" after 10s
      When server "docs" is reconnected
      And 1s passes
      Then server "docs" is in state "<state>"
      When the runtime starts server "docs"
      And 1h passes
      Then server "docs" received "initialize" at "0s, 0s"
      And server "docs" received "tools/list" 2 times
      And server "docs" is connected

      Examples:
        | kind  | method     | state       |
        | stdio | initialize | handshaking |
        | http  | initialize | handshaking |
        | stdio | tools/list | listing     |
        | http  | tools/list | listing     |
