@room
Feature: Calls of one provider are limited
  A provider that is paid for by the call, or that is slow, is protected from a model
  that calls in a loop: McpDefaults.rateLimit.perMinute is the limit of each provider.

  Background:
    Given servers "alpha, beta" over ws

  @ROOM-18 @X-ROOM-10 @virtual
  Rule: No minute has more calls of a provider than rateLimit.perMinute, and a call beyond that is told when to come back

    Example: three calls in twenty seconds where three are allowed
      Given the room server's settings are:
        """json
        {"Mcp": {"LazyLoad": false},
         "McpServers": [{"id": "alpha", "url": "ws://alpha.test"}, {"id": "beta", "url": "ws://beta.test"}],
         "McpDefaults": {"rateLimit": {"perMinute": 3}}}
        """
      And the room server has started
      When tool "alpha:echo" is called over HTTP
      And 20s pass
      And tool "alpha:echo" is called over HTTP 2 times
      And 10s pass
      And tool "alpha:echo" is called over HTTP
      Then the answer is 429 with:
        """json
        {"error":"provider \"alpha\" takes 3 calls a minute: come back in 30s"}
        """
      And the answer has the header "Retry-After" set to "30"
      And server "alpha" received "tools/call" 3 times
      When tool "beta:echo" is called over HTTP
      Then the answer is 200

    Scenario Outline: the first of three calls was at 0s, the next call is at <time>
      Given the room server's settings are:
        """json
        {"Mcp": {"LazyLoad": false}, "McpServers": [{"id": "alpha", "url": "ws://alpha.test"}], "McpDefaults": {"rateLimit": {"perMinute": 3}}}
        """
      And the room server has started
      When tool "alpha:echo" is called over HTTP
      And 40s pass
      And tool "alpha:echo" is called over HTTP 2 times
      And the clock reaches <time>
      And tool "alpha:echo" is called over HTTP 2 times
      Then the answer is 429 with a text that contains "come back in <wait>"
      And server "alpha" received "tools/call" <calls> times

      Examples:
        | time  | calls | wait |
        | 59.9s | 3     | 1s   |
        | 60.1s | 4     | 40s  |
        | 99.9s | 4     | 1s   |

    Scenario Outline: <case>
      Given the room server's settings are:
        """json
        {"Mcp": {"LazyLoad": false}, "McpServers": [{"id": "alpha", "url": "ws://alpha.test"}]<defaults>}
        """
      And the room server has started
      When tool "alpha:echo" is called over HTTP <allowed> times
      Then the answer is 200
      When tool "alpha:echo" is called over HTTP
      Then the answer is 429 with a text that contains "takes <allowed> calls a minute: come back in 60s"
      And server "alpha" received "tools/call" <allowed> times

      Examples:
        | case             | defaults                                         | allowed |
        | sixty by default |                                                  | 60      |
        | one              | , "McpDefaults": {"rateLimit": {"perMinute": 1}} | 1       |

  @ROOM-18 @X-ROOM-11 @virtual
  Rule: What a provider was called before it was lost, connected again or given another URL counts on

    Scenario Outline: <event>
      Given the room server's settings are:
        """json
        {"Mcp": {"LazyLoad": false}, "McpServers": [{"id": "alpha", "url": "ws://alpha.test"}], "McpDefaults": {"rateLimit": {"perMinute": 2}}}
        """
      And waits between attempts have no jitter
      And the room server has started
      When tool "alpha:echo" is called
      And <event>
      And 1s passes
      Then provider "alpha" is "connected"
      When tool "alpha:echo" is called
      Then call 2 succeeds
      When tool "alpha:echo" is called
      Then call 3 fails with "provider "alpha" takes 2 calls a minute: come back in 59s"

      Examples:
        | event                                               |
        | server "alpha" drops its connections                |
        | provider "alpha" is loaded                          |
        | provider "alpha" is loaded with the URL "ws://beta.test" |

  @ROOM-18 @X-ROOM-12 @virtual
  Rule: A call that was let through counts whatever becomes of it, and one that was refused does not

    Example: a tool that is not there, a caller without the scope, and a call that fails
      Given server "alpha" answers "tools/call" with error -32000 "too busy"
      And the environment variable "ADA_TOKEN" is "tok-ada"
      And the room server's settings are:
        """json
        {"Mcp": {"LazyLoad": false}, "McpServers": [{"id": "alpha", "url": "ws://alpha.test"}],
         "McpDefaults": {"rateLimit": {"perMinute": 2}, "scopes": ["net:*"]},
         "McpMembers": [{"id": "ada", "tokenEnv": "ADA_TOKEN"}]}
        """
      And the room server has started
      When tool "alpha:missing" is called over HTTP 2 times
      When tool "alpha:echo" is called over HTTP with the token "tok-ada"
      Then the answer is 403
      When tool "alpha:echo" is called over HTTP
      Then the answer is 200 with:
        """json
        {"isError":true,"text":"MCP error: MCP error -32000: too busy"}
        """
      When tool "alpha:echo" is called over HTTP 2 times
      Then the answer is 429
      And server "alpha" received "tools/call" 2 times

    Example: calls beyond the limit
      Given the room server's settings are:
        """json
        {"Mcp": {"LazyLoad": false}, "McpServers": [{"id": "alpha", "url": "ws://alpha.test"}], "McpDefaults": {"rateLimit": {"perMinute": 2}}}
        """
      And the room server has started
      When tool "alpha:echo" is called over HTTP 2 times
      And 20s pass
      And tool "alpha:echo" is called over HTTP 3 times
      Then the answer is 429
      When 40100ms pass
      And tool "alpha:echo" is called over HTTP
      Then the answer is 200

    Example: calls that are under way count, and many at once are counted one by one
      Given server "alpha" never answers "tools/call"
      And the room server's settings are:
        """json
        {"Mcp": {"LazyLoad": false}, "McpServers": [{"id": "alpha", "url": "ws://alpha.test"}], "McpDefaults": {"rateLimit": {"perMinute": 2}}}
        """
      And the room server has started
      When tool "alpha:echo" is called
      And tool "alpha:echo" is called
      And tool "alpha:echo" is called
      Then call 1 is pending
      And call 2 is pending
      And call 3 fails with "provider "alpha" takes 2 calls a minute: come back in 60s"
      And server "alpha" received "tools/call" 2 times
