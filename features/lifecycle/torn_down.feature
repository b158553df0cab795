@omp @virtual
Feature: What is left of a lost connection is torn down
  A background stream may end while the server still knows the session. The runtime ends
  it before it makes another one.

  @OMP-TP-110
  Rule: Also a connection that was lost is torn down beside the first attempt

    Scenario Outline: its session is deleted, <what>
      Given server "docs" over http
      And server "docs" follows these rules:
        """yaml
        - {when: {method: initialize, nth: 1}, do: [{session: {do: mint, id: S1}}]}
        - {when: {method: initialize, nth: 2}, do: [<does>{session: {do: mint, id: S2}}]}
        """
      And the runtime has started
      When 1m passes
      And server "docs" ends its stream
      And 10s passes
      Then server "docs" received "DELETE" at "1m"
      And server "docs" received "initialize" at "0s, 1m"
      And "DELETE" number 1 to server "docs" has the header "Mcp-Session-Id" set to "S1"
      And server "docs" is connected

      Examples:
        | what                         | does        |
        | and there is a new one       |             |
        | however long the new one takes | {delay: 5s}, |
