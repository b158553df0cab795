@room @virtual
Feature: Long lists, late successes and minutes of one's own
  What holds for two providers holds for three hundred, what holds for a first attempt
  holds for a fifth, and a minute begins when an error was logged.

  @ROOM-01 @ROOM-12 @ROOM-19 @ROOM-26
  Rule: All providers of the settings count, and a long status is told by both roles

    Example: three hundred of the room server's
      Given the room server's settings name 300 providers
      When the room server starts
      And 1h passes
      Then provider "p299" is "idle"
      When GET "/status/mcp" is asked
      Then the answer is 200 with a text that contains ""id":"p299""
      When GET "/mcp/status" is asked of the operator
      Then the last two answers are equal

    Example: three hundred of the operator's
      Given the operator's settings name 300 providers
      When the room server starts
      And POST "/mcp/load" is asked of the operator
      Then the answer is 200 with a text that contains ""count":300"

  @ROOM-06 @ROOM-50 @ROOM-51 @ROOM-67
  Rule: The sixty seconds begin with the error that was logged, not with a minute of the clock

    Example: an error at 50 seconds
      Given server "alpha" over ws
      And server "alpha" cannot be started
      And the room server has started
      When 50s pass
      And provider "alpha" is loaded
      And 20s pass
      And provider "alpha" is loaded
      Then provider "alpha" logged 1 error
      When the clock reaches 111s
      And provider "alpha" is loaded
      Then provider "alpha" logged 2 errors

  @ROOM-31 @ROOM-37 @ROOM-45
  Rule: A success counts at each of the five attempts, and leaves neither an error nor a next retry

    Scenario Outline: attempt <n>
      Given server "alpha" over ws
      And server "alpha" cannot be started
      And waits between attempts have no jitter
      And the room server has started
      When provider "alpha" is loaded
      And the clock reaches <up>
      And server "alpha" comes up
      And 10s pass
      Then the status shows:
        | id    | state     | attempts | last change | last error | next retry |
        | alpha | connected | <n>      | <at>        |            |            |

      Examples:
        | n | up  | at   |
        | 3 | 1s  | 1.5s |
        | 4 | 3s  | 3.5s |
        | 5 | 7s  | 7.5s |

  @ROOM-30 @ROOM-40
  Rule: After a loss attempts are counted from one

    Example: connected at the third attempt, lost, and silent
      Given server "alpha" over ws
      And server "alpha" cannot be started
      And server "alpha" follows these rules:
        """yaml
        - {when: {method: initialize, after: 1}, do: [never]}
        """
      And waits between attempts have no jitter
      And the room server has started
      When provider "alpha" is loaded
      And 1s passes
      And server "alpha" comes up
      And 1s passes
      And server "alpha" drops its connections
      Then the status shows:
        | id    | state      | attempts | last change |
        | alpha | connecting | 1        | 2s          |

  @ROOM-02 @ROOM-24 @ROOM-25
  Rule: Two providers at one URL are two

    Scenario Outline: the <role> is told
      Given server "alpha" over ws
      And the room server's settings are:
        """json
        {"McpServers": [{"id": "one", "url": "ws://alpha.test"}, {"id": "two", "url": "ws://alpha.test"}]}
        """
      And the room server has started
      When <request> with:
        """json
        {"providers": [{"id": "one", "url": "ws://alpha.test"}]}
        """
      Then provider "one" is "connected"
      And provider "two" is "idle"
      When <request> with:
        """json
        {"providers": [{"id": "two", "url": "ws://alpha.test"}]}
        """
      Then providers "one, two" are "connected"
      And server "alpha" received "initialize" 2 times

      Examples:
        | role        | request                                   |
        | room server | POST "/admin/mcp/load" is asked           |
        | operator    | POST "/mcp/load" is asked of the operator |
