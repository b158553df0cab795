@room
Feature: No error twice a minute, and no transition left out
  The limit is for errors alone, and nothing lifts it: neither another text, nor a
  command, nor a connection that came and went.

  @ROOM-50 @virtual
  Rule: Neither another text nor a command lifts the limit

    Example: another failure each time, and a command every fifteen seconds
      Given server "alpha" over ws with this script:
        """yaml
        rules:
          - {when: {verb: GET, nth: 1}, do: [{status: {code: 503, body: "starting"}}]}
          - {when: {verb: GET, nth: 2}, do: [{status: {code: 503, body: "busy"}}]}
          - {when: {verb: GET, after: 2}, do: [{status: {code: 500, body: "broken"}}]}
        """
      And waits between attempts have no jitter
      And the room server has started
      When provider "alpha" is loaded 4 times, 15s apart
      Then provider "alpha" logged 1 error
      And the link to "alpha" saw 20 attempts to connect

  @ROOM-52 @ROOM-53 @virtual
  Rule: The way into error and out of it is logged within the minute, too

    Example: given up, loaded again and given up again
      Given server "alpha" over ws
      And server "alpha" cannot be started
      And waits between attempts have no jitter
      And the room server has started
      When provider "alpha" is loaded
      And 20s pass
      And provider "alpha" is loaded
      And 20s pass
      Then the log of provider "alpha" is:
        """text
        0s info [alpha] State transition: None -> Idle
        0s info [alpha] State transition: Idle -> Connecting
        0s warn [alpha] Connection attempt 1/5 failed: dial tcp alpha.test:80: connect: connection refused
        7.5s info [alpha] State transition: Connecting -> Error
        20s info [alpha] State transition: Error -> Connecting
        27.5s info [alpha] State transition: Connecting -> Error
        """

  @ROOM-67 @virtual
  Rule: A provider that comes and goes for ten minutes logs no two errors within one

    Example: lost every ten seconds
      Given server "alpha" over ws
      And the room server has started
      When provider "alpha" is loaded
      And server "alpha" drops its connections 60 times, 10s apart
      Then provider "alpha" logged no two errors within 60s

  @ROOM-52 @virtual
  Rule: A transition is logged under the id that the provider was given, whatever that looks like

    Example: an id with a percent sign
      Given server "alpha" over ws
      And the room server has started
      When POST "/admin/mcp/load" is asked with:
        """json
        {"providers": [{"id": "50%d", "url": "ws://alpha.test"}]}
        """
      Then the log has 1 record with "[50%d] State transition: Connecting -> Connected"

  @ROOM-09 @ROOM-38 @virtual
  Rule: A command for one provider changes nothing that is known of another one

    Example: one is in error, one between two attempts
      Given servers "alpha, beta, gamma" over ws
      And server "alpha" cannot be started
      And server "beta" cannot be started
      And waits between attempts have no jitter
      And the room server has started
      When provider "alpha" is loaded
      And 10s pass
      And provider "beta" is loaded
      And 1s passes
      And provider "gamma" is loaded
      Then the status shows:
        | id    | state      | attempts | last change | last error                                          | next retry |
        | alpha | error      | 5        | 7.5s        | dial tcp alpha.test:80: connect: connection refused |            |
        | beta  | connecting | 2        | 10s         | dial tcp beta.test:80: connect: connection refused  | 11.5s      |
        | gamma | connected  | 1        | 11s         |                                                     |            |

  @ROOM-53 @virtual
  Rule: That a provider is taken away, and loaded again, is logged within the minute of an error, too

    Scenario Outline: it is <state>
      Given server "alpha" over ws
      And server "alpha" <down>
      And waits between attempts have no jitter
      And the room server has started
      When provider "alpha" is loaded
      And <time> pass
      And server "alpha" is disconnected
      And 1s passes
      And server "alpha" comes up
      And provider "alpha" is loaded
      Then the log of provider "alpha" is:
        """text
        <log>
        """

      Examples:
        | state      | down              | time | log |
        | connecting | cannot be started | 2s   | 0s info [alpha] State transition: None -> Idle\n0s info [alpha] State transition: Idle -> Connecting\n0s warn [alpha] Connection attempt 1/5 failed: dial tcp alpha.test:80: connect: connection refused\n2s info [alpha] State transition: Connecting -> Idle\n3s info [alpha] State transition: Idle -> Connecting\n3s info [alpha] State transition: Connecting -> Connected |
        | error      | cannot be started | 9s   | 0s info [alpha] State transition: None -> Idle\n0s info [alpha] State transition: Idle -> Connecting\n0s warn [alpha] Connection attempt 1/5 failed: dial tcp alpha.test:80: connect: connection refused\n7.5s info [alpha] State transition: Connecting -> Error\n9s info [alpha] State transition: Error -> Idle\n10s info [alpha] State transition: Idle -> Connecting\n10s info [alpha] State transition: Connecting -> Connected |
