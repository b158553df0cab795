@omp @virtual
Feature: A server whose definition brings a credential is not logged in to
  Whoever has written a credential into a definition wants that one to be used. A user who
  is asked to log in instead would give the server another one.

  @X-LOGIN-8
  Rule: A user is asked to log in if the definition says nothing about a credential, or says that there is none

    Scenario Outline: auth <auth>, and the header <header>
      Given an authorization server "login"
      And the user approves logins
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        """
      And server "docs" is defined with auth:
        """json
        <auth>
        """
      And server "docs" is defined with the header "<header>" set to "Bearer mine"
      When the runtime starts
      And 1m passes
      Then the user was asked to log in <times>
      And server "docs" is <state>

      Examples:
        | auth                | header        | times   | state        |
        | null                | X-Key         | 1 time  | connected    |
        | false               | X-Key         | 1 time  | connected    |
        | {"type": "apikey"}  | X-Key         | 0 times | disconnected |
        | null                | Authorization | 0 times | disconnected |
        | null                | authorization | 0 times | disconnected |
