@room @virtual
Feature: What is true of the first attempt is true of the last, whoever looks

  @ROOM-11
  Rule: A provider without tools is connected again however often it is lost

    Example: five times
      Given server "alpha" over ws with this script:
        """yaml
        tools: []
        """
      And waits between attempts have no jitter
      And the room server has started
      When provider "alpha" is loaded
      And 1s passes
      And server "alpha" drops its connections 5 times, 5s apart
      And 5s pass
      Then provider "alpha" is "connected"
      And server "alpha" received "initialize" 6 times

  @ROOM-20
  Rule: An operator whose file says nothing of where the room server is finds it at port 40801

    Example: its section is there, and empty
      Given the operator's settings are:
        """json
        {"RoomServer": {}, "Mcp": {"Providers": []}}
        """
      And server "alpha" over ws
      And the room server has started
      When POST "http://localhost:40802/mcp/load" is asked with:
        """json
        {"providers": [{"id": "alpha", "url": "ws://alpha.test"}]}
        """
      Then the answer is 200

  @ROOM-39
  Rule: A provider whose answer cannot be read has its five attempts

    Scenario Outline: initialize is answered with <result>
      Given server "alpha" over ws
      And server "alpha" follows these rules:
        """yaml
        - {when: {method: initialize}, do: [result: <result>]}
        """
      And waits between attempts have no jitter
      And the room server has started
      When provider "alpha" is loaded
      And 1m passes
      Then the link to "alpha" saw attempts to connect at "0s, 500ms, 1500ms, 3500ms, 7500ms"
      And the status shows:
        | id    | state | attempts | last change |
        | alpha | error | 5        | 7.5s        |

      Examples:
        | result |
        | 7      |

  @ROOM-54
  Rule: Whoever sees a provider sees its last error and its attempts

    Scenario Outline: asked with <token>
      Given server "alpha" over ws
      And the environment variable "ADA_TOKEN" is "tok-ada"
      And server "alpha" answers "initialize" with error -32000 "busy"
      And the room server demands the token "tok-owner"
      And the room server's settings are:
        """json
        {"McpServers": [{"id": "alpha", "url": "ws://alpha.test"}], "Mcp": {"LazyLoad": false}, "McpMembers": [{"id": "ada", "tokenEnv": "ADA_TOKEN"}]}
        """
      And the room server has started
      When 30s pass
      And GET "/status/mcp" is asked with the token "<token>"
      Then the answer is 200 with a text that contains ""attempts":5,"
      And the answer is 200 with a text that contains ""lastError":"MCP error -32000: busy""

      Examples:
        | token     |
        | tok-ada   |
        | tok-owner |

  @ROOM-55
  Rule: The server is healthy also during the last attempt of a provider

    Example: it is silent
      Given server "alpha" over ws
      And server "alpha" never answers "initialize"
      And waits between attempts have no jitter
      And the room server has started
      When provider "alpha" is loaded
      And 50s pass
      Then the status shows:
        | id    | state      | attempts |
        | alpha | connecting | 5        |
      When GET "/health" is asked
      Then the answer is 200 with:
        """json
        {"status":"healthy"}
        """
