@omp @virtual
Feature: A login goes on where it was made, and asks for what is new alone
  An issuer may move its token endpoint from one day to the next. What a login has left is
  sent to nobody who did not give it.

  Background:
    Given the user approves logins

  @X-LOGIN-3
  Rule: A refresh token goes to the token endpoint that gave it, and to no other one

    Scenario Outline: <what>
      Given an authorization server "login" with this script:
        """yaml
        authorization: {uses: 4}
        rules:
          - {when: {endpoint: metadata, after: 1}, do: [{patch: {token_endpoint: "<endpoint>"}}]}
        """
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        tools: [search]
        """
      And the runtime has started
      When tool "mcp__docs_search" is called
      And 1m passes
      Then call 1 returns "ok"
      And the authorization server "login" was asked <renewals> for "token refresh_token"
      And the user was asked to log in <logins>

      Examples:
        | what                     | endpoint                    | renewals | logins  |
        | it is where it was       | http://login.test/token     | 1 time   | 1 time  |
        | it is another one        | http://login.test/token?v=2 | 0 times  | 2 times |

  @X-LOGIN-4
  Rule: A user is asked again with what was granted before, and only if something is new

    Scenario Outline: <scope> is missing
      Given an authorization server "login"
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login], challenge: "read write"}
        tools: [search]
        rules:
          - {when: {method: tools/call, nth: 1}, do: [{status: {code: 403, headers: {WWW-Authenticate: 'Bearer error="insufficient_scope", scope="<scope>"'}}}]}
        """
      And the runtime has started
      When tool "mcp__docs_search" is called
      And 1m passes
      Then call 1 returns <result>
      And the authorization server "login" authorized <times>
      And request <n> to the authorization server "login" for "authorize" had:
        """
        scope: <asked>
        """

      Examples:
        | scope       | result                                     | times   | n | asked            |
        | admin       | "ok"                                       | 2 times | 2 | read write admin |
        | write admin | "ok"                                       | 2 times | 2 | read write admin |
        | write       | an error text with "asked for already"     | 1 time  | 1 | read write       |
        | write read  | an error text with "asked for already"     | 1 time  | 1 | read write       |

  @OAC-31
  Rule: What was asked for at another authorization server is not asked for at a new one

    Example: the server turns to a second one, and wants something else
      Given an authorization server "first" with this script:
        """yaml
        authorization: {uses: 4}
        """
      And an authorization server "second"
      And server "docs" over http with this script:
        """yaml
        protected: {by: [first, second], scopes: [read]}
        tools: [search]
        rules:
          - {when: {endpoint: resource-metadata, after: 1}, do: [{patch: {authorization_servers: ["http://second.test"], scopes_supported: [write]}}]}
        """
      And the runtime has started
      When tool "mcp__docs_search" is called
      And 1m passes
      Then request 1 to the authorization server "first" for "authorize" had:
        """
        scope: read
        """
      And request 1 to the authorization server "second" for "authorize" had:
        """
        scope: write
        """
