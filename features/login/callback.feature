@omp @virtual
Feature: A browser that comes back without a code says why
  The authorization server sends the user back with one word for what went wrong. Words
  that the standards define are shown; any other text may be of anybody and is not.

  Background:
    Given an authorization server "login"
    And the user approves logins
    And server "docs" over http with this script:
      """yaml
      protected: {by: [login]}
      """

  @OAC-26
  Rule: A refusal is told by its name if it has one, and never by what is said besides

    Scenario Outline: error <error>
      Given server "login" follows these rules:
        """yaml
        - when: {endpoint: authorize}
          do: [{patch: {code: <code>, error: <error>, error_description: call 555}}]
        """
      When the runtime starts
      And 1m passes
      Then startup reported one error, of "docs", with "login: authorization response: <why>"
      And startup reported nothing of "call 555"
      And the authorization server "login" was asked 0 times for "token"

      Examples:
        | error                     | code   | why                                                |
        | invalid_request           | null   | error: invalid_request                             |
        | unauthorized_client       | null   | error: unauthorized_client                         |
        | access_denied             | null   | error: access_denied                               |
        | access_denied             | stolen | error: access_denied                               |
        | unsupported_response_type | null   | error: unsupported_response_type                   |
        | invalid_scope             | null   | error: invalid_scope                               |
        | server_error              | null   | error: server_error                                |
        | temporarily_unavailable   | null   | error: temporarily_unavailable                     |
        | login_required            | null   | error: login_required                              |
        | consent_required          | null   | error: consent_required                            |
        | interaction_required      | null   | error: interaction_required                        |
        | invalid_target            | null   | error: invalid_target                              |
        | you_have_won              | null   | error: refused, for a reason that has no name      |
        | ""                        | stolen | error: refused, for a reason that has no name      |
        | null                      | null   | code: it is missing                                |
        | null                      | ""     | code: it is missing                                |

  @OAC-25 @OAC-26
  Rule: What decides about an answer comes once in it

    Scenario Outline: <what> twice
      Given server "login" follows these rules:
        """yaml
        - {when: {endpoint: authorize}, do: [{patch: {<what>: [<first>, <second>]}}]}
        """
      When the runtime starts
      And 1m passes
      Then startup reported one error, of "docs", with "login: authorization response: <what>: it comes more than once"
      And the authorization server "login" was asked 0 times for "token"

      Examples:
        | what  | first               | second               |
        | iss   | "http://login.test" | "http://login.test"  |
        | state | a                   | b                    |
        | code  | a                   | a                    |
        | error | access_denied       | access_denied        |

    Example: what decides nothing may
      Given server "login" follows these rules:
        """yaml
        - {when: {endpoint: authorize}, do: [{patch: {session_state: [a, b]}}]}
        """
      When the runtime starts
      And 1m passes
      Then server "docs" is connected

  @OAC-24
  Rule: An issuer that says that its answers name it is told of when one does not

    Example: it is missing
      Given server "login" follows these rules:
        """yaml
        - {when: {endpoint: metadata}, do: [{patch: {authorization_response_iss_parameter_supported: true}}]}
        - {when: {endpoint: authorize}, do: [{patch: {iss: null}}]}
        """
      When the runtime starts
      And 1m passes
      Then startup reported one error, of "docs", with "login: authorization response: iss: it is missing, and http://login.test says that its answers have it"

  @OAC-21
  Rule: What a browser comes back by must be a URL that can be read

    Scenario Outline: <callback>
      Given the user comes back from logins by "<callback>"
      When the runtime starts
      And 1m passes
      Then startup reported one error, of "docs", with "login: authorization response: <why>"
      And the authorization server "login" was asked 0 times for "token"

      Examples:
        | callback                                  | why                          |
        | http://[x                                 | it is no URL                 |
        | /callback?code=a                          | it is no URL                 |
        | http://127.0.0.1:33418/callback?code=%zz  | its query cannot be read     |
