@omp @virtual
Feature: An authorization server of a scenario does what its script says
  What a client does in a login is worth as much as the server that looks at it: one that
  takes every verifier proves nothing.

  @HARNESS-37
  Rule: What each endpoint was asked for can be told

    Background:
      Given an authorization server "login"
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login], need: [read]}
        """
      And the user approves logins

    Example: one login
      When the runtime starts
      And 1m passes
      Then server "docs" is connected
      And the authorization server "login" was asked 1 time for "metadata"
      And the authorization server "login" was asked 1 time for "token authorization_code"
      And the authorization server "login" was asked 0 times for "token refresh_token"
      And the authorization server "login" authorized at most 1 time
      And request 1 to the authorization server "login" for "authorize" had:
        """
        scope: read
        resource: http://docs.test/mcp
        challenge: S256
        state: yes
        """
      And request 1 to the authorization server "login" for "token" had:
        """
        client: login-client-1
        verifier: right
        """
      And no code, verifier, token or secret of a login is told

  @HARNESS-38
  Rule: A rule acts at the endpoint that it names, for the grant and the authorization server that it names

    Scenario Outline: when <when>
      Given an authorization server "login" with this script:
        """yaml
        authorization: {refresh: true}
        rules:
          - {when: {<when>}, do: [{headers: {X-Met: yes}}], mayNotHappen: true}
          - {when: {endpoint: register}, do: [{state: known}]}
        """
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        rules:
          - {when: {endpoint: token}, do: [never], mayNotHappen: true}
        """
      And the user approves logins
      When the runtime starts
      And 1m passes
      Then server "docs" is connected
      And server "login" kept this journal of "fault":
        """
        <met>
        """

      Examples:
        | when                                        | met                                |
        | endpoint: metadata                          | 0s 0 fault metadata headers\n0s 0 fault register state |
        | endpoint: register                          | 0s 0 fault register headers\n0s 0 fault register state |
        | endpoint: authorize                         | 0s 0 fault register state\n0s 0 fault authorize headers |
        | endpoint: token                             | 0s 0 fault register state\n0s 0 fault token headers    |
        | endpoint: token, grant: authorization_code  | 0s 0 fault register state\n0s 0 fault token headers    |
        | endpoint: token, grant: refresh_token       | 0s 0 fault register state                              |
        | endpoint: token, nth: 2                     | 0s 0 fault register state                              |
        | endpoint: token, authorization: login       | 0s 0 fault register state\n0s 0 fault token headers    |
        | endpoint: token, authorization: second      | 0s 0 fault register state                              |
        | endpoint: resource-metadata                 | 0s 0 fault register state                              |
        | endpoint: token, state: known               | 0s 0 fault register state\n0s 0 fault token headers    |
        | verb: POST                                  | 0s 0 fault register state                              |

  @HARNESS-39
  Rule: A protected server takes the tokens of the authorization servers that it names, and of no others

    Scenario Outline: it names <by>
      Given an authorization server "first"
      And an authorization server "second"
      And server "docs" over http with this script:
        """yaml
        protected: {by: [<by>]}
        rules:
          - {when: {endpoint: resource-metadata}, do: [{patch: {authorization_servers: ["http://second.test"]}}]}
        """
      And the user approves logins
      When the runtime starts
      And 1m passes
      Then server "docs" is <state>
      And the authorization server "first" was asked 0 times for "metadata"
      And the authorization server "second" authorized 1 time

      Examples:
        | by            | state        |
        | second        | connected    |
        | first, second | connected    |
        | first         | disconnected |

  @HARNESS-40
  Rule: A scenario in which a code, a verifier, a token or a secret of a login is told fails

    Example: a code is refused
      Given an authorization server "login" with this script:
        """yaml
        rules:
          - {when: {endpoint: token, nth: 1}, do: [{result: {error: invalid_grant}}]}
        """
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        """
      And the user approves logins
      When the runtime starts
      And 1m passes
      Then the authorization server "login" was asked 1 time for "authorize"
      And no code, verifier, token or secret of a login is told
