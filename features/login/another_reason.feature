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
