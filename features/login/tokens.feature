@omp @virtual
Feature: A login lasts as long as it can
  A token that ends is renewed, and only when that is not possible the user is asked
  again. Many calls that find out together ask once. What is renewed is kept before it is
  used, so that a crash cannot lose the only good token.

  Background:
    Given the user approves logins after 10s

  @OAC-20 @OAC-37
  Rule: A token that is rejected is renewed once for all, for the same server

    Example: a call
      Given an authorization server "login" with this script:
        """yaml
        authorization: {uses: 4}
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
      Then call 1 returns "ok"
      And the authorization server "login" authorized 1 time
      And the authorization server "login" was asked 1 time for "token refresh_token"
      And request 2 to the authorization server "login" for "token" had:
        """
        client: login-client-1
        resource: http://docs.test/mcp
        grant: refresh_token
        error:
        """

    Example: a later renewal has the refresh token of the one before
      Given an authorization server "login" with this script:
        """yaml
        authorization: {lifetime: 2m}
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
      Then call 2 returns "ok"
      And request 3 to the authorization server "login" for "token" had:
        """
        grant: refresh_token
        error:
        """
      And the authorization server "login" authorized 1 time

  @OAC-36 @OAC-38
  Rule: Without a refresh token, or with one that is refused, the user is asked again

    Scenario Outline: <what>
      Given an authorization server "login" with this script:
        """yaml
        authorization: {uses: 4, refresh: <refresh>}
        rules:
          - {when: {endpoint: token, nth: 2}, do: [<answer>]}
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
      Then call 1 returns "ok"
      And the user was asked to log in 2 times

      Examples:
        | what        | refresh | answer                                               |
        | none        | false   | delay: 1s                                            |
        | one refused | true    | status: {code: 400, body: '{"error":"invalid_grant"}'} |

    Scenario Outline: <what> has changed since the login
      Given an authorization server "login" with this script:
        """yaml
        authorization: {uses: 4}
        rules:
          - {when: {endpoint: metadata, nth: 2}, do: [<server>]}
        """
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        tools: [a]
        rules:
          - {when: {endpoint: resource-metadata, nth: 2}, do: [<resource>]}
        """
      When the runtime starts
      And 1m passes
      And tool "mcp__docs_a" is called
      And 1m passes
      Then the user was asked to log in <times>
      And the authorization server "login" was asked <renewals> for "token refresh_token"

      Examples:
        | what         | server                                                                        | resource                                | times   | renewals |
        | nothing      | headers: {A: b}                                                               | headers: {A: b}                         | 1 time  | 1 time   |
        | the resource | headers: {A: b}                                                               | patch: {resource: "http://docs.test"}   | 2 times | 0 times  |
        | the endpoint | patch: {token_endpoint: "http://login.test/elsewhere"}                        | headers: {A: b}                         | 2 times | 0 times  |

  @OAC-40
  Rule: No token and no secret of a login is told

    Example: a login, a renewal and a refusal
      Given an authorization server "login" with this script:
        """yaml
        authorization: {uses: 4, methods: [client_secret_basic]}
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
      Then call 1 returns "ok"
      And no code, verifier, token or secret of a login is told
      And the credential "login:http://docs.test/mcp" is shown as "credential(***)" and its store as "credentials in memory"
