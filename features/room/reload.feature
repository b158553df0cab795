@room
Feature: A command for a provider that is already there
  Commands may come again, from several sides and with other URLs. What works is
  left alone, what has changed is connected anew, and nobody else is touched.

  @ROOM-36 @ROOM-42 @virtual
  Rule: Loading a provider that is connected or connecting changes nothing

    Example: twice while it connects, once when it is connected
      Given server "alpha" over ws
      And server "alpha" answers "initialize" after 3s
      And the room server has started
      When provider "alpha" is loaded
      And 1s passes
      And provider "alpha" is loaded
      And 5s pass
      And provider "alpha" is loaded
      And 1m passes
      Then provider "alpha" is "connected"
      And server "alpha" received "initialize" at "0s"
      And the transitions of provider "alpha" are "none -> idle, idle -> connecting, connecting -> connected"

  @ROOM-40 @ROOM-41 @virtual @ROOM-36
  Rule: Loading a provider with another URL connects it there, whatever its state

    Example: alpha moves to where beta is
      Given servers "alpha, beta" over ws
      And the room server has started
      When provider "one" is loaded with the URL "ws://alpha.test"
      And provider "one" is loaded with the URL "ws://beta.test"
      Then provider "one" is "connected"
      And server "beta" received "initialize" 1 time
      And the link to "alpha" has 0 open connections
      And every transition was a documented one

    Example: one that moves is connecting at once, however long its old connection takes to close
      Given servers "alpha, beta" over ws
      And the room server has started
      When provider "alpha" is loaded
      And the link to "alpha" gets stall
      And provider "alpha" is loaded with the URL "ws://beta.test"
      And 100ms pass
      Then provider "alpha" is "connecting"
      When 1s passes
      Then provider "alpha" is "connected"
      And the link to "beta" saw 1 attempt to connect

    Scenario Outline: one that is <state> is connected at the new URL alone
      Given servers "alpha, beta" over ws
      And server "alpha" <trouble>
      And the room server has started
      When provider "one" is loaded with the URL "ws://alpha.test"
      And <time> pass
      Then provider "one" is "<state>"
      When provider "one" is loaded with the URL "ws://beta.test"
      And 1m passes
      Then the status shows:
        | id  | state     | attempts | last error |
        | one | connected | 1        |            |
      And server "beta" received "initialize" 1 time
      And the link to "alpha" has 0 open connections
      And every transition was a documented one

      Examples:
        | state      | trouble                    | time |
        | connecting | never answers "initialize" | 1s   |
        | connecting | cannot be started          | 1s   |
        | error      | cannot be started          | 20s  |

  @ROOM-41 @virtual
  Rule: Error is left by a load command and by nothing else

    Example: an hour in error, with a server that works again
      Given server "alpha" over ws
      And the room server has started
      When provider "alpha" is loaded
      And server "alpha" goes down
      And 20s pass
      And server "alpha" comes up
      And 1h passes
      And tool "alpha:echo" is called
      Then provider "alpha" is "error"
      And the link to "alpha" saw 6 attempts to connect
      When provider "alpha" is loaded
      Then provider "alpha" is "connected"

    Example: not because another provider is loaded, or the room is asked how it is
      Given servers "alpha, beta" over ws
      And server "alpha" cannot be started
      And the room server has started
      When provider "alpha" is loaded
      And 20s pass
      And server "alpha" comes up
      And provider "beta" is loaded
      And GET "/status/mcp" is asked
      And GET "/health" is asked
      And 1h passes
      Then provider "alpha" is "error"
      And the link to "alpha" saw 5 attempts to connect

  @ROOM-31 @ROOM-45 @virtual
  Rule: A reload that succeeds takes the error away

    Example: refused five times, then accepted
      Given server "alpha" over ws
      And waits between attempts have no jitter
      And server "alpha" cannot be started
      And the room server has started
      When provider "alpha" is loaded
      And 10s pass
      And server "alpha" comes up
      And provider "alpha" is loaded
      Then the status shows:
        | id    | state     | attempts | last change | last error | next retry |
        | alpha | connected | 1        | 10s         |            |            |

    Example: refused five times and once more, then accepted
      Given server "alpha" over ws
      And waits between attempts have no jitter
      And server "alpha" cannot be started
      And the room server has started
      When provider "alpha" is loaded
      And 10s pass
      And provider "alpha" is loaded
      And server "alpha" comes up
      And 1s passes
      Then the status shows:
        | id    | state     | attempts | last change | last error | next retry |
        | alpha | connected | 2        | 10.5s       |            |            |

  @X-ROOM-04 @virtual
  Rule: Loading one provider touches no other one

    Example: beta is loaded while alpha is in error and gamma connected
      Given servers "alpha, beta, gamma" over ws
      And server "alpha" cannot be started
      And the room server has started
      When providers "alpha, gamma" are loaded
      And 20s pass
      And provider "beta" is loaded
      Then provider "alpha" is "error"
      And providers "beta, gamma" are "connected"
      And the link to "alpha" saw 5 attempts to connect
      And server "gamma" received "initialize" 1 time
