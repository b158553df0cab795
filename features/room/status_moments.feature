@room
Feature: The status is true at every moment, whoever asks and how often
  A status that is kept from before, or that changes because somebody looked, sends
  people the wrong way.

  @ROOM-16 @ROOM-26 @virtual
  Rule: The room server's two routes and its operator tell the same at each moment

    Example: asked while all wait, while they connect and after one was given up
      Given servers "alpha, beta" over ws
      And server "beta" cannot be started
      And the room server has the providers "alpha, beta"
      And the room server has started
      When GET "/admin/mcp/status" is asked
      And GET "/mcp/status" is asked of the operator
      Then the last two answers are equal
      When providers "alpha, beta" are loaded
      And 1s passes
      And GET "/admin/mcp/status" is asked
      And GET "/mcp/status" is asked of the operator
      Then the last two answers are equal

    Example: providers are told in the order of the settings, also when the last one is loaded first
      Given servers "gamma, alpha, beta" over ws
      And the room server has the providers "gamma, alpha, beta"
      And the room server has started
      When provider "beta" is loaded
      And GET "/admin/mcp/status" is asked
      Then the answer lists "providers" with the "id" "gamma, alpha, beta"

    Scenario Outline: at <time> <request> is equal to the public one
      Given servers "alpha, beta" over ws
      And server "beta" cannot be started
      And the room server has the providers "alpha, beta"
      And the room server has started
      When <request>
      And providers "alpha, beta" are loaded
      And the clock reaches <time>
      And <request>
      And GET "/status/mcp" is asked
      Then the last two answers are equal
      And the answer is 200 with a text that contains ""id":"beta","state":"<state>""

      Examples:
        | time | state      | request                                    |
        | 1s   | connecting | GET "/admin/mcp/status" is asked           |
        | 1s   | connecting | GET "/mcp/status" is asked of the operator |
        | 20s  | error      | GET "/admin/mcp/status" is asked           |
        | 20s  | error      | GET "/mcp/status" is asked of the operator |

  @ROOM-26 @virtual @real
  Rule: The room server and its operator tell the same status

    Example: after a command to the operator
      Given server "alpha" over ws
      And the room server has the provider "alpha"
      And the room server has started
      When provider "alpha" is loaded through the operator
      Then provider "alpha" is "connected"
      When GET "/status/mcp" is asked
      And GET "/mcp/status" is asked of the operator
      Then the last two answers are equal

  @ROOM-17 @ROOM-33 @virtual
  Rule: What is told does not change because it was asked for

    Example: twenty looks between two attempts, and twenty more in error
      Given server "beta" over ws
      And server "beta" cannot be started
      And waits between attempts have no jitter
      And the room server has started
      When provider "beta" is loaded
      And 1s passes
      And GET "/status/mcp" is asked 20 times
      Then the status shows:
        | id   | state      | attempts | last change | last error                                         | next retry |
        | beta | connecting | 2        | 0s          | dial tcp beta.test:80: connect: connection refused | 1.5s       |
      When 19s pass
      And GET "/status/mcp" is asked 20 times
      Then the status shows:
        | id   | state | attempts | last change | last error                                         | next retry |
        | beta | error | 5        | 7.5s        | dial tcp beta.test:80: connect: connection refused |            |
      And provider "beta" logged 1 error

  @ROOM-09 @ROOM-30 @virtual
  Rule: Every provider is told under the id that it was given, however many there are and however alike

    Example: one name that begins like another, and one that differs in a capital only
      Given servers "alpha, beta" over ws
      And server "beta" cannot be started
      And waits between attempts have no jitter
      And the room server has started
      When POST "/admin/mcp/load" is asked with:
        """json
        {"providers": [{"id": "alpha", "url": "ws://alpha.test"}, {"id": "alpha-2", "url": "ws://beta.test"}, {"id": "Alpha", "url": "ws://beta.test"}]}
        """
      And 20s pass
      Then the status shows:
        | id      | state     | attempts | last change |
        | alpha   | connected | 1        | 0s          |
        | alpha-2 | error     | 5        | 7.5s        |
        | Alpha   | error     | 5        | 7.5s        |

    Example: twelve
      Given servers "p1..p12" over ws
      And the room server has the providers "p1..p12"
      And the room server has started
      When providers "p1..p12" are loaded
      And GET "/status/mcp" is asked
      Then the answer lists "providers" with the "id" "p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12"

  @ROOM-35 @virtual @ROOM-24
  Rule: Neither a question to the operator nor a command for others tells the room server of the operator's own providers

    Example: asked, then told to load another
      Given servers "alpha, beta" over ws
      And the operator's settings are:
        """json
        {"Mcp": {"Providers": [{"id": "alpha", "url": "ws://alpha.test"}, {"id": "more", "url": "ws://alpha.test"}]}}
        """
      And the room server has started
      When GET "/mcp/status" is asked of the operator
      Then the answer lists "providers" with the "id" ""
      When provider "beta" is loaded through the operator
      And GET "/status/mcp" is asked
      Then the answer lists "providers" with the "id" "beta"
      And server "alpha" received nothing

  @ROOM-16 @ROOM-17 @virtual
  Rule: A member of the room is told what the owner is told, and looking connects nothing for anybody

    Example: two providers that both see
      Given servers "alpha, beta" over ws
      And the environment variable "ADA_TOKEN" is "tok-ada"
      And the room server demands the token "tok-owner"
      And the room server's settings are:
        """json
        {"McpServers": [{"id": "alpha", "url": "ws://alpha.test", "visibility": "room"}, {"id": "beta", "url": "ws://beta.test", "visibility": "team"}],
         "McpMembers": [{"id": "ada", "tokenEnv": "ADA_TOKEN"}]}
        """
      And the room server has started
      When GET "/status/mcp" is asked with the token "tok-ada"
      And GET "/admin/mcp/status" is asked with the token "tok-owner"
      Then the last two answers are equal
      And the answer lists "providers" with the "state" "idle, idle"
      And server "beta" received nothing
