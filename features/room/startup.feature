@room
Feature: No provider holds up the room server
  Providers used to be connected at startup: one that could not be reached delayed
  the start, filled the log, and could make the whole server look ill. Nothing of
  the server depends on a provider any more, not even if it connects them at once.

  @ROOM-03 @virtual
  Rule: Providers that cannot be reached do not keep the room server from starting

    Example: all of them are refused
      Given servers "alpha, beta" over ws
      And server "alpha" cannot be started
      And server "beta" cannot be started
      And the room server's settings are:
        """json
        {"Mcp": {"LazyLoad": false},
         "McpServers": [{"id": "alpha", "url": "ws://alpha.test"}, {"id": "beta", "url": "ws://beta.test"}]}
        """
      When the room server starts
      Then startup returned at 0s
      And providers "alpha, beta" are "connecting"

  @ROOM-14 @ROOM-69 @virtual
  Rule: The start waits for no provider, and health asks none, lazy or not

    Scenario Outline: lazy loading <lazy>, a provider that never answers
      Given server "alpha" over ws
      And the link to "alpha" has blackhole
      And the room server's settings are:
        """json
        {"Mcp": {"LazyLoad": <lazy>}, "McpServers": [{"id": "alpha", "url": "ws://alpha.test"}]}
        """
      When the room server starts
      Then startup returned at 0s
      And provider "alpha" is "<state>"
      When GET "/health" is asked
      Then the answer is 200
      And the answer came at 0s
      When provider "alpha" is loaded
      Then provider "alpha" is "connecting"

      Examples:
        | lazy  | state      |
        | true  | idle       |
        | false | connecting |

  @ROOM-04 @virtual
  Rule: Every endpoint answers at once while providers fail

    Scenario Outline: <request> between two attempts
      Given servers "alpha, beta" over ws
      And server "alpha" cannot be started
      And the link to "beta" has blackhole
      And the room server has the providers "alpha, beta"
      And the room server has started
      When providers "alpha, beta" are loaded
      And 3s pass
      And <request>
      Then the answer is <code>
      And the answer came at 3s

      Examples:
        | request                                                                | code |
        | GET "/health" is asked                                                 | 200  |
        | GET "/status/mcp" is asked                                             | 200  |
        | GET "/admin/mcp/status" is asked                                       | 200  |
        | POST "/admin/mcp/load" is asked with the header "Accept" set to "*/*"  | 200  |
        | GET "/mcp/status" is asked of the operator                             | 200  |
        | GET "/tools" is asked                                                  | 200  |
        | tool "alpha:echo" is called over HTTP                                  | 404  |

  @ROOM-05 @ROOM-55 @ROOM-68 @virtual
  Rule: Health is the same whatever the state of the providers

    Scenario Outline: <state>
      Given server "alpha" over ws
      And the room server has the provider "alpha"
      And <condition>
      And the room server has started
      When <event>
      And <time> passes
      Then provider "alpha" is "<state>"
      When GET "/health" is asked
      Then the answer is 200 with:
        """json
        {"status":"healthy"}
        """

      Examples:
        | state      | condition                         | event                          | time |
        | idle       | server "alpha" cannot be started  | GET "/status/mcp" is asked     | 0s   |
        | connecting | server "alpha" cannot be started  | provider "alpha" is loaded     | 1s   |
        | connecting | server "alpha" cannot be started  | provider "alpha" is loaded     | 5s   |
        | connected  | waits between attempts have no jitter | provider "alpha" is loaded | 1s   |
        | error      | server "alpha" cannot be started  | provider "alpha" is loaded     | 15s  |

    Example: there are no providers, then two in different states, then one that was lost
      Given servers "alpha, beta" over ws
      And server "beta" cannot be started
      And the room server has started
      When GET "/health" is asked
      Then the answer is 200
      When providers "alpha, beta" are loaded
      And 1s passes
      And server "alpha" goes down
      And GET "/health" is asked
      Then providers "alpha, beta" are "connecting"
      And the answer is 200

  @ROOM-34 @virtual @real
  Rule: Health is one small answer that anybody can ask for

    Example: without providers
      Given the room server has started
      When GET "/health" is asked
      Then the answer is 200 with:
        """json
        {"status":"healthy"}
        """
      And the answer has the header "Content-Type" set to "application/json"

    Example: it asks for no token where others do
      Given the room server demands the token "tok-1"
      And the room server has started
      When GET "/health" is asked
      Then the answer is 200 with:
        """json
        {"status":"healthy"}
        """

  @X-ROOM-25 @virtual
  Rule: The URL of a provider is taken as it is written

    Example: what is a placeholder elsewhere
      Given server "alpha" over ws
      And the environment variable "WHERE" is "alpha"
      And the room server's settings are:
        """json
        {"Mcp": {"LazyLoad": false}, "McpServers": [{"id": "alpha", "url": "ws://${WHERE}.test"}]}
        """
      When the room server starts
      And 1m passes
      Then the link to "alpha" saw 0 attempts to connect
      And provider "alpha" is "error"
