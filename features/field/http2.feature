@omp @real
Feature: A connection of HTTP/2 that takes no more requests
  A server that is about to be replaced says so (GOAWAY): what it has begun is answered, what
  comes later is not handled. A client that does not listen loses the call or makes it twice.

  @FF-64
  Rule: A call that a server has refused to take on one connection is made once on another one

    Scenario Outline: <what>
      Given the program speaks HTTP/2
      And server "docs" over http with this script:
        """yaml
        tools: [{name: pay, commit: paid}]
        rules: [{when: {method: tools/call, nth: <nth>}, do: [goaway]}]
        """
      And the runtime has started
      When tool "mcp__docs_pay" is called
      And tool "mcp__docs_pay" is called
      And 100ms pass
      And tool "mcp__docs_pay" is called
      And 100ms pass
      Then call 1 returns "ok"
      And call 2 returns "ok"
      And call 3 returns "ok"
      And the ledger of server "docs" has 3 rows

      Examples:
        | what            | nth |
        | then another    | 1   |
        | beside another  | 2   |
