@room @virtual
Feature: A loss shows at once, on the provider that was lost, and is made good
  Connections break at bad moments: while the first list comes, while the next attempt
  hangs. Whoever looks meanwhile must not be told that all is well, nor of others that
  they are gone.

  @ROOM-08 @ROOM-09 @ROOM-40
  Rule: A provider is connecting from the moment at which it was lost, and the others are as they were

    Example: its first attempt hangs
      Given servers "alpha, beta" over ws
      And server "alpha" follows these rules:
        """yaml
        - {when: {method: initialize, after: 1}, do: [never]}
        """
      And the room server has started
      When providers "alpha, beta" are loaded
      And 1m passes
      And server "alpha" drops its connections
      And 9s pass
      Then the status shows:
        | id    | state      | attempts | last change | last error | next retry |
        | alpha | connecting | 1        | 1m0s        |            |            |
        | beta  | connected  | 1        | 0s          |            |            |

  @ROOM-09
  Rule: A provider that is disconnected takes neither attempts nor errors from others

    Example: beside one in error
      Given servers "alpha, beta" over ws
      And server "beta" cannot be started
      And waits between attempts have no jitter
      And the room server has started
      When providers "alpha, beta" are loaded
      And 20s pass
      And server "alpha" is disconnected
      Then the status shows:
        | id    | state | attempts | last change | last error                                         |
        | alpha | idle  | 0        | 20s         |                                                    |
        | beta  | error | 5        | 7.5s        | dial tcp beta.test:80: connect: connection refused |

  @ROOM-11 @ROOM-40 @ROOM-42
  Rule: A connection that is lost during its first list of tools is made again

    Example: lost once
      Given server "alpha" over ws
      And server "alpha" follows these rules:
        """yaml
        - {when: {method: tools/list, nth: 1}, do: [{delay: 1s}, {exit: 1}]}
        """
      And the room server has started
      When provider "alpha" is loaded
      And 1m passes
      Then server "alpha" received "initialize" at "0s, 1s"
      And the transitions of provider "alpha" are "none -> idle, idle -> connecting, connecting -> connected, connected -> connecting, connecting -> connected"

  @ROOM-45
  Rule: The error of a provider stays until it is connected

    Example: loaded again, and silent
      Given server "alpha" over ws
      And server "alpha" cannot be started
      And server "alpha" answers "initialize" after 5s
      And the room server has started
      When provider "alpha" is loaded
      And 20s pass
      And server "alpha" comes up
      And provider "alpha" is loaded
      Then the status shows:
        | id    | state      | attempts | last error                                          |
        | alpha | connecting | 1        | dial tcp alpha.test:80: connect: connection refused |
      When 6s pass
      Then the status shows:
        | id    | state     | attempts | last error |
        | alpha | connected | 1        |            |

  @ROOM-54
  Rule: The first failure after a command is told like any other, although the log keeps quiet

    Example: refused, then busy
      Given server "alpha" over ws
      And server "alpha" cannot be started
      And server "alpha" answers "initialize" with error -32000 "too busy"
      And the room server has started
      When provider "alpha" is loaded
      And 20s pass
      And server "alpha" comes up
      And provider "alpha" is loaded
      Then the status shows:
        | id    | state      | attempts | last error                 |
        | alpha | connecting | 1        | MCP error -32000: too busy |
      And provider "alpha" logged 1 error

  @ROOM-33
  Rule: The first failure, of a first connect or after a loss, is told with the moment of the next attempt

    Example: refused, connected, and refused after a loss
      Given server "alpha" over ws
      And server "alpha" cannot be started
      And waits between attempts have no jitter
      And the room server has started
      When provider "alpha" is loaded
      Then the status shows:
        | id    | state      | attempts | last error                                          | next retry |
        | alpha | connecting | 1        | dial tcp alpha.test:80: connect: connection refused | 500ms      |
      When server "alpha" comes up
      And 1s passes
      And server "alpha" goes down
      Then the status shows:
        | id    | state      | attempts | last error                                          | next retry |
        | alpha | connecting | 1        | dial tcp alpha.test:80: connect: connection refused | 1.5s       |

    Scenario Outline: <jitter> jitter is in the moment of the next attempt
      Given server "alpha" over ws
      And server "alpha" cannot be started
      And waits between attempts have <jitter> jitter
      And the room server has started
      When provider "alpha" is loaded
      Then the status shows:
        | id    | state      | attempts | next retry |
        | alpha | connecting | 1        | <next>     |

      Examples:
        | jitter       | next  |
        | half the     | 750ms |
        | the greatest | 999ms |
