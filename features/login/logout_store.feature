@omp @virtual
Feature: A login ends when its user says so
  Whoever logs out of a server is no longer known to it: what is kept is forgotten whatever
  else fails, and tokens that others may hold are revoked where that is possible.

  Background:
    Given the user approves logins

  @X-LOGIN-9
  Rule: Logging out forgets the login of one server, and has its tokens revoked if that is possible

    Scenario Outline: <what>
      Given an authorization server "login" with this script:
        """yaml
        authorization: {uses: 9, <more>}
        rules:
          - {when: {endpoint: revoke}, do: [<answer>], mayNotHappen: true}
        """
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        """
      And server "mail" over http with this script:
        """yaml
        protected: {by: [login]}
        """
      And the runtime has started
      When 1m passes
      And the user logs out of server "docs"
      Then the logout came to "<said>"
      And the authorization server "login" was asked <revoked> times for "revoke"
      When the user logs out of server "docs"
      Then the logout came to "no login"
      When the user logs out of server "mail"
      Then the logout came to "<said>"

      Examples:
        | what                    | more          | answer                | said                                                                            | revoked |
        | tokens are revoked      | refresh: true | answer                | forgotten and revoked                                                           | 1       |
        | the server refuses that | refresh: true | {status: {code: 503}} | forgotten: login: revoking at http://login.test/revoke: HTTP 503                | 1       |

    Scenario Outline: the store of credentials cannot be <what>
      Given server "docs" over http with this script:
        """yaml
        authorization: {}
        """
      And the runtime has started
      When 1m passes
      Given credentials cannot be <what>
      When the user logs out of server "docs"
      Then the logout came to "<said>"

      Examples:
        | what    | said                                                                        |
        | read    | forgotten: credentials cannot be read                                       |
        | written | forgotten and revoked: forgetting the login: credentials cannot be written  |

    Example: the store can be neither read nor written
      Given server "docs" over http
      And the runtime has started
      And credentials cannot be read
      And credentials cannot be written
      When the user logs out of server "docs"
      Then the logout came to "no login: credentials cannot be read"

    Example: there never was a login
      Given server "docs" over http
      And the runtime has started
      When the user logs out of server "docs"
      Then the logout came to "no login"

  @X-LOGIN-5
  Rule: What a logout has left on disk is no login and no mistake, also for the next program

    Example: logged out, and out again
      Given files are kept on disk
      And a program that knows no keyring
      And server "docs" over http
      And these credentials are stored:
        | id                         | access token | refresh token | expires in |
        | login:http://docs.test/mcp | access-1     | refresh-1     | 1h         |
      And the runtime has started
      When the user logs out of server "docs"
      And the program ends and another one starts
      And 1m passes
      And the user logs out of server "docs"
      Then the logout came to "no login"
      And the store lists the credentials ""
      And the log has 0 records of "docs" with "credential"
