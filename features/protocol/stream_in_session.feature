@omp @virtual
Feature: The background stream belongs to the session
  A server that keeps sessions knows whose stream it is by the session's id. That comes with
  the answer to initialize, which is why the stream is opened after it.

  @OMP-LC-51
  Rule: The background stream is opened in the session that the answer to initialize has begun

    Scenario Outline: over <kind>, on the first connection and the next
      Given server "docs" over <kind> with this script:
        """yaml
        http: {sessions: false}
        rules:
          - {when: {method: initialize, nth: 1}, do: [{headers: {Mcp-Session-Id: S1}}]}
          - {when: {method: initialize, nth: 2}, do: [{headers: {Mcp-Session-Id: S2}}]}
        """
      When the runtime starts
      And server "docs" is reconnected
      Then "GET" number 1 to server "docs" has the header "Mcp-Session-Id" set to "S1"
      And "GET" number 2 to server "docs" has the header "Mcp-Session-Id" set to "S2"

      Examples:
        | kind |
        | http |
        | sse  |
