@omp @virtual
Feature: Switches choose when a runtime stops connecting anew, and when it begins again
  A server that dies right after each start keeps its runtime busy for ever, and a
  remote server that was away for a minute is never asked again. The documented
  runtime does both; newer versions bound the first and go on with the second.

  @D-06 @FF-67
  Rule: The switch reconnect.breaker decides whether a sixth reconnect within 30 s is made without being asked

    Scenario Outline: a process that lives for a second, and <value>
      Given the switch "reconnect.breaker" is "<value>"
      And server "docs" over stdio
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list}, do: [answer, {delay: 1s}, {exit: 1}]}
        """
      When the runtime starts
      And the clock reaches 59500ms
      Then server "docs" was started <started> times
      And server "docs" is <status>
      And the log has <records> of "docs" with "MCP server crashed too many times; suspending automatic reconnects"
      And the log has 0 records of "docs" with "MCP reconnect failed after retries"
      And the runtime has the tools "mcp__docs_echo"

      Examples:
        | value     | started | status       | records   |
        | off       | 60      | connected    | 0 records |
        | 5-per-30s | 6       | disconnected | 1 record  |

    Scenario Outline: five reconnects in <span> are <verdict>
      Given the switch "reconnect.breaker" is "5-per-30s"
      And server "docs" over stdio
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list}, do: [answer, {delay: <life>}, {exit: 1}]}
        """
      When the runtime starts
      And 10m pass
      Then server "docs" was started <started> times

      Examples:
        | life   | span  | verdict    | started |
        | 5999ms | 30 s  | too many   | 6       |
        | 6s     | 30 s  | not enough | 101     |

    Example: only the last 30 s count
      Given the switch "reconnect.breaker" is "5-per-30s"
      And server "docs" over stdio
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list, connection: 2}, do: [answer, {delay: 27s}, {exit: 1}]}
        - {when: {method: tools/list}, do: [answer, {delay: 1s}, {exit: 1}]}
        """
      When the runtime starts
      And the clock reaches 32s
      Then server "docs" was started 7 times
      And server "docs" is connected
      When 24h pass
      Then server "docs" was started 7 times
      And server "docs" is disconnected

    Example: a tool call meets the open breaker and starts nothing
      Given the switch "reconnect.breaker" is "5-per-30s"
      And server "docs" over stdio
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list}, do: [answer, {delay: 1s}, {exit: 1}]}
        """
      When the runtime starts
      And 24h pass
      Then server "docs" is in state "failed"
      When tool "mcp__docs_echo" is called
      Then call 1 returns the error text "MCP error: MCP server not connected: docs"
      And server "docs" was started 6 times
      And no timer is pending

    Example: asking for a reconnect closes the breaker and counts anew
      Given the switch "reconnect.breaker" is "5-per-30s"
      And server "docs" over stdio
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list}, do: [answer, {delay: 1s}, {exit: 1}]}
        """
      When the runtime starts
      And 10m pass
      And server "docs" is reconnected
      Then server "docs" is connected
      And server "docs" was started 7 times
      When 10m pass
      Then server "docs" was started 12 times
      And the log has 2 records of "docs" with "MCP server crashed too many times"

    Example: one server that crashes takes nothing from another
      Given the switch "reconnect.breaker" is "5-per-30s"
      And servers "docs, mail" over stdio
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list}, do: [answer, {delay: 1s}, {exit: 1}]}
        """
      When the runtime starts
      And 10m pass
      And server "mail" exits with code 1
      Then server "mail" is connected
      And server "mail" was started 2 times

    Example: a process that exits at the moment when it has listed its tools
      Given the switch "reconnect.breaker" is "5-per-30s"
      And server "docs" over stdio
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list}, do: [answer, {exit: 1}]}
        """
      When the runtime starts
      Then server "docs" was started 6 times
      And startup reported no errors

    Example: who asks at once gets five more, too
      Given the switch "reconnect.breaker" is "5-per-30s"
      And server "docs" over stdio
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list}, do: [answer, {delay: 1s}, {exit: 1}]}
        """
      When the runtime starts
      And the clock reaches 6500ms
      Then server "docs" was started 6 times
      When server "docs" is reconnected
      And 24h pass
      Then server "docs" was started 12 times
