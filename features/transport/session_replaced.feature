@omp @virtual
Feature: The id of a session may come with any answer
  A server that has lost a session may name another one when it refuses a message, or when
  it takes one that has no answer. The last id counts, wherever it came from.

  Background:
    Given server "docs" over http with this script:
      """yaml
      http: {sessions: false}
      """
    And a connected transport to server "docs"

  @OMP-TP-69
  Rule: A newer session id takes the place of the older one, whatever it came with

    Scenario Outline: S2 comes with the answer <status> to a <kind>
      Given server "docs" follows these rules:
        """yaml
        - {when: {method: ping, nth: 1}, do: [{headers: {Mcp-Session-Id: S1}}]}
        - {when: {method: <method>}, do: [{status: {code: <status>, headers: {Mcp-Session-Id: S2}}}]}
        """
      When the request "ping" is sent
      And the <kind> "<method>" is sent
      And the request "ping" is sent
      Then "<method>" number 1 to server "docs" has the header "Mcp-Session-Id" set to "S1"
      And "ping" number 2 to server "docs" has the header "Mcp-Session-Id" set to "S2"

      Examples:
        | kind         | method                  | status |
        | request      | tools/list              | 404    |
        | request      | tools/list              | 500    |
        | notification | notifications/cancelled | 202    |
        | notification | notifications/cancelled | 400    |
