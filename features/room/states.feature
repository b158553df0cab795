@room
Feature: A provider is always in one of four states
  idle, connecting, connected or error: programs and people decide by these words.
  Six transitions lead from one to another, and no others exist.

  @ROOM-36 @ROOM-37 @virtual
  Rule: A load command takes an idle provider to connecting, and success to connected

    Scenario Outline: <what> of two seconds
      Given server "alpha" over ws
      And <slow>
      And the room server has the provider "alpha"
      And the room server has started
      Then provider "alpha" is "idle"
      When provider "alpha" is loaded
      And the clock reaches 1999ms
      Then provider "alpha" is "connecting"
      When the clock reaches 2001ms
      Then provider "alpha" is "connected"
      And the transitions of provider "alpha" are "none -> idle, idle -> connecting, connecting -> connected"

      Examples:
        | what        | slow                                           |
        | a handshake | server "alpha" answers "initialize" after 2s   |
        | a dial      | the link to "alpha" has slow_accept 2s         |

    Example: its list of tools does not come
      Given server "alpha" over ws
      And server "alpha" never answers "tools/list"
      And the room server has started
      When provider "alpha" is loaded
      Then provider "alpha" is "connected"

  @ROOM-38 @ROOM-39 @ROOM-70 @virtual
  Rule: A failed attempt leaves a provider connecting with one more attempt, and the last one takes it to error

    Scenario Outline: after <time>
      Given server "alpha" over ws
      And server "alpha" cannot be started
      And waits between attempts have no jitter
      And the room server has started
      When provider "alpha" is loaded
      And the clock reaches <time>
      Then the status shows:
        | id    | state   | attempts | last change | next retry |
        | alpha | <state> | <n>      | <change>    | <retry>    |

      Examples:
        | time   | state      | n | change | retry |
        | 0s     | connecting | 1 | 0s     | 500ms |
        | 499ms  | connecting | 1 | 0s     | 500ms |
        | 501ms  | connecting | 2 | 0s     | 1.5s  |
        | 1501ms | connecting | 3 | 0s     | 3.5s  |
        | 7499ms | connecting | 4 | 0s     | 7.5s  |
        | 7501ms | error      | 5 | 7.5s   |       |
        | 24h    | error      | 5 | 7.5s   |       |

  @ROOM-11 @ROOM-40 @virtual
  Rule: A lost connection takes a provider back to connecting, which connects it again without a command

    Example: the server restarts
      Given server "alpha" over ws
      And waits between attempts have no jitter
      And the room server has started
      When provider "alpha" is loaded
      And 1m passes
      And server "alpha" goes down
      Then the status shows:
        | id    | state      | attempts | last change | next retry |
        | alpha | connecting | 1        | 1m0s        | 1m0.5s     |
      When 1s passes
      And server "alpha" comes up
      And 1s passes
      Then the status shows:
        | id    | state     | attempts | last change | last error |
        | alpha | connected | 3        | 1m1.5s      |            |
      And server "alpha" received "initialize" at "0s, 61.5s"

  @ROOM-11 @ROOM-40 @ROOM-48 @virtual
  Rule: Every loss of a connection has all five attempts, the first one at once

    Example: lost during the first list of a reconnect, which begins anew
      Given server "alpha" over ws
      And waits between attempts have no jitter
      And server "alpha" follows these rules:
        """yaml
        - {when: {method: tools/list, nth: 2}, do: [{delay: 1s}, {exit: 1}]}
        """
      And the room server has started
      When provider "alpha" is loaded
      And 1s passes
      And server "alpha" drops its connections
      And 1m passes
      Then server "alpha" received "initialize" at "0s, 1s, 2s"
      And provider "alpha" is "connected"

    Example: lost twice
      Given server "alpha" over ws
      And waits between attempts have no jitter
      And the room server has started
      When provider "alpha" is loaded
      And server "alpha" drops its connections
      And 10s pass
      And server "alpha" goes down
      And 10s pass
      Then provider "alpha" is "error"
      And the link to "alpha" saw attempts to connect at "0s, 0s, 10s, 10.5s, 11.5s, 13.5s, 17.5s"

  @ROOM-40 @ROOM-42 @virtual
  Rule: No provider makes a transition that is not documented, whatever happens to it

    Scenario Outline: <case>
      Given server "alpha" over ws with this script:
        """yaml
        rules: [<rule>]
        """
      And the room server has the provider "alpha"
      And the room server has started
      When provider "alpha" is loaded
      And 20s pass
      And <happens>
      And 20s pass
      And provider "alpha" is loaded
      And 20s pass
      Then the transitions of provider "alpha" are "none -> idle, idle -> connecting, <then>"
      And every transition was a documented one

      Examples:
        | case             | rule                                                                | happens                              | then                                                                      |
        | nothing is wrong |                                                                     | server "alpha" drops its connections | connecting -> connected, connected -> connecting, connecting -> connected |
        | no handshake     | {when: {method: initialize}, do: [{error: {code: 1, message: no}}]} | 20s pass                             | connecting -> error, error -> connecting, connecting -> error             |
        | no list of tools | {when: {method: tools/list}, do: [{error: {code: 1, message: no}}]} | server "alpha" drops its connections | connecting -> connected, connected -> connecting, connecting -> connected |

  @ROOM-44 @virtual @real
  Rule: A connected provider is operational: what it is asked is answered

    Example: a tool is called
      Given server "alpha" over ws
      And the room server has the provider "alpha"
      And the room server has started
      When provider "alpha" is loaded
      Then provider "alpha" is "connected"
      When tool "alpha:echo" is called with:
        """json
        {"text": "hello"}
        """
      Then call 1 returns "hello"
