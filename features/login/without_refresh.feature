@omp @virtual
Feature: A login without a refresh token is made again as often as it ends

  @OAC-36
  Rule: Each time the token has ended the user is asked, and nothing is renewed

    Example: three tokens, and a challenge that says nothing about them
      Given the user approves logins
      And an authorization server "login" with this script:
        """yaml
        authorization: {uses: 3, refresh: false}
        """
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        tools: [a]
        rules:
          - {when: {endpoint: challenge}, do: [{headers: {WWW-Authenticate: Bearer}}]}
        """
      When the runtime starts
      And 1m passes
      And tool "mcp__docs_a" is called
      And tool "mcp__docs_a" is called
      And tool "mcp__docs_a" is called
      And 1m passes
      Then call 3 returns "ok"
      And the user was asked to log in 3 times
      And the authorization server "login" was asked 0 times for "token refresh_token"

    Example: another program, which finds the token that has ended
      Given the user approves logins
      And an authorization server "login" with this script:
        """yaml
        authorization: {uses: 4, refresh: false}
        """
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        """
      And the runtime has started
      When 1m passes
      And the program ends and another one starts
      And 1m passes
      Then the user was asked to log in 2 times
      And server "docs" is connected
