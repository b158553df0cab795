@omp @virtual
Feature: A token goes to the server that it is for, and to no other place
  A server may send its clients elsewhere. Another port of the same host is another server,
  which has not been given the token.

  @OAC-01
  Rule: A redirect to another port is not followed with the token

    Scenario Outline: <code>
      Given server "docs" over http with this script:
        """yaml
        rules: [{when: {verb: POST}, do: [status: {code: <code>, headers: {Location: "http://docs.test:81/mcp"}}]}]
        """
      And server "docs" is defined with the header "Authorization" set to "Bearer token-1"
      When the runtime starts
      And 1m passes
      Then startup reported one error, of "docs", with "it leads to another origin, http://docs.test:81"
      And the link to "docs" has 0 open connections

      Examples:
        | code |
        | 307  |
        | 308  |
