@omp @virtual
Feature: Any scenario can be disturbed, and laws say what must hold all the same
  What goes wrong in the field goes wrong at a place that no scenario was written
  for. One connection can be cut inside one message, and what holds for every
  runtime can be asked for whatever was done.

  @HARNESS-36
  Rule: A cut ends one connection at one place of one message, and touches no other one

    Scenario Outline: the second answer of a process, <place>
      Given servers "docs, mail" over stdio
      And the link to "docs" has cut 2 at <place> down on connection 1
      When the runtime starts
      And 1s passes
      Then server "docs" was started 2 times
      And server "mail" was started 1 time
      And the tools of "docs, mail" are offered and no others
      And every law holds

      Examples:
        | place  |
        | start  |
        | name   |
        | string |
        | last   |
        | end    |

    Example: of the connections to an address, the first one
      Given server "docs" over ws
      And the link to "docs" has reset_peer 300ms on connection 1
      And the runtime has started
      When 10s pass
      Then server "docs" received "initialize" 2 times
      And every law holds

  @HARNESS-37
  Rule: A law that does not hold fails the scenario, and everything has been stopped for it

    Example: what was stopped stays stopped
      Given servers "docs, mail" over stdio
      And the runtime has started
      When server "mail" is disconnected
      And 1s passes
      Then every law holds
      And nothing of the servers "docs, mail" is left
      And no timer is pending
