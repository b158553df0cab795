@omp @virtual
Feature: S256 is S256 and nothing like it, wherever it is said
  A server that knows another hash, or that other programs log in to without any, has not
  promised to check the one that is used.

  Background:
    Given the user approves logins

  @OAC-19
  Rule: An authorization server that lists other methods, or none, is not used, wherever its metadata are

    Scenario Outline: methods <methods>, at <at>
      Given an authorization server "login" with this script:
        """yaml
        authorization: {at: [<at>]}
        rules:
          - {when: {endpoint: metadata}, do: [{patch: {code_challenge_methods_supported: <methods>}}]}
        """
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        """
      When the runtime starts
      And 1m passes
      Then server "docs" is disconnected
      And the authorization server "login" was asked 0 times for "authorize"

      Examples:
        | methods       | at     |
        | [S512]        | oauth  |
        | [S384, S512]  | oauth  |
        | ["S256 "]     | oauth  |
        | [plain, S512] | openid |
        | null          | openid |
        | []            | openid |
