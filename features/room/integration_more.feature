@room
Feature: The scenarios look at every provider, and only at what they are about
  A provider that comes second, that is slow or that was there before is no reason to fail,
  and none to pass.

  Background:
    Given servers "example-mcp, test-mcp-unavailable" over ws
    And server "test-mcp-unavailable" cannot be started
    And waits between attempts have no jitter

  @ROOM-58 @virtual
  Rule: Scenario 01-no-mcp passes without any provider, and fails for the last of several that is touched

    Example: there are none
      When the integration suite runs
      And 3m pass
      Then the steps of scenario "01-no-mcp" went like this:
        | step                               | status | message      |
        | the room server is healthy         | PASSED | healthy      |
        | no provider has been touched       | PASSED | no providers |
        | the operator is healthy            | PASSED | healthy      |
        | 5s pass                            | PASSED | done         |
        | still no provider has been touched | PASSED | no providers |
        | the room server is still healthy   | PASSED | healthy      |

    Example: the second of two is loaded
      Given the room server's settings are:
        """json
        {"McpServers": [{"id": "other", "url": "ws://other.test"}, {"id": "example-mcp", "url": "ws://example-mcp.test"}]}
        """
      When the integration suite runs
      And 2s pass
      And provider "example-mcp" is loaded
      And 3m pass
      Then the steps of scenario "01-no-mcp" went like this:
        | step                               | status  | message                                                                                   |
        | the room server is healthy         | PASSED  | healthy                                                                                   |
        | no provider has been touched       | PASSED  | other idle after 0 attempts, example-mcp idle after 0 attempts                            |
        | the operator is healthy            | PASSED  | healthy                                                                                   |
        | 5s pass                            | PASSED  | done                                                                                      |
        | still no provider has been touched | FAILED  | want all idle, have other idle after 0 attempts, example-mcp connected after 1 attempt    |
        | the room server is still healthy   | SKIPPED | a step before it failed                                                                   |

  @ROOM-59 @virtual
  Rule: Scenario 02-load-mcp passes for a provider that is slow or was connected before, and fails for one that was not tried

    Example: it takes five seconds to connect
      Given server "example-mcp" answers "initialize" after 5s
      When the integration suite runs
      And 3m pass
      Then the scenarios of the suite went like this:
        | scenario           | status | error |
        | 01-no-mcp          | PASSED |       |
        | 02-load-mcp        | PASSED |       |
        | 03-mcp-unavailable | PASSED |       |
        | 04-status          | PASSED |       |

    Example: it was connected at startup
      Given the room server's settings are:
        """json
        {"Mcp": {"LazyLoad": false}, "McpServers": [{"id": "example-mcp", "url": "ws://example-mcp.test"}]}
        """
      When the integration suite runs
      And 3m pass
      Then the scenarios of the suite went like this:
        | scenario           | status | error                                                                                   |
        | 01-no-mcp          | FAILED | no provider has been touched: want all idle, have example-mcp connected after 1 attempt |
        | 02-load-mcp        | PASSED |                                                                                         |
        | 03-mcp-unavailable | PASSED |                                                                                         |
        | 04-status          | PASSED |                                                                                         |

    Example: an operator that passes the command on to nobody
      Given the operator's settings are:
        """json
        {"RoomServer": {"BaseUrl": "http://upstream.test"}}
        """
      And the room server's settings are:
        """json
        {"McpServers": [{"id": "example-mcp", "url": "ws://example-mcp.test"}, {"id": "test-mcp-unavailable", "url": "ws://test-mcp-unavailable.test"}]}
        """
      And server "upstream" over http with this script:
        """yaml
        http: {path: /admin/mcp/load}
        rules: [{when: {verb: POST}, do: [{status: {code: 200, body: '{"message":"MCP providers loading initiated","count":2}'}}]}]
        """
      When the integration suite runs
      And 4m pass
      Then the steps of scenario "02-load-mcp" went like this:
        | step                                     | status  | message                                                 |
        | the status can be asked for              | PASSED  | example-mcp idle after 0 attempts, test-mcp-unavailable idle after 0 attempts |
        | the operator has both providers loaded   | PASSED  | MCP providers loaded                                    |
        | 3s pass                                  | PASSED  | done                                                    |
        | both providers are listed                | FAILED  | want an attempt, have example-mcp idle after 0 attempts |
        | the one that can be reached is connected | SKIPPED | a step before it failed                                 |
        | the room server is healthy               | SKIPPED | a step before it failed                                 |

  @ROOM-39 @virtual
  Rule: After every command, five attempts lead from connecting to error

    Example: three commands
      Given the room server has started
      When provider "test-mcp-unavailable" is loaded
      And 10s pass
      And provider "test-mcp-unavailable" is loaded
      And 10s pass
      And provider "test-mcp-unavailable" is loaded
      And 10s pass
      Then the status shows:
        | id                   | state | attempts | last change |
        | test-mcp-unavailable | error | 5        | 27.5s       |
      And the link to "test-mcp-unavailable" saw attempts to connect at "0s, 0.5s, 1.5s, 3.5s, 7.5s, 10s, 10.5s, 11.5s, 13.5s, 17.5s, 20s, 20.5s, 21.5s, 23.5s, 27.5s"
