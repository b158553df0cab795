@room
Feature: The four scenarios fail for what they are there to find
  An acceptance that passes whatever happens is worth nothing. Each scenario has met a
  room server, or an operator, that is nearly right.

  Background:
    Given servers "example-mcp, test-mcp-unavailable" over ws
    And server "test-mcp-unavailable" cannot be started
    And waits between attempts have no jitter

  @ROOM-57 @ROOM-64 @virtual
  Rule: A run fails if any scenario does, and both reports say so

    Example: the second one
      Given server "example-mcp" cannot be started
      And the room server has the provider "example-mcp"
      When the integration suite runs
      And 3m pass
      Then the integration suite failed at 104s
      And both reports count 4 scenarios, 1 failed and 0 skipped

    Example: the third one
      Given the room server has the provider "example-mcp"
      When the integration suite runs
      And 88s pass
      And provider "test-mcp-unavailable" is loaded
      And 1m passes
      Then the integration suite failed at 94s
      And both reports count 4 scenarios, 1 failed and 0 skipped

  @ROOM-58 @virtual
  Rule: Scenario 01-no-mcp fails if a provider is touched meanwhile, or is being connected

    Example: one is loaded in the five seconds
      Given the room server has the provider "example-mcp"
      When the integration suite runs
      And 2s pass
      And provider "example-mcp" is loaded
      And 2m pass
      Then the steps of scenario "01-no-mcp" went like this:
        | step                               | status  | message                                                         |
        | the room server is healthy         | PASSED  | healthy                                                         |
        | no provider has been touched       | PASSED  | example-mcp idle after 0 attempts                               |
        | the operator is healthy            | PASSED  | healthy                                                         |
        | 5s pass                            | PASSED  | done                                                            |
        | still no provider has been touched | FAILED  | want all idle, have example-mcp connected after 1 attempt       |
        | the room server is still healthy   | SKIPPED | a step before it failed                                         |

    Example: one is being connected at startup
      Given server "example-mcp" answers "initialize" after 1s
      And the room server's settings are:
        """json
        {"Mcp": {"LazyLoad": false}, "McpServers": [{"id": "example-mcp", "url": "ws://example-mcp.test"}]}
        """
      When the integration suite runs
      And 2m pass
      Then the scenarios of the suite went like this:
        | scenario           | status | error                                                                                    |
        | 01-no-mcp          | FAILED | no provider has been touched: want all idle, have example-mcp connecting after 1 attempt |
        | 02-load-mcp        | PASSED |                                                                                          |
        | 03-mcp-unavailable | PASSED |                                                                                          |
        | 04-status          | PASSED |                                                                                          |

  @ROOM-58 @ROOM-59 @ROOM-60 @virtual
  Rule: Each role is asked for its own health, and each command is given to one role

    Example: what both were asked, as the client's log has it
      Given the room server has the provider "example-mcp"
      When the integration suite runs
      And 2m pass
      Then artifact "logs/test-client.log" has 5 lines with "GET http://localhost:40801/health: 200"
      And artifact "logs/test-client.log" has 2 lines with "GET http://localhost:40802/health: 200"
      And artifact "logs/test-client.log" has 1 line with "POST http://localhost:40801/admin/mcp/load: 200"
      And artifact "logs/test-client.log" has 1 line with "POST http://localhost:40802/mcp/load: 200"

  @ROOM-60 @virtual
  Rule: Scenario 03-mcp-unavailable fails if the provider is tried for longer than five attempts take

    Example: a command for it shortly before the end
      Given the room server has the provider "example-mcp"
      When the integration suite runs
      And 88s pass
      And provider "test-mcp-unavailable" is loaded
      And 1m passes
      Then the steps of scenario "03-mcp-unavailable" went like this:
        | step                                           | status  | message                                                                         |
        | the room server loads the unavailable provider | PASSED  | MCP providers loading initiated                                                 |
        | 10s pass                                       | PASSED  | done                                                                            |
        | it is being tried or given up                  | PASSED  | test-mcp-unavailable error after 5 attempts                                     |
        | 1m10s pass                                     | PASSED  | done                                                                            |
        | it was not tried for ever                      | PASSED  | test-mcp-unavailable connecting after 4 attempts                                |
        | it was given up                                | FAILED  | want error after 5 attempts, have test-mcp-unavailable connecting after 4 attempts |
        | the room server is healthy                     | SKIPPED | a step before it failed                                                         |

  @ROOM-65 @virtual
  Rule: The final status is that of the end, also of a run that failed

    Example: a provider is lost in the last pause
      Given the room server's settings are:
        """json
        {"Mcp": {"LazyLoad": false}, "McpServers": [{"id": "example-mcp", "url": "ws://example-mcp.test"}]}
        """
      When the integration suite runs
      And 87200ms pass
      And server "example-mcp" goes down
      And 2s pass
      And GET "/status/mcp" is asked
      Then artifact "results/mcp-status-final.json" is the newest answer
      And the answer is 200 with a text that contains ""state":"connecting","attempts":3"
      And both reports count 4 scenarios, 1 failed and 0 skipped

  @ROOM-62 @virtual
  Rule: The name of the folder is the second in which the run began, not the nearest one

    Example: nine tenths into a second of the afternoon
      Given the room server has the provider "example-mcp"
      When 86h9m10.9s pass
      And the integration suite runs
      And 2m pass
      Then the artifacts are:
        """text
        20260104-140910/logs/roomoperator.log
        20260104-140910/logs/roomserver.log
        20260104-140910/logs/test-client.log
        20260104-140910/results/junit.xml
        20260104-140910/results/mcp-status-final.json
        20260104-140910/results/report.json
        """

    Example: the one after that of another run
      Given the room server has the provider "example-mcp"
      And another run of the integration suite begins in the same second
      When 86h9m10s pass
      And the integration suite runs
      And 2m pass
      Then the artifacts are:
        """text
        20260104-140911/logs/roomoperator.log
        20260104-140911/logs/roomserver.log
        20260104-140911/logs/test-client.log
        20260104-140911/results/junit.xml
        20260104-140911/results/mcp-status-final.json
        20260104-140911/results/report.json
        """
