@room
Feature: One command shows that a room server and its operator work together
  Four scenarios, asked over HTTP like anybody could ask, are what an installation
  is accepted by. A run leaves a folder from which its result can be told later.

  Background:
    Given servers "example-mcp, test-mcp-unavailable" over ws
    And server "test-mcp-unavailable" cannot be started
    And waits between attempts have no jitter

  @ROOM-57 @virtual
  Rule: One command starts both roles at their ports, runs all scenarios and tells whether all of them passed

    Example: a good room server
      Given the room server has the provider "example-mcp"
      When the integration suite runs
      And 2m pass
      Then the integration suite passed at 94s
      And the scenarios of the suite went like this:
        | scenario           | status | duration | error |
        | 01-no-mcp          | PASSED | 5s       |       |
        | 02-load-mcp        | PASSED | 3s       |       |
        | 03-mcp-unavailable | PASSED | 1m20s    |       |
        | 04-status          | PASSED | 0s       |       |
      And artifact "results/report.json" has 1 line with "http://localhost:40801"
      And artifact "results/report.json" has 1 line with "http://localhost:40802"

    Example: one scenario fails, and with it the run
      Given the room server's settings are:
        """json
        {"Mcp": {"LazyLoad": false}, "McpServers": [{"id": "example-mcp", "url": "ws://example-mcp.test"}]}
        """
      When the integration suite runs
      And 2m pass
      Then the integration suite failed at 89s
      And the scenarios of the suite went like this:
        | scenario           | status | error                                                                                   |
        | 01-no-mcp          | FAILED | no provider has been touched: want all idle, have example-mcp connected after 1 attempt |
        | 02-load-mcp        | PASSED |                                                                                         |
        | 03-mcp-unavailable | PASSED |                                                                                         |
        | 04-status          | PASSED |                                                                                         |

    Example: whoever is in a hurry stops at the first failure
      Given the room server's settings are:
        """json
        {"Mcp": {"LazyLoad": false}, "McpServers": [{"id": "example-mcp", "url": "ws://example-mcp.test"}]}
        """
      When the integration suite runs and stops at the first failure
      And 2m pass
      Then the integration suite failed at 0s
      And both reports count 4 scenarios, 1 failed and 3 skipped

    Example: what the command says of its ports
      When mcpsim runs "integration --help"
      Then mcpsim ends with code 0 and says "listen at the ports SERVER,OPERATOR of 127.0.0.1, or at free ones: free (default "40801,40802")"
