@omp @virtual
Feature: What takes too long says what it was and how long it took
  A call that nobody answers ends with the same words over every transport, so that people
  and programs know them again.

  @F-33
  Rule: What is not answered in time fails with a fixed text

    Scenario Outline: <what> over <kind>
      Given the switch "protocol.era" is "<era>"
      And server "docs" over <kind> with this script:
        """yaml
        era: <era>
        tools: [echo]
        rules: [{when: {method: tools/call}, do: [<do>]}]
        """
      And the runtime has started
      When tool "mcp__docs_echo" is called
      And 1h passes
      Then call 1 returns the error text "MCP error: <text> timeout after 30000ms"

      Examples:
        | what                 | kind  | era    | do               | text         |
        | a request            | stdio | legacy | never            | Request      |
        | a request            | ws    | legacy | never            | Request      |
        | a request            | http  | legacy | never            | Request      |
        | a request            | http  | modern | never            | Request      |
        | a stream that began  | http  | legacy | sse: {events: [{comment: wait}], end: none} | SSE response |

    Example: a notification
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        rules: [{when: {method: notifications/cancelled}, do: [never]}]
        """
      And a connected transport to server "docs"
      When the notification "notifications/cancelled" is sent
      And 1h passes
      Then request 1 fails with "Notify timeout after 30000ms"
