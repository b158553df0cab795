@omp @virtual
Feature: A user who has refused is not asked again by itself
  A lost connection is tried again on a ladder. Where a login is what fails, each attempt
  would open another page, for a user who has just said no.

  Background:
    Given an authorization server "login" with this script:
      """yaml
      authorization: {uses: 4, refresh: false}
      """
    And the user approves logins

  @X-LOGIN-6
  Rule: An attempt that fails for want of a login is the last one until somebody asks for another

    Scenario Outline: with "<switch>"
      Given the switch "reconnect.after_ladder" is "<switch>"
      And server "login" follows these rules:
        """yaml
        - {when: {endpoint: authorize, nth: 2}, do: [{patch: {code: null, error: access_denied}}]}
        """
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        tools: [search]
        """
      And the runtime has started
      When server "docs" is reconnected
      And 1h passes
      Then server "docs" is disconnected
      And the user was asked to log in 2 times
      When server "docs" is reconnected
      And 1m passes
      Then server "docs" is connected

      Examples:
        | switch       |
        | stop         |
        | retry-remote |

  @OAC-32
  Rule: A server that rejects the token that it was just given is not given another one

    Example: each request is answered with 401
      Given server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        rules:
          - when: {verb: POST}
            do: [{status: {code: 401, headers: {WWW-Authenticate: 'Bearer resource_metadata="http://docs.test/.well-known/oauth-protected-resource/mcp"'}}}]
        """
      When the runtime starts
      And 1h passes
      Then startup reported one error, of "docs", with "login: token response: access_token: the server rejects the token that it was just given by http://login.test"
      And the user was asked to log in 1 time
