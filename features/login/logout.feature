@omp @virtual
Feature: A logout forgets a login and has its tokens end
  A token that is only forgotten is good until its time is up, for whoever has a copy. So
  the authorization server is told. Whatever it says, this program does not know the
  token any more.

  Background:
    Given the user approves logins

  @X-LOGIN-5
  Rule: A logout revokes the refresh token, else the access token, and tells what came of it

    Scenario Outline: <what>
      Given an authorization server "other" with this script:
        """yaml
        authorization: {refresh: <refresh>}
        """
      And server "other" follows these rules:
        """yaml
        - {when: {endpoint: metadata}, do: [<metadata>]}
        - {when: {endpoint: revoke}, do: [<revoke>], mayNotHappen: true}
        """
      And server "docs" over http with this script:
        """yaml
        protected: {by: [other]}
        """
      And the runtime has started
      When the user logs out of server "docs"
      And 1m passes
      Then the logout came to "<result>"
      And the authorization server "other" was asked <times> for "revoke"
      When the user logs out of server "docs"
      Then the logout came to "no login"

      Examples:
        | what                      | refresh | metadata                          | revoke           | result                                                                                        | times   |
        | a login with a renewal    | true    | headers: {A: b}                   | headers: {A: b}  | forgotten and revoked                                                                         | 1 time  |
        | a login without one       | false   | headers: {A: b}                   | headers: {A: b}  | forgotten and revoked                                                                         | 1 time  |
        | no endpoint for that      | true    | patch: {revocation_endpoint: null} | headers: {A: b} | forgotten                                                                                     | 0 times |
        | a server that cannot      | true    | headers: {A: b}                   | status: 503      | forgotten: login: revoking at http://other.test/revoke: HTTP 503                              | 1 time  |
        | a server that says so     | true    | headers: {A: b}                   | status: 202      | forgotten: login: revoking at http://other.test/revoke: HTTP 202                              | 1 time  |
        | silence                   | true    | headers: {A: b}                   | never            | forgotten: login: revoking at http://other.test/revoke: timeout after 10s                     | 1 time  |

  @X-LOGIN-5
  Rule: A program can tell which servers its user is logged in to, and with which token

    Example: a login, and a credential that is none
      Given an authorization server "other"
      And server "docs" over http with this script:
        """yaml
        protected: {by: [other]}
        """
      And these credentials are stored:
        | id    | access token | refresh token | expires in |
        | login | access-1     | refresh-1     | 1h         |
      When the runtime starts
      And 1m passes
      Then the user is logged in to "http://docs.test/mcp"
      And the user has a token for server "docs"
      When the user logs out of server "docs"
      And 1m passes
      Then the user is logged in to ""
      And the user has no token for server "docs"

    Example: a store that cannot be read
      Given server "docs" over http
      And credentials cannot be read
      Then the token for server "docs" cannot be had: "credentials cannot be read"

  @X-LOGIN-5
  Rule: A revocation names the token, its kind and the client

    Scenario Outline: refresh tokens: <refresh>
      Given an authorization server "other" with this script:
        """yaml
        authorization: {refresh: <refresh>}
        """
      And server "docs" over http with this script:
        """yaml
        protected: {by: [other]}
        """
      And the runtime has started
      When the user logs out of server "docs"
      And 1m passes
      Then request 1 to the authorization server "other" for "revoke" had:
        """
        token: <token>
        hint: <token>_token
        client: other-client-1
        """

      Examples:
        | refresh | token   |
        | true    | refresh |
        | false   | access  |

    Example: a login to an address that is written in another way
      Given an authorization server "other"
      And server "docs" over http with this script:
        """yaml
        protected: {by: [other]}
        """
      And server "docs" is defined with url "HTTP://docs.test:80/mcp"
      And the runtime has started
      When the user logs out of server "docs"
      And 1m passes
      Then the logout came to "forgotten and revoked"
