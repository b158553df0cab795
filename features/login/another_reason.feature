@omp @virtual
Feature: A user is asked for what a login can change
  A call can be forbidden for many reasons, and a token can be refused that was renewed a
  moment ago. To ask for the same again changes nothing.

  Background:
    Given the user approves logins
    And an authorization server "login"

  @X-LOGIN-4
  Rule: A call that is forbidden for another reason than its scopes asks no user

    Scenario Outline: <error>
      Given server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        tools: [search]
        rules:
          - {when: {method: tools/call}, do: [{status: {code: 403, body: no, headers: {WWW-Authenticate: 'Bearer error="<error>", scope="more"'}}}]}
        """
      And the runtime has started
      When 1m passes
      And tool "mcp__docs_search" is called
      And 1m passes
      Then call 1 returns an error text with "HTTP 403: no"
      And the user was asked to log in 1 time
      And server "docs" received "tools/call" 1 time

      Examples:
        | error           |
        | invalid_token   |
        | invalid_request |

  @X-LOGIN-3
  Rule: A renewal that has not helped is not made again for the same call

    Example: every token is refused
      Given server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        tools: [search]
        rules:
          - {when: {method: tools/call}, do: [{status: {code: 401, body: no}}]}
        """
      And the runtime has started
      When 1m passes
      And tool "mcp__docs_search" is called
      And 1m passes
      Then the authorization server "login" was asked 1 time for "token refresh_token"
      And server "docs" received "tools/call" 3 times

  @OAC-33 @OAC-30
  Rule: Of several headers of a 403 the challenge for bearer tokens says whether a scope is missing

    Scenario Outline: "<one>" and "<other>"
      Given server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        tools: [search]
        rules:
          - {when: {method: tools/call, first: 1}, do: [{status: {code: 403, body: no, headers: {WWW-Authenticate: "<one>\n<other>"}}}]}
        """
      And the runtime has started
      When 1m passes
      And tool "mcp__docs_search" is called
      And 1m passes
      Then the user was asked to log in <logins>
      And server "docs" received "tools/call" <calls>

      Examples:
        | one                                     | other                                   | logins  | calls   |
        | Bearer error=invalid_token              | Basic error=insufficient_scope, scope=a | 1 time  | 1 time  |
        | Basic error=insufficient_scope, scope=a | Bearer error=invalid_token              | 1 time  | 1 time  |
        | Bearer error=invalid_token              | Bearer error=insufficient_scope, scope=a | 1 time | 1 time  |
        | Basic realm=x                           | Bearer error=insufficient_scope, scope=a | 2 times | 2 times |
        | Bearer error=insufficient_scope, scope=a | Basic realm=x                          | 2 times | 2 times |
