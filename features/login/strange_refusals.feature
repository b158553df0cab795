@omp @virtual
Feature: A refusal is believed of the one who was asked, about the request that was made
  A page that wants a user to believe that a login was refused needs no code for that. So
  a refusal is looked at like a code: whose it is comes first.

  Background:
    Given an authorization server "login"
    And the user approves logins
    And server "docs" over http with this script:
      """yaml
      protected: {by: [login]}
      """

  @OAC-21
  Rule: A refusal without the state of its request is discarded

    Scenario Outline: state <state>
      Given server "login" follows these rules:
        """yaml
        - {when: {endpoint: authorize}, do: [{patch: {state: <state>, code: null, error: access_denied}}]}
        """
      When the runtime starts
      And 1m passes
      Then startup reported one error, of "docs", with "login: authorization response: state: it is not that of the request"
      And startup reported nothing of "access_denied"

      Examples:
        | state |
        | other |
        | ""    |
        | null  |

  @OAC-24
  Rule: A refusal without its issuer is discarded if answers were said to have it, and believed otherwise

    Scenario Outline: advertised <advertised>
      Given server "login" follows these rules:
        """yaml
        - {when: {endpoint: metadata}, do: [{patch: {authorization_response_iss_parameter_supported: <advertised>}}]}
        - {when: {endpoint: authorize}, do: [{patch: {iss: null, code: null, error: access_denied}}]}
        """
      When the runtime starts
      And 1m passes
      Then startup reported one error, of "docs", with "login: authorization response: <why>"
      And startup reported nothing of "<never>"

      Examples:
        | advertised | why                                                                           | never         |
        | true       | iss: it is missing, and http://login.test says that its answers have it       | access_denied |
        | false      | error: access_denied                                                          | it is missing |
