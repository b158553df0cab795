@omp @virtual
Feature: The answer of an authorization server is compared with the request
  What comes back through a browser may have been made by anybody: by another
  authorization server, to which the code would be sent, or by a page that wants the user
  logged in as somebody else. No code is redeemed before it is clear whose it is.

  Background:
    Given an authorization server "login"
    And the user approves logins
    And server "docs" over http with this script:
      """yaml
      protected: {by: [login]}
      """

  @OAC-22 @OAC-23 @OAC-24 @OAC-25
  Rule: An answer that names its issuer must name the one that was asked, letter by letter

    Scenario Outline: advertised <advertised>, iss <iss>
      Given server "login" follows these rules:
        """yaml
        - {when: {endpoint: metadata}, do: [{patch: {authorization_response_iss_parameter_supported: <advertised>}}]}
        - {when: {endpoint: authorize}, do: [{patch: {iss: <iss>}}]}
        """
      When the runtime starts
      And 1m passes
      Then server "docs" is <state>
      And the authorization server "login" was asked <redeemed> times for "token"

      Examples:
        | advertised | iss                                       | state        | redeemed |
        | true       | "http://login.test"                       | connected    | 1        |
        | true       | null                                      | disconnected | 0        |
        | true       | "http://evil.test"                        | disconnected | 0        |
        | true       | "http://login.test/"                      | disconnected | 0        |
        | true       | "http://LOGIN.test"                       | disconnected | 0        |
        | true       | "http://login.test:80"                    | disconnected | 0        |
        | true       | "http://login.test:443"                   | disconnected | 0        |
        | true       | ""                                        | disconnected | 0        |
        | true       | ["http://login.test", "http://evil.test"] | disconnected | 0        |
        | false      | "http://login.test"                       | connected    | 1        |
        | false      | null                                      | connected    | 1        |
        | false      | "http://evil.test"                        | disconnected | 0        |
        | null       | null                                      | connected    | 1        |
        | null       | "http://login.test/"                      | disconnected | 0        |
        | null       | ""                                        | disconnected | 0        |

  @OAC-21
  Rule: An answer without the state of its request is discarded

    Scenario Outline: state <state>
      Given server "login" follows these rules:
        """yaml
        - {when: {endpoint: authorize}, do: [{patch: {state: <state>}}]}
        """
      When the runtime starts
      And 1m passes
      Then startup reported one error, of "docs", with "<text>"
      And the authorization server "login" was asked 0 times for "token"

      Examples:
        | state  | text                                                             |
        | null   | login: authorization response: state: it is not that of the request |
        | ""     | login: authorization response: state: it is not that of the request |
        | other  | login: authorization response: state: it is not that of the request |
        | [a, b] | login: authorization response: state: it comes more than once       |

    Scenario Outline: the right state at <place>
      Given the user comes back from logins at "<place>"
      When the runtime starts
      And 1m passes
      Then startup reported one error, of "docs", with "login: authorization response: it came to another place than was asked for"
      And the authorization server "login" was asked 0 times for "token"

      Examples:
        | place                            |
        | http://127.0.0.1:33419/callback  |
        | http://127.0.0.1:33418/          |
        | https://127.0.0.1:33418/callback |
        | http://evil.test/callback        |

  @OAC-26
  Rule: What another issuer says of an error is neither shown nor acted on

    Scenario Outline: iss <iss>
      Given server "login" follows these rules:
        """yaml
        - when: {endpoint: authorize}
          do: [{patch: {iss: <iss>, code: null, error: access_denied, error_description: call 555 now}}]
        """
      When the runtime starts
      And 1m passes
      Then startup reported one error, of "docs", with "<text>"
      And startup reported nothing of "<never>"

      Examples:
        | iss                 | text                                              | never         |
        | "http://login.test" | login: authorization response: error: access_denied | call 555      |
        | "http://evil.test"  | login: authorization response: iss: the answer is not of http://login.test | access_denied |
        | "http://evil.test"  | login: authorization response: iss: the answer is not of http://login.test | call 555      |

  @X-LOGIN-6
  Rule: A login that does not come back is the reason that is told

    Scenario Outline: <what>
      Given server "login" follows these rules:
        """yaml
        - {when: {endpoint: authorize}, do: [<do>]}
        """
      When the runtime starts
      And 1m passes
      Then startup reported these errors:
        | server | error |
        | docs   | <why> |
      And the authorization server "login" was asked 0 times for "token"

      Examples:
        | what     | do                              | why |
        | an error | status: {code: 500, body: down} | HTTP 401: {"error":"unauthorized"} [WWW-Authenticate: Bearer resource_metadata="http://docs.test/.well-known/oauth-protected-resource/mcp"]: login: waiting for the user: login: authorization response of http://login.test/authorize: it is 500 Internal Server Error and no redirect: a person has to log in |

    Example: nothing is where the user is sent
      Given server "login" follows these rules:
        """yaml
        - {when: {endpoint: metadata}, do: [{patch: {authorization_endpoint: "http://login.test:81/authorize"}}]}
        """
      When the runtime starts
      And 1m passes
      Then startup reported one error, of "docs", with "login: waiting for the user: login: authorization response of http://login.test:81/authorize: the request could not be opened: "
