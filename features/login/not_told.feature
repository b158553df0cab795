@omp @virtual
Feature: What is wrong with an answer is told without the answer
  An answer that is refused may hold a code that is good somewhere.

  @OAC-40 @X-TEXT-2
  Rule: An answer that is refused is not told, with whatever is in it

    Scenario Outline: <what>
      Given the user approves logins
      And an authorization server "login" with this script:
        """yaml
        rules:
          - {when: {endpoint: authorize}, do: [{patch: {<patch>}}]}
        """
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        """
      When the runtime starts
      And 1m passes
      Then startup reported one error, of "docs", with "login: authorization response"
      And the authorization server "login" was asked 0 times for "token"
      And no code, verifier, token or secret of a login is told

      Examples:
        | what          | patch                   |
        | another iss   | iss: "http://evil.test" |
        | another state | state: other            |
        | an error      | error: access_denied    |
