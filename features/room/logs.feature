@room
Feature: The log tells what changed and does not repeat itself
  A provider that is down for a night once filled the disk. Each change of state is
  logged; errors are too, but only one per provider and minute.

  @ROOM-06 @ROOM-50 @virtual
  Rule: Of many failures of one provider within a minute, one error is logged

    Example: five failures in eight seconds
      Given server "alpha" over ws
      And server "alpha" cannot be started
      And waits between attempts have no jitter
      And the room server has started
      When provider "alpha" is loaded
      And 10s pass
      Then the log of provider "alpha" is:
        """text
        0s info [alpha] State transition: None -> Idle
        0s info [alpha] State transition: Idle -> Connecting
        0s warn [alpha] Connection attempt 1/5 failed: dial tcp alpha.test:80: connect: connection refused
        7.5s info [alpha] State transition: Connecting -> Error
        """

    Example: one that is lost and connected again and again
      Given server "alpha" over ws
      And the room server has the provider "alpha"
      And the room server has started
      When provider "alpha" is loaded
      And server "alpha" drops its connections 10 times, 5s apart
      Then provider "alpha" is "connected"
      And provider "alpha" logged 1 error

  @ROOM-06 @ROOM-51 @virtual
  Rule: An error may be logged again when more than sixty seconds have passed since the last one

    Scenario Outline: the next failure after <time>
      Given server "alpha" over ws
      And server "alpha" cannot be started
      And the room server has started
      When provider "alpha" is loaded
      And 30s pass
      And the clock reaches <time>
      And provider "alpha" is loaded
      Then provider "alpha" logged <n> errors

      Examples:
        | time  | n |
        | 59.9s | 1 |
        | 60.1s | 2 |

    Example: what is not logged in between puts off nothing
      Given server "alpha" over ws
      And server "alpha" cannot be started
      And the room server has started
      When provider "alpha" is loaded 12 times, 10s apart
      Then provider "alpha" logged 2 errors

  @X-ROOM-24 @virtual
  Rule: A provider whose tools cannot be listed is connected, and the log says why it has none

    Example: at first and after a loss
      Given server "alpha" over ws
      And waits between attempts have no jitter
      And server "alpha" answers "tools/list" with error -32000 "no"
      And the room server has started
      When provider "alpha" is loaded
      And 2m pass
      And server "alpha" exits with code 0
      And 1m passes
      Then provider "alpha" is "connected"
      And the log of provider "alpha" is:
        """text
        0s info [alpha] State transition: None -> Idle
        0s info [alpha] State transition: Idle -> Connecting
        0s info [alpha] State transition: Connecting -> Connected
        0s warn connecting in the background failed MCP error -32000: no
        2m0s info [alpha] State transition: Connected -> Connecting
        2m0s info [alpha] State transition: Connecting -> Connected
        2m0s warn listing the tools failed MCP error -32000: no
        """

  @ROOM-52 @ROOM-53 @virtual
  Rule: Each transition is one record that names both states

    Example: a life with all six
      Given server "alpha" over ws
      And waits between attempts have no jitter
      And the room server has the provider "alpha"
      And the room server has started
      When provider "alpha" is loaded
      And 1s passes
      And server "alpha" goes down
      And 9s pass
      And server "alpha" comes up
      And provider "alpha" is loaded
      Then the log of provider "alpha" is:
        """text
        0s info [alpha] State transition: None -> Idle
        0s info [alpha] State transition: Idle -> Connecting
        0s info [alpha] State transition: Connecting -> Connected
        1s error stream failed unexpected EOF
        1s info [alpha] State transition: Connected -> Connecting
        8.5s info [alpha] State transition: Connecting -> Error
        10s info [alpha] State transition: Error -> Connecting
        10s info [alpha] State transition: Connecting -> Connected
        """
      And the transitions of provider "alpha" are "none -> idle, idle -> connecting, connecting -> connected, connected -> connecting, connecting -> error, error -> connecting, connecting -> connected"

    Example: two providers that are lost in turn
      Given servers "alpha, beta" over ws
      And the room server has started
      When providers "alpha, beta" are loaded
      And server "alpha" drops its connections
      And server "beta" drops its connections
      Then provider "alpha" logged 5 transitions
      And provider "beta" logged 5 transitions

  @ROOM-53 @virtual
  Rule: Transitions are logged however many there are

    Example: lost and connected again, ten times in a minute
      Given server "alpha" over ws
      And the room server has the provider "alpha"
      And the room server has started
      When provider "alpha" is loaded
      And server "alpha" drops its connections 10 times, 5s apart
      Then provider "alpha" is "connected"
      And provider "alpha" logged 23 transitions

  @ROOM-67 @virtual @FF-67
  Rule: A provider that stays away leaves a clean log, however often it is tried

    Example: a new command every ten seconds, for ten minutes
      Given server "alpha" over ws
      And server "alpha" cannot be started
      And the room server has started
      When provider "alpha" is loaded 60 times, 10s apart
      Then provider "alpha" logged no two errors within 60s
      And provider "alpha" logged 10 errors
