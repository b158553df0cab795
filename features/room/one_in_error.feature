@room @virtual
Feature: A command is about the providers that it names

  @ROOM-41
  Rule: A provider in error is not retried because another one is loaded

    Scenario Outline: the other one is <state>
      Given servers "alpha, beta" over ws
      And server "beta" follows these rules:
        """yaml
        - {when: {method: initialize, first: 5}, do: [{error: {code: -32600, message: no}}]}
        """
      And the room server has started
      When provider "beta" is loaded
      And 1m passes
      And <before>
      And provider "alpha" is loaded
      And 1h passes
      Then provider "beta" is "error"
      And provider "alpha" is "connected"
      And server "beta" received "initialize" 5 times

      Examples:
        | state     | before                     |
        | connected | provider "alpha" is loaded |
        | idle      | 1s passes                  |

  @ROOM-56
  Rule: The status tells the failure of the last attempt

    Example: each is another one
      Given server "alpha" over ws
      And server "alpha" follows these rules:
        """yaml
        - {when: {verb: GET, nth: 1}, do: [{status: {code: 503, body: first}}]}
        - {when: {verb: GET, after: 1}, do: [{status: {code: 502, body: later}}]}
        """
      And waits between attempts have no jitter
      And the room server has started
      When provider "alpha" is loaded
      Then the status shows:
        | id    | state      | attempts | last error      |
        | alpha | connecting | 1        | HTTP 503: first |
      When 1m passes
      Then the status shows:
        | id    | state | attempts | last error      |
        | alpha | error | 5        | HTTP 502: later |

  @ROOM-31
  Rule: The next attempt is told in every wait, and in no other moment

    Scenario Outline: <after> after the command
      Given server "alpha" over ws
      And server "alpha" cannot be started
      And waits between attempts have no jitter
      And the room server has started
      When provider "alpha" is loaded
      And <after> pass
      Then the status shows:
        | id    | state   | attempts   | next retry |
        | alpha | <state> | <attempts> | <next>     |

      Examples:
        | after | state      | attempts | next  |
        | 100ms | connecting | 1        | 500ms |
        | 600ms | connecting | 2        | 1.5s  |
        | 4s    | connecting | 4        | 7.5s  |
        | 8s    | error      | 5        |       |

  @ROOM-49
  Rule: After an error there are no attempts, however often the provider was lost before

    Example: lost twelve times, and then for good
      Given server "alpha" over ws
      And the room server has started
      When provider "alpha" is loaded
      And server "alpha" drops its connections 12 times, 1m apart
      And 15m pass
      And server "alpha" goes down
      And 1m passes
      Then provider "alpha" is "error"
      When server "alpha" comes up
      And 24h pass
      Then provider "alpha" is "error"
