@room
Feature: Attempts become rarer, differ, and end
  Many rooms may lose one provider at the same moment. Each waits longer after each
  failure and never quite as long as the next room, so that they do not come back in
  step; and after five attempts it is for a person to decide.

  @ROOM-46 @virtual
  Rule: The waits between attempts begin at 500 ms and double

    Example: nothing added
      Given server "alpha" over ws
      And server "alpha" cannot be started
      And waits between attempts have no jitter
      And the room server has started
      When provider "alpha" is loaded
      And 1m passes
      Then the link to "alpha" saw attempts to connect at "0s, 500ms, 1500ms, 3500ms, 7500ms"

  @ROOM-10 @virtual
  Rule: Jitter lengthens each wait by less than itself

    Scenario Outline: <jitter> jitter
      Given server "alpha" over ws
      And server "alpha" cannot be started
      And waits between attempts have <jitter> jitter
      And the room server has started
      When provider "alpha" is loaded
      And 1m passes
      Then the link to "alpha" saw attempts to connect at "<moments>"

      Examples:
        | jitter       | moments                              |
        | half the     | 0s, 750ms, 2250ms, 5250ms, 11250ms   |
        | the greatest | 0s, 999ms, 2998ms, 6997ms, 14996ms   |

  @ROOM-47 @virtual
  Rule: No wait is shorter than its step, and none twice as long

    Example: ten providers, each with a jitter of its own
      Given servers "p1..p10" over ws
      And the links to "p1..p10" have refuse
      And the room server has the providers "p1..p10"
      And the room server has started
      When providers "p1..p10" are loaded
      And 20s pass
      Then the attempts to connect to "p1..p10" have gaps of at least "500ms, 1s, 2s, 4s" and less than twice that

  @ROOM-10 @ROOM-46 @ROOM-47 @virtual
  Rule: The waits after a lost connection are those after a failed attempt, with jitter

    Scenario Outline: <jitter> jitter
      Given server "alpha" over ws
      And waits between attempts have <jitter> jitter
      And the room server has started
      When provider "alpha" is loaded
      And 20s pass
      And server "alpha" goes down
      And 1m passes
      Then the link to "alpha" saw attempts to connect at "0s, <moments>"

      Examples:
        | jitter       | moments                                    |
        | no           | 20s, 20500ms, 21500ms, 23500ms, 27500ms    |
        | half the     | 20s, 20750ms, 22250ms, 25250ms, 31250ms    |
        | the greatest | 20s, 20999ms, 22998ms, 26997ms, 34996ms    |

  @ROOM-48 @virtual
  Rule: A provider is in error after exactly five attempts

    Example: the fourth wait is the last one
      Given server "alpha" over ws
      And server "alpha" cannot be started
      And waits between attempts have no jitter
      And the room server has started
      When provider "alpha" is loaded
      And the clock reaches 7499ms
      Then provider "alpha" is "connecting"
      And the link to "alpha" saw 4 attempts to connect
      When the clock reaches 7501ms
      Then provider "alpha" is "error"
      And the link to "alpha" saw 5 attempts to connect

  @ROOM-49 @virtual
  Rule: In error nothing is tried and nothing is scheduled

    Example: a whole day after a first connect that failed
      Given server "alpha" over ws
      And server "alpha" cannot be started
      And the room server has started
      When provider "alpha" is loaded
      And 20s pass
      And server "alpha" comes up
      And 24h pass
      Then provider "alpha" is "error"
      And the link to "alpha" saw 5 attempts to connect
      And no timer is pending

    Example: a whole day after a connection that was lost
      Given server "alpha" over ws
      And the room server has started
      When provider "alpha" is loaded
      And server "alpha" goes down
      And 20s pass
      And server "alpha" comes up
      And 24h pass
      Then provider "alpha" is "error"
      And the link to "alpha" saw 6 attempts to connect
      And no timer is pending

    Example: neither a call of a tool that it had nor a load of another provider is a reason
      Given servers "alpha, beta" over ws
      And the room server has the providers "alpha, beta"
      And the room server has started
      When provider "alpha" is loaded
      And server "alpha" goes down
      And 20s pass
      And server "alpha" comes up
      And tool "alpha:echo" is called over HTTP
      And provider "beta" is loaded
      And 1h passes
      Then provider "alpha" is "error"
      And the link to "alpha" saw 6 attempts to connect

  @ROOM-11 @virtual
  Rule: A connection that the server closes is made again, whatever it says about why

    Scenario Outline: code <code>
      Given server "alpha" over ws
      And the room server has started
      When provider "alpha" is loaded
      And server "alpha" exits with code <code>
      And 1s passes
      Then provider "alpha" is "connected"
      And server "alpha" received "initialize" 2 times

      Examples:
        | code |
        | 0    |
        | 1    |
