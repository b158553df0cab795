@omp @virtual
Feature: A challenge is taken at its word, by whoever logs in and however often
  What a resource lists need not hold what it asks for, and what it asks for need not be all
  that it lists.

  @OAC-29
  Rule: Who logs in alone asks for the scopes of the challenge, listed or not

    Scenario Outline: challenge <challenge>, listed <listed>
      Given an authorization server "login" with this script:
        """yaml
        authorization: {clients: [{id: robot, secret: robot-secret}]}
        """
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login], challenge: "<challenge>", scopes: <listed>}
        """
      And server "docs" is defined with oauth:
        """json
        {"grant": "client_credentials", "clientId": "robot", "clientSecret": "robot-secret"}
        """
      When the runtime starts
      And 1m passes
      Then server "docs" is connected
      And request 1 to the authorization server "login" for "token" had:
        """
        scope: <asked>
        """

      Examples:
        | challenge | listed    | asked |
        | x         | [a, b]    | x     |
        | a x       | [a, b]    | a x   |
        | a         | [a, b, c] | a     |

  @OAC-29
  Rule: A second step up asks for what the second challenge names, and for nothing that is only listed

    Scenario Outline: listed <listed>
      Given an authorization server "login"
      And the user approves logins
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login], challenge: a, scopes: <listed>}
        tools: [search]
        rules:
          - {when: {method: tools/call, nth: 1}, do: [{status: {code: 403, headers: {WWW-Authenticate: 'Bearer error="insufficient_scope", scope="x"'}}}]}
          - {when: {method: tools/call, nth: 2}, do: [{status: {code: 403, headers: {WWW-Authenticate: 'Bearer error="insufficient_scope", scope="y"'}}}]}
        """
      And the runtime has started
      When 1m passes
      And tool "mcp__docs_search" is called
      And 1m passes
      Then call 1 returns "ok"
      And request 2 to the authorization server "login" for "authorize" had:
        """
        scope: a x
        """
      And request 3 to the authorization server "login" for "authorize" had:
        """
        scope: a x y
        """

      Examples:
        | listed          |
        | [a, b, c]       |
        | [b]             |
        | [a, x, y, b]    |
        | []              |
