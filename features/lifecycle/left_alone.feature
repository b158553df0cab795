@omp @virtual
Feature: A server that is there or on its way is left alone
  Starting servers is asked for often, by users and by programs. One that is connected,
  or is being connected, must not be connected twice for that.

  @OMP-LC-36 @real
  Rule: A server that is connected is not started again

    Scenario Outline: over <kind>, one handshake for two starts
      Given server "docs" over <kind>
      And the runtime has started
      When the runtime starts server "docs"
      And 1h passes
      Then server "docs" received "initialize" 1 time
      And server "docs" received "tools/list" 1 time

      Examples:
        | kind  |
        | stdio |
        | http  |

    Scenario Outline: started again from another file: <what>
      Given the switch "startup.list_failure" is "keep"
      And server "docs" over stdio
      And <what>
      And the runtime has started
      Given server "docs" comes from the provider "Cursor"
      When the runtime starts server "docs"
      And 1h passes
      Then server "docs" was started 1 time
      And server "docs" is connected

      Examples:
        | what                                                      |
        | server "docs" comes from the provider "Claude Code"       |
        | server "docs" offers the tools ""                         |
        | server "docs" answers "tools/list" with error -32000 "no" |

  @OMP-LC-37 @real
  Rule: A server that is connecting is not started again

    Scenario Outline: over <kind>, started twice while initialize is unanswered
      Given server "docs" over <kind>
      And server "docs" answers "initialize" after 2s
      When the runtime starts
      And 1s passes
      And the runtime starts server "docs"
      And 1h passes
      Then server "docs" received "initialize" 1 time
      And server "docs" received "tools/list" 1 time

      Examples:
        | kind  |
        | stdio |
        | http  |

    Example: another definition counts for the next start
      Given server "docs" over stdio
      And server "docs" answers "initialize" after 2s
      When the runtime starts
      And 1s passes
      Given server "docs" is defined with the arguments "-v"
      When the runtime starts server "docs"
      And 1h passes
      Then server "docs" was started 1 time

    Example: a second start does not look at it
      Given server "docs" over stdio
      And server "docs" answers "initialize" after 2s
      When the runtime starts
      And 1s passes
      Given server "docs" is defined with command ""
      When the runtime starts server "docs"
      Then startup returned at 1s
      And startup reported no errors
      When 1h passes
      Then server "docs" was started 1 time
      And server "docs" is connected

  @OMP-LC-38 @real
  Rule: A server that is reconnecting or listing its tools is not started again

    Example: started again while the list is unanswered
      Given server "docs" over stdio
      And server "docs" answers "tools/list" after 10s
      When the runtime starts
      And 1s passes
      And the runtime starts server "docs"
      And 1h passes
      Then server "docs" was started 1 time
      And server "docs" received "tools/list" 1 time

    Example: started again in the wait between two attempts
      Given server "docs" over stdio
      And the runtime has started
      When server "docs" goes down
      And 1s passes
      Then server "docs" is in state "backoff"
      When server "docs" comes up
      And the runtime starts server "docs"
      Then server "docs" is in state "backoff"
      And server "docs" was started 1 time
      When 1h passes
      Then server "docs" was started 2 times

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
