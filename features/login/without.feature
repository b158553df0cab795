@omp @virtual
Feature: A login does without what it does not need
  Metadata may leave out what no client of this kind uses, and what is kept of a login may
  be of no use any more. Neither stops a login that is possible.

  Background:
    Given the user approves logins

  @OAC-41
  Rule: A client that logs in for itself needs no page for users

    Example: metadata without an authorization endpoint
      Given an authorization server "login" with this script:
        """yaml
        authorization: {methods: [client_secret_basic], clients: [{id: robot, secret: robot-secret}]}
        """
      And server "login" follows these rules:
        """yaml
        - {when: {endpoint: metadata}, do: [{patch: {authorization_endpoint: null}}]}
        """
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        """
      And server "docs" is defined with oauth:
        """json
        {"grant": "client_credentials", "clientId": "robot", "clientSecret": "robot-secret"}
        """
      When the runtime starts
      And 1m passes
      Then server "docs" is connected
      And the user was asked to log in 0 times

  @OAC-13
  Rule: What is kept of a registration and holds none is replaced by a new one

    Scenario Outline: <what>
      Given an authorization server "login"
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        """
      And these credentials are stored:
        | id                       | access token |
        | client:http://login.test | old          |
      When the runtime starts
      And 1m passes
      Then server "docs" is connected
      And the authorization server "login" was asked 1 time for "register"

      Examples:
        | what              |
        | a token and no client |

  @OAC-13
  Rule: What is kept of a registration for another place to come back to is replaced by a new one

    Example: the user comes back elsewhere at the second login
      Given an authorization server "login" with this script:
        """yaml
        authorization: {uses: 4, refresh: false}
        """
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        tools: [a]
        """
      And the runtime has started
      When 1m passes
      Given logins send the user back to "https://app.test/callback"
      When tool "mcp__docs_a" is called
      And 1m passes
      Then call 1 returns "ok"
      And the authorization server "login" was asked 2 times for "register"
