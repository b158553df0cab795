@omp @virtual
Feature: The text of an error says what the caller may see

  @OMP-TP-89
  Rule: The text of an error has its code and its message, and nothing else of it

    Scenario Outline: an error with data, <how>
      Given server "docs" over <kind> with this script:
        """yaml
        http: {sessions: false}
        rules: [{when: {method: ping}, do: [{as: sse}, {error: {code: -32000, message: busy, data: {token: t1}}}]}]
        """
      And a connected transport to server "docs"
      When the request "ping" is sent
      Then request 1 fails with "MCP error -32000: busy"

      Examples:
        | how           | kind  |
        | in a stream   | http  |
        | over stdio    | stdio |
