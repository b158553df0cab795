@room
Feature: A run of the integration suite can be read later
  Whoever was not there finds the logs of everybody, reports for people and
  programs, and the last status, in a folder whose name tells when it began.

  Background:
    Given servers "example-mcp, test-mcp-unavailable" over ws
    And server "test-mcp-unavailable" cannot be started
    And waits between attempts have no jitter
    And the room server has the provider "example-mcp"

  @ROOM-62 @ROOM-63 @virtual
  Rule: Three logs and three results are kept in a folder named by the moment at which the run began

    Example: a run that began three days, fourteen hours, nine minutes and ten seconds into the year 2026
      When 86h9m10s pass
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
      And artifact "logs/roomserver.log" has 1 line with "[example-mcp] State transition: Idle -> Connecting"
      And artifact "logs/roomserver.log" has 2 lines with "POST /admin/mcp/load: 200"
      And artifact "logs/roomoperator.log" has 1 line with "POST /mcp/load: 200"
      And artifact "logs/test-client.log" has 1 line with "PASSED 04-status"

  @ROOM-64 @virtual
  Rule: The report in JSON and the one in JUnit XML agree on the numbers of scenarios and of failures

    Scenario Outline: <failed> failed, <skipped> skipped
      Given the room server's settings are:
        """json
        {"Mcp": {"LazyLoad": <lazy>}, "McpServers": [{"id": "example-mcp", "url": "ws://example-mcp.test"}]}
        """
      When the integration suite <runs>
      And 2m pass
      Then both reports count 4 scenarios, <failed> failed and <skipped> skipped

      Examples:
        | lazy  | runs                                | failed | skipped |
        | true  | runs                                | 0      | 0       |
        | false | runs                                | 1      | 0       |
        | false | runs and stops at the first failure | 1      | 3       |

  @ROOM-65 @virtual
  Rule: The final status that is kept is the room server's status at the end of the run

    Example: one connected, one given up
      When the integration suite runs
      And 2m pass
      And GET "/status/mcp" is asked
      Then artifact "results/mcp-status-final.json" is the newest answer
      And the answer is 200 with a text that contains ""state":"error","attempts":5"

    Example: of a run that stopped at its first failure
      Given the room server's settings are:
        """json
        {"Mcp": {"LazyLoad": false}, "McpServers": [{"id": "example-mcp", "url": "ws://example-mcp.test"}]}
        """
      When the integration suite runs and stops at the first failure
      And 2m pass
      And GET "/status/mcp" is asked
      Then artifact "results/mcp-status-final.json" is the newest answer
      And the answer is 200 with a text that contains ""state":"connected""

  @ROOM-62 @real
  Rule: Where nothing else is said the folders of runs are below .artifacts/integration

    Example: what the command says of itself
      When mcpsim runs "integration --help"
      Then mcpsim ends with code 0 and says "make the folder of the run in DIR (default ".artifacts/integration")"
