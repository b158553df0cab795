@omp @virtual
Feature: What was demanded at first is demanded later, and what was given is kept
  A server that was trusted once may have changed. And what it did not give anew is still
  what it gave before.

  Background:
    Given the user approves logins

  @OAC-19
  Rule: At a second login, too, an authorization server without S256 is refused

    Example: it does not list S256 any more
      Given an authorization server "login" with this script:
        """yaml
        authorization: {uses: 4, refresh: false}
        rules:
          - {when: {endpoint: metadata, after: 1}, do: [{patch: {code_challenge_methods_supported: [plain]}}]}
        """
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        tools: [a]
        """
      When the runtime starts
      And 1m passes
      And tool "mcp__docs_a" is called
      And 1m passes
      Then call 1 returns an error text with "S256 is not among them"
      And the authorization server "login" authorized 1 time

  @OAC-37
  Rule: A refresh token that is not replaced stays

    Example: two renewals with the first one
      Given an authorization server "login" with this script:
        """yaml
        authorization: {lifetime: 2m, rotate: false}
        rules:
          - {when: {endpoint: token, after: 1}, do: [{patch: {refresh_token: null}}]}
        """
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        tools: [a]
        """
      When the runtime starts
      And 3m passes
      And tool "mcp__docs_a" is called
      And 3m passes
      And tool "mcp__docs_a" is called
      And 1m passes
      Then calls 1 to 2 succeed
      And the authorization server "login" was asked 2 times for "token refresh_token"
      And the user was asked to log in 1 time

  @OAC-11
  Rule: A public client that was registered by hand is not registered again

    Scenario Outline: documents are taken: <documents>
      Given an authorization server "login" with this script:
        """yaml
        authorization: {documents: <documents>, clients: [{id: by-hand}]}
        """
      And the client's metadata document is at "https://app.test/client.json"
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        """
      And server "docs" is defined with oauth:
        """json
        {"clientId": "by-hand"}
        """
      When the runtime starts
      And 1m passes
      Then server "docs" is connected
      And the authorization server "login" was asked 0 times for "register"
      And request 1 to the authorization server "login" for "token" had:
        """
        client: by-hand
        """

      Examples:
        | documents |
        | true      |
        | false     |

  @OAC-12
  Rule: The URL of a metadata document is the client id as it is written

    Scenario Outline: <url>
      Given an authorization server "login" with this script:
        """yaml
        authorization: {documents: true}
        """
      And the client's metadata document is at "<url>"
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        """
      When the runtime starts
      And 1m passes
      Then request 1 to the authorization server "login" for "authorize" had:
        """
        client: <url>
        """

      Examples:
        | url                             |
        | https://app.test/Client.json    |
        | https://app.test/a/b?version=2  |
        | https://app.test:8443/c         |

  @OAC-39
  Rule: An identity provider without TLS that is not of this machine is not asked

    Example: it gets no ID token
      Given an authorization server "login" with this script:
        """yaml
        authorization: {clients: [{id: app, secret: app-secret}]}
        """
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        """
      And server "docs" is defined with oauth:
        """json
        {"clientId": "app", "clientSecret": "app-secret",
         "identityProvider": {"tokenUrl": "http://company.example/token", "clientId": "desk", "idToken": "ann"}}
        """
      When the runtime starts
      And 1m passes
      Then startup reported one error, of "docs", with "identityProvider.tokenUrl is no https URL"
      And the authorization server "login" was asked 0 times for "token"
