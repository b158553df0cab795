@room
Feature: Four scenarios look at what a room server promises first
  Without providers, with one that can be reached, with one that cannot, and all
  that can be asked: each scenario fails if its promise is broken.

  Background:
    Given servers "example-mcp, test-mcp-unavailable" over ws
    And waits between attempts have no jitter
    And the room server has the provider "example-mcp"

  @ROOM-58 @virtual
  Rule: Scenario 01-no-mcp sees a healthy room server that touches no provider for five seconds

    Example: providers wait
      Given server "test-mcp-unavailable" cannot be started
      When the integration suite runs
      And 2m pass
      Then the steps of scenario "01-no-mcp" went like this:
        | step                               | status | message                           |
        | the room server is healthy         | PASSED | healthy                           |
        | no provider has been touched       | PASSED | example-mcp idle after 0 attempts |
        | the operator is healthy            | PASSED | healthy                           |
        | 5s pass                            | PASSED | done                              |
        | still no provider has been touched | PASSED | example-mcp idle after 0 attempts |
        | the room server is still healthy   | PASSED | healthy                           |

    Example: a provider is connected at startup
      Given server "test-mcp-unavailable" cannot be started
      And the room server's settings are:
        """json
        {"Mcp": {"LazyLoad": false}, "McpServers": [{"id": "example-mcp", "url": "ws://example-mcp.test"}]}
        """
      When the integration suite runs
      And 2m pass
      Then the steps of scenario "01-no-mcp" went like this:
        | step                               | status  |
        | the room server is healthy         | PASSED  |
        | no provider has been touched       | FAILED  |
        | the operator is healthy            | SKIPPED |
        | 5s pass                            | SKIPPED |
        | still no provider has been touched | SKIPPED |
        | the room server is still healthy   | SKIPPED |

  @ROOM-59 @virtual
  Rule: Scenario 02-load-mcp sees a provider connect once the operator is told to load it

    Example: it can be reached
      Given server "test-mcp-unavailable" cannot be started
      When the integration suite runs
      And 2m pass
      Then the steps of scenario "02-load-mcp" went like this:
        | step                                     | status | message                                                                                 |
        | the status can be asked for              | PASSED | example-mcp idle after 0 attempts                                                       |
        | the operator has both providers loaded   | PASSED | MCP providers loaded                                                                    |
        | 3s pass                                  | PASSED | done                                                                                    |
        | both providers are listed                | PASSED | example-mcp connected after 1 attempt, test-mcp-unavailable connecting after 3 attempts |
        | the one that can be reached is connected | PASSED | example-mcp connected after 1 attempt                                                   |
        | the room server is healthy               | PASSED | healthy                                                                                 |
      And the link to "example-mcp" saw 1 attempt to connect

    Example: it cannot be reached either
      Given server "example-mcp" cannot be started
      And server "test-mcp-unavailable" cannot be started
      When the integration suite runs
      And 3m pass
      Then the steps of scenario "02-load-mcp" went like this:
        | step                                     | status  |
        | the status can be asked for              | PASSED  |
        | the operator has both providers loaded   | PASSED  |
        | 3s pass                                  | PASSED  |
        | both providers are listed                | PASSED  |
        | the one that can be reached is connected | FAILED  |
        | the room server is healthy               | SKIPPED |
      And both reports count 4 scenarios, 1 failed and 0 skipped

  @ROOM-60 @virtual
  Rule: Scenario 03-mcp-unavailable sees a provider that is tried, given up and left alone

    Example: it cannot be reached
      Given server "test-mcp-unavailable" cannot be started
      When the integration suite runs
      And 2m pass
      Then the steps of scenario "03-mcp-unavailable" went like this:
        | step                                           | status | message                                     |
        | the room server loads the unavailable provider | PASSED | MCP providers loading initiated             |
        | 10s pass                                       | PASSED | done                                        |
        | it is being tried or given up                  | PASSED | test-mcp-unavailable error after 5 attempts |
        | 1m10s pass                                     | PASSED | done                                        |
        | it was not tried for ever                      | PASSED | test-mcp-unavailable error after 5 attempts |
        | it was given up                                | PASSED | test-mcp-unavailable error after 5 attempts |
        | the room server is healthy                     | PASSED | healthy                                     |
      And the link to "test-mcp-unavailable" saw attempts to connect at "7s, 7.5s, 8.5s, 10.5s, 14.5s"

    Example: it can be reached
      When the integration suite runs
      And 3m pass
      Then the steps of scenario "03-mcp-unavailable" went like this:
        | step                                           | status  |
        | the room server loads the unavailable provider | PASSED  |
        | 10s pass                                       | PASSED  |
        | it is being tried or given up                  | FAILED  |
        | 1m10s pass                                     | SKIPPED |
        | it was not tried for ever                      | SKIPPED |
        | it was given up                                | SKIPPED |
        | the room server is healthy                     | SKIPPED |

    Example: short waits do not see the end, and say so
      Given server "test-mcp-unavailable" cannot be started
      When the integration suite runs with short waits
      And 5s pass
      Then the integration suite passed at 4.1s
      And the steps of scenario "03-mcp-unavailable" went like this:
        | step                                           | status  | message                                          |
        | the room server loads the unavailable provider | PASSED  | MCP providers loading initiated                  |
        | 1s pass                                        | PASSED  | done                                             |
        | it is being tried or given up                  | PASSED  | test-mcp-unavailable connecting after 3 attempts |
        | 2s pass                                        | PASSED  | done                                             |
        | it was not tried for ever                      | PASSED  | test-mcp-unavailable connecting after 4 attempts |
        | it was given up                                | SKIPPED | the waits are too short for that                 |
        | the room server is healthy                     | PASSED  | healthy                                          |

  @ROOM-61 @virtual
  Rule: Scenario 04-status sees both roles tell the same status in the documented form

    Example: they do
      Given server "test-mcp-unavailable" cannot be started
      When the integration suite runs
      And 2m pass
      Then the steps of scenario "04-status" went like this:
        | step                                      | status | message                                                                            |
        | the room server's status is as documented | PASSED | example-mcp connected after 1 attempt, test-mcp-unavailable error after 5 attempts |
        | the operator's status is as documented    | PASSED | example-mcp connected after 1 attempt, test-mcp-unavailable error after 5 attempts |
        | both list the same providers              | PASSED | 2 listed                                                                           |
        | a second look lists as many               | PASSED | 2 listed                                                                           |

    Example: the operator asks another address
      Given server "test-mcp-unavailable" cannot be started
      And the operator's settings are:
        """json
        {"RoomServer": {"BaseUrl": "http://localhost:40803"}}
        """
      When the integration suite runs
      And 3m pass
      Then the steps of scenario "04-status" went like this:
        | step                                      | status  |
        | the room server's status is as documented | PASSED  |
        | the operator's status is as documented    | FAILED  |
        | both list the same providers              | SKIPPED |
        | a second look lists as many               | SKIPPED |
