@omp @virtual
Feature: A state is new each time, and is compared as a whole
  It is all that tells a user's answer from one that somebody else has put into the browser.

  Background:
    Given the user approves logins

  @OAC-21
  Rule: Each authorization has a state of its own

    Example: two logins to one server
      Given an authorization server "login" with this script:
        """yaml
        authorization: {refresh: false, uses: 4}
        """
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        tools: [a]
        """
      When the runtime starts
      And 1m passes
      And tool "mcp__docs_a" is called
      And 1m passes
      Then the user was asked to log in 2 times
      And request 2 to the authorization server "login" for "authorize" had:
        """
        state: yes
        reused:
        """

  @OAC-21
  Rule: A state that is nearly that of the request is another one

    Scenario Outline: <change>
      Given an authorization server "login"
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        """
      And the user comes back from logins with a state <change>
      When the runtime starts
      And 1m passes
      Then startup reported one error, of "docs", with "login: authorization response: state: it is not that of the request"
      And the authorization server "login" was asked 0 times for "token"

      Examples:
        | change             |
        | in other case      |
        | that goes on       |
        | that breaks off    |
