@omp @virtual
Feature: The metadata of an authorization server are found in three forms
  OAuth and OpenID Connect put the same document at different places, and an issuer with
  a path has one place more. They are tried in the order of the specification, so that
  the document of another tenant is never taken for this one's.

  Background:
    Given the user approves logins

  @OAC-07 @OAC-08
  Rule: Each place is tried in its turn, and the root is none for an issuer with a path

    Scenario Outline: path "<path>", at <at>
      Given an authorization server "login" with this script:
        """yaml
        authorization: {path: "<path>", at: [<at>]}
        """
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        """
      When the runtime starts
      And 1m passes
      Then server "docs" is connected
      And the authorization server "login" authorized 1 time

      Examples:
        | path     | at       |
        |          | oauth    |
        |          | openid   |
        | /tenant1 | oauth    |
        | /tenant1 | openid   |
        | /tenant1 | openid-appended |

  @OAC-08 @OAC-22
  Rule: An issuer that ends in a slash has no path

    Example: the metadata are where they are without the slash
      Given an authorization server "login" with this script:
        """yaml
        rules:
          - {when: {endpoint: metadata}, do: [{patch: {issuer: "http://login.test/"}}]}
          - {when: {endpoint: authorize}, do: [{patch: {iss: "http://login.test/"}}]}
        """
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        rules:
          - {when: {endpoint: resource-metadata}, do: [{patch: {authorization_servers: ["http://login.test/"]}}]}
        """
      When the runtime starts
      And 1m passes
      Then server "docs" is connected

  @OAC-07
  Rule: The three places of an issuer with a path are tried in the order of the specification

    Example: there are none
      Given an authorization server "login" with this script:
        """yaml
        authorization: {path: "/tenant1"}
        rules: [{when: {endpoint: metadata}, do: [status: 404]}]
        """
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        """
      When the runtime starts
      And 1m passes
      Then startup reported one error, of "docs", with "login: authorization server metadata: there is none at http://login.test/.well-known/oauth-authorization-server/tenant1 (HTTP 404), http://login.test/.well-known/openid-configuration/tenant1 (HTTP 404), http://login.test/tenant1/.well-known/openid-configuration (HTTP 404)"
