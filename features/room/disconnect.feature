@room
Feature: A program takes a provider away without ending the room
  A provider may be repaired or replaced while a room goes on. The documents know no
  command for that; a program that has the room server within it does.

  Background:
    Given servers "alpha, beta, gamma" over ws
    And waits between attempts have no jitter
    And the room server has the providers "alpha, beta"

  @ROOM-08 @ROOM-31 @ROOM-43 @X-ROOM-23 @virtual
  Rule: A provider that the program disconnects is idle, as if no command had named it, until one does

    Scenario Outline: <state>
      Given server "<down>" cannot be started
      And the room server has started
      When providers "alpha, beta" are loaded
      And <time> passes
      Then provider "alpha" is "<state>"
      When server "alpha" is disconnected
      And 1h passes
      Then the status shows:
        | id    | state     | attempts | last change | last error | next retry |
        | alpha | idle      | 0        | <time>      |            |            |
        | beta  | connected | 1        | 0s          |            |            |
      And the link to "alpha" has 0 open connections
      When server "<down>" comes up
      And the program loads provider "alpha" with the visibility ""
      Then provider "alpha" is "connected"

      Examples:
        | state      | down  | time |
        | connected  | gamma | 1s   |
        | connecting | alpha | 1s   |
        | error      | alpha | 10s  |

    Example: one that is not known, and one of a room server that has ended
      Given the room server has started
      When provider "alpha" is loaded
      And server "beta" is disconnected
      And server "gamma" is disconnected
      Then a "owner" sees the providers "alpha, beta" and the tools "alpha:echo"
      When the program ends the room server and starts it again
      And server "alpha" is disconnected
      Then a "owner" sees the providers "alpha, beta" and the tools ""
      And the transitions of provider "alpha" are "none -> idle, idle -> connecting, connecting -> connected"

  @ROOM-36 @ROOM-42 @ROOM-43 @ROOM-52 @virtual
  Rule: A provider that is disconnected has no open connection from then on, and its way there and back is logged

    Scenario Outline: the server <how>
      Given server "alpha" <how>
      And the room server has started
      When provider "alpha" is loaded
      And 1s passes
      And server "alpha" is disconnected
      Then the link to "alpha" has 0 open connections
      And no timer is pending
      And the transitions of provider "alpha" are "none -> idle, idle -> connecting, <then>"

      Examples:
        | how                        | then                                             |
        | answers "initialize" after 0s | connecting -> connected, connected -> idle    |
        | never answers "initialize" | connecting -> idle                               |
        | never answers "tools/list" | connecting -> connected, connected -> idle       |

    Example: disconnected and loaded again
      Given the room server has started
      When provider "alpha" is loaded
      And 1s passes
      And server "alpha" is disconnected
      And provider "alpha" is loaded
      Then the log of provider "alpha" is:
        """text
        0s info [alpha] State transition: None -> Idle
        0s info [alpha] State transition: Idle -> Connecting
        0s info [alpha] State transition: Connecting -> Connected
        1s info [alpha] State transition: Connected -> Idle
        1s info [alpha] State transition: Idle -> Connecting
        1s info [alpha] State transition: Connecting -> Connected
        """

  @ROOM-04 @ROOM-29 @X-ROOM-23 @virtual
  Rule: No command waits for the end of a provider that is being disconnected

    Scenario Outline: a command for <which>
      Given the room server has started
      When provider "alpha" is loaded
      And the link to "alpha" gets stall
      And server "alpha" begins to be disconnected
      And provider "<id>" is loaded with the URL "ws://beta.test"
      Then the answer is 200
      And the answer came at 0s
      When 1m passes
      Then provider "<id>" is "connected"
      And server "beta" received "initialize" 1 time
      And the link to "alpha" has 0 open connections

      Examples:
        | which       | id    |
        | another one | beta  |
        | itself      | alpha |
