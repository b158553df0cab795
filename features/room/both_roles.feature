@room @virtual
Feature: What both roles have in common is the same at both, and in any case
  Keys of appsettings.json may be written in any case, and health is told by either role to
  whoever asks.

  @ROOM-12 @ROOM-19
  Rule: Keys of the settings are found in any case

    Example: the room server's and the operator's
      Given servers "alpha, beta" over ws
      And the room server's settings are:
        """json
        {"mcp": {"LAZYLOAD": false}, "MCPSERVERS": [{"Id": "alpha", "URL": "ws://alpha.test", "Visibility": "room"}]}
        """
      And the operator's settings are:
        """json
        {"roomserver": {"baseurl": "http://localhost:40801"}, "MCP": {"providers": [{"ID": "beta", "Url": "ws://beta.test"}]}}
        """
      When the room server starts
      Then provider "alpha" is "connected"
      When POST "/mcp/load" is asked of the operator
      Then provider "beta" is "connected"
      And the settings have these problems:
        """text
        """

  @ROOM-34
  Rule: The operator, too, tells its health to whoever asks

    Scenario Outline: <header> <value>
      Given the room server demands the token "tok-1"
      And the room server has started
      When GET "/health" is asked of the operator with the header "<header>" set to "<value>"
      Then the answer is 200 with:
        """json
        {"status":"healthy"}
        """

      Examples:
        | header         | value          |
        | Host           | elsewhere.test |
        | Authorization  | Bearer tok-eve |
        | Sec-Fetch-Site | cross-site     |
        | Accept         | text/plain     |

  @ROOM-64
  Rule: Something optional that is missing is no failure in either report

    Example: the operator is not healthy
      Given servers "example-mcp, test-mcp-unavailable" over ws
      And server "test-mcp-unavailable" cannot be started
      And from question 2 for its health on, the operator says that it is "degraded"
      And the room server has the provider "example-mcp"
      When the integration suite runs
      And 3m pass
      Then both reports count 4 scenarios, 0 failed and 0 skipped

  @ROOM-59
  Rule: Scenario 02-load-mcp loads both providers for everybody in the room, the one that can be reached first

    Example: neither was known before
      Given servers "example-mcp, test-mcp-unavailable" over ws
      And server "test-mcp-unavailable" cannot be started
      And the room server's settings are:
        """json
        {}
        """
      When the integration suite runs
      And 12s pass
      Then a "visitor" sees the providers "example-mcp, test-mcp-unavailable" and the tools "example-mcp:echo"
