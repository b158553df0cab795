@omp @virtual
Feature: Whatever makes an attempt to reconnect fail, the next one is made

  @OMP-LC-94
  Rule: An attempt that times out is an attempt that has failed

    Scenario Outline: a second for each, over <kind>
      Given server "docs" over <kind>
      And server "docs" has a timeout of 1s
      And the runtime has started
      And server "docs" never answers "initialize"
      When the counts start anew
      And server "docs" is reconnected
      And 1h passes
      Then server "docs" received "initialize" at "0s, 1500ms, 3500ms, 6500ms, 11500ms"

      Examples:
        | kind  |
        | stdio |
        | http  |
        | ws    |
