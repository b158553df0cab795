@omp @virtual
Feature: A login on disk is as good as one in memory
  A program ends, and the next one finds what the user has given the first: the tokens, and
  all that it takes to renew and to revoke them. Otherwise the user logs in with each start.

  Background:
    Given files are kept on disk
    And the user approves logins

  @OAC-16 @OAC-20 @OAC-37
  Rule: The next program renews with what the login has left on disk, and registers no client

    Scenario Outline: a client that proves itself by <method>, kept by <program>
      Given <program>
      And an authorization server "login" with this script:
        """yaml
        authorization: {lifetime: 10m, methods: [<method>]}
        """
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        tools: [a]
        """
      And the runtime has started
      When 1m passes
      And the program ends and another one starts
      And 11m pass
      And tool "mcp__docs_a" is called
      And 1m passes
      Then call 1 returns "ok"
      And the authorization server "login" authorized 1 time
      And request 2 to the authorization server "login" for "token" had:
        """
        client: login-client-1
        resource: http://docs.test/mcp
        grant: refresh_token
        method: <method>
        error:
        """

      Examples:
        | method              | program                              |
        | none                | a program that knows no keyring      |
        | client_secret_basic | a program that knows no keyring      |
        | client_secret_post  | a program that seals new credentials |

  @OAC-16 @X-LOGIN-9
  Rule: The next program logs out with what the login has left on disk, and keeps the registration

    Example: tokens are revoked
      Given a program that knows no keyring
      And an authorization server "login"
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        """
      And the runtime has started
      When 1m passes
      And the program ends and another one starts
      And 1m passes
      And the user logs out of server "docs"
      Then the logout came to "forgotten and revoked"
      And the store lists the credentials "client:http://login.test"

  @OAC-16
  Rule: A registration on disk serves later programs, and outlives the login that it was made for

    Example: a logout, another program and another login
      Given a program that knows no keyring
      And an authorization server "login"
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        """
      And the runtime has started
      When 1m passes
      And the user logs out of server "docs"
      And the program ends and another one starts
      And 1m passes
      Then server "docs" is connected
      And the authorization server "login" authorized 2 times
      And the authorization server "login" was asked 1 time for "register"
      And request 2 to the authorization server "login" for "authorize" had:
        """
        client: login-client-1
        redirect: http://127.0.0.1:33418/callback
        """
