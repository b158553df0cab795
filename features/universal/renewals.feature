@omp @agents @virtual
Feature: A renewal of a token does not outlive the program
  A renewal goes on when its caller has given up, as others need the token, too. A
  program that has ended needs none.

  @U-06
  Rule: After the end nothing of a renewal is left

    Scenario Outline: <profile>
      Given the runtime is that of "<profile>"
      And server "docs" over http
      And server "docs" is defined with auth:
        """json
        {"type": "oauth", "credentialId": "login", "tokenUrl": "http://auth.test/token"}
        """
      And a token endpoint at "http://auth.test/token" that takes the refresh token "refresh-1"
      And these credentials are stored:
        | id    | access token | refresh token | expires in |
        | login | access-1     | refresh-1     | 1s         |
      And the token endpoint answers after 30h
      When the runtime starts
      And 1s passes
      And all servers are disconnected
      Then the token endpoint was asked 1 time
      And server "docs" received nothing

      Examples:
        | profile            |
        | omp                |
        | hardened           |
        | agents             |
        | agents in parallel |
