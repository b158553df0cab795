@omp @virtual
Feature: An authorization server that gives no token is told of with its reason
  A code has been redeemed, and there is no token. What the server says may repeat what it
  was sent, so of all its words only the codes are shown that the standard has.

  Background:
    Given an authorization server "login"
    And the user approves logins
    And server "docs" over http with this script:
      """yaml
      protected: {by: [login]}
      """

  @OAC-20 @OAC-40
  Rule: A code that is not redeemed is told with status and standard code, and nothing else

    Scenario Outline: <answer>
      Given server "login" follows these rules:
        """yaml
        - {when: {endpoint: token}, do: [<answer>]}
        """
      When the runtime starts
      And 1m passes
      Then startup reported one error, of "docs", with "login: token response of http://login.test/token: there is no token: <why>"
      And startup reported nothing of "call 555"
      And the authorization server "login" was asked 1 time for "token"

      Examples:
        | answer                                                                                     | why                                                          |
        | status: {code: 400, body: '{"error":"invalid_request","error_description":"call 555"}'}    | token endpoint answered HTTP 400 invalid_request             |
        | status: {code: 401, body: '{"error":"invalid_client"}'}                                    | token endpoint answered HTTP 401 invalid_client              |
        | status: {code: 400, body: '{"error":"invalid_grant"}'}                                     | token endpoint answered HTTP 400 invalid_grant               |
        | status: {code: 400, body: '{"error":"unauthorized_client"}'}                               | token endpoint answered HTTP 400 unauthorized_client         |
        | status: {code: 400, body: '{"error":"unsupported_grant_type"}'}                            | token endpoint answered HTTP 400 unsupported_grant_type      |
        | status: {code: 400, body: '{"error":"invalid_scope"}'}                                     | token endpoint answered HTTP 400 invalid_scope               |
        | status: {code: 400, body: '{"error":"call 555"}'}                                          | token endpoint answered HTTP 400                             |
        | status: {code: 300, body: '{"access_token":"call 555"}'}                                   | token endpoint answered HTTP 300                             |
        | status: {code: 302, headers: {Location: /other}}                                           | token endpoint answered HTTP 302                             |
        | status: {code: 500, body: call 555}                                                        | token endpoint answered HTTP 500                             |
        | status: {code: 200, body: call 555}                                                        | the answer of the token endpoint cannot be read: it is no JSON |
        | status: {code: 200, body: '{"error":"invalid_grant"}'}                                     | token endpoint answered HTTP 200 invalid_grant               |
        | patch: {access_token: null}                                                                | the answer of the token endpoint holds no access token       |
        | patch: {access_token: ""}                                                                  | the answer of the token endpoint holds no access token       |
        | patch: {token_type: DPoP}                                                                  | the token of the token endpoint is of another type than Bearer, and mcpsim presents no other |
        | delay: 30001ms                                                                             | timeout after 30s                                            |

    Scenario Outline: taken, with <answer>
      Given server "login" follows these rules:
        """yaml
        - {when: {endpoint: token}, do: [<answer>]}
        """
      When the runtime starts
      And 1m passes
      Then server "docs" is connected

      Examples:
        | answer                          |
        | delay: 29999ms                  |
        | patch: {token_type: null}       |
        | patch: {token_type: BEARER}     |
        | patch: {expires_in: "3600"}     |
        | patch: {scope: other}           |

  @OAC-16
  Rule: A registration that is not known any more is forgotten, and no other is

    Scenario Outline: <code>
      Given server "login" follows these rules:
        """yaml
        - {when: {endpoint: token, nth: 1}, do: [{status: {code: 400, body: '{"error":"<code>"}'}}]}
        """
      When the runtime starts
      And 1m passes
      And server "docs" is reconnected
      And 1m passes
      Then server "docs" is connected
      And the authorization server "login" was asked <times> for "register"

      Examples:
        | code           | times   |
        | invalid_client | 2 times |
        | invalid_grant  | 1 time  |
        | other          | 1 time  |
