@room
Feature: What a room server tells and does holds at each moment and for each provider
  An operator looks while an attempt is under way, not only between two of them.

  @U-07 @virtual
  Rule: A provider that has not answered the handshake is connecting, whatever it is asked for

    Example: the answer takes five seconds
      Given server "alpha" over ws
      And server "alpha" answers "initialize" after 5s
      And the room server has started
      When provider "alpha" is loaded
      And 4s pass
      Then provider "alpha" is "connecting"
      When GET "/status/mcp" is asked
      Then the answer is 200 with a text that contains ""state":"connecting""
      When 2s pass
      Then provider "alpha" is "connected"

  @ROOM-54 @virtual
  Rule: The last error is told while the next attempt waits and while it is under way, and after the last one

    Scenario Outline: at <time>
      Given server "alpha" over ws
      And waits between attempts have no jitter
      And server "alpha" follows these rules:
        """yaml
        - {when: {method: initialize}, do: [{delay: 2s}, {error: {code: -32000, message: busy}}]}
        """
      And the room server has started
      When provider "alpha" is loaded
      And the clock reaches <time>
      And GET "/status/mcp" is asked
      Then the answer is 200 with a text that contains ""state":"<state>","attempts":<attempts>,"
      And the answer is 200 with a text that contains ""lastError":"MCP error -32000: busy""

      Examples:
        | time | state      | attempts |
        | 2.2s | connecting | 1        |
        | 3s   | connecting | 2        |
        | 5s   | connecting | 2        |
        | 30s  | error      | 5        |

  @ROOM-46 @virtual
  Rule: The waits are the same in every cycle, however often a provider was connected before

    Example: the seventh loss
      Given server "alpha" over ws
      And waits between attempts have no jitter
      And the room server has started
      When provider "alpha" is loaded
      And server "alpha" drops its connections 7 times, 5s apart
      And 5s pass
      And server "alpha" goes down
      And the counts start anew
      And 7499ms pass
      Then provider "alpha" is "connecting"
      When 2ms pass
      Then provider "alpha" is "error"

  @U-02 @virtual
  Rule: A command that moves one provider touches no other that it names

    Example: the first of three moves
      Given servers "alpha, beta, gamma, delta" over ws
      And the room server has started
      When POST "/admin/mcp/load" is asked with:
        """json
        {"providers": [{"id": "one", "url": "ws://alpha.test"}, {"id": "two", "url": "ws://beta.test"}, {"id": "three", "url": "ws://gamma.test"}]}
        """
      And 1s passes
      And the counts start anew
      And POST "/admin/mcp/load" is asked with:
        """json
        {"providers": [{"id": "one", "url": "ws://delta.test"}, {"id": "two", "url": "ws://beta.test"}, {"id": "three", "url": "ws://gamma.test"}]}
        """
      And 1h passes
      Then server "delta" received "initialize" 1 time
      And server "beta" received nothing
      And server "gamma" received nothing
