@omp @virtual
Feature: A refresh token is used once, by whoever comes first
  Many token endpoints take a refresh token once and revoke the login when they
  see it again. Requests that are rejected at the same time, and other programs
  with the same login, must not use it twice; and a login whose tokens are never
  accepted must not be used up in a loop.

  Background:
    Given server "docs" over http
    And server "docs" is defined with auth:
      """json
      {"type": "oauth", "credentialId": "login", "tokenUrl": "http://auth.test/token"}
      """
    And a token endpoint at "http://auth.test/token" that takes the refresh token "refresh-1"
    And these credentials are stored:
      | id    | access token | refresh token | expires in |
      | login | access-1     | refresh-1     | 1h         |

  @FF-71
  Rule: Messages that are rejected together share one renewal, and all succeed

    Scenario Outline: the token endpoint needs <needs>, the fifth rejection comes after <later>
      Given the token endpoint answers after <needs>
      And server "docs" offers the tools "a, b, c, d, e"
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/call, nth: 5}, do: [{delay: <later>}, {status: 401}]}
        - {when: {method: tools/call, first: 4}, do: [{status: 401}]}
        """
      When the runtime starts
      And tools of "docs" are called
      And 10s passes
      Then the token endpoint was asked 1 time
      And server "docs" received "tools/call" 10 times
      And call 1 returns "ok"
      And call 5 returns "ok"
      And "tools/call" number 10 to server "docs" has the header "Authorization" set to "Bearer access-2"

      Examples:
        | needs | later |
        | 0s    | 1ms   |
        | 2s    | 1s    |
        | 2s    | 3s    |

    Example: two servers with one login
      Given server "more" over http
      And server "more" is defined with auth:
        """json
        {"type": "oauth", "credentialId": "login", "tokenUrl": "http://auth.test/token"}
        """
      And the token endpoint answers after 1s
      And these credentials are stored:
        | id    | access token | refresh token | expires in |
        | login | access-1     | refresh-1     | 4m         |
      When the runtime starts
      And the clock reaches 1s
      Then all servers are connected
      And "initialize" number 1 to server "docs" has the header "Authorization" set to "Bearer access-2"
      And "initialize" number 1 to server "more" has the header "Authorization" set to "Bearer access-2"
      And the token endpoint was asked 1 time

  @FF-71
  Rule: A refresh token that another program was first to use is not the end of the login

    Scenario Outline: another program <what>
      Given server "docs" follows these rules:
        """yaml
        - {when: {method: tools/call, first: 1}, do: [{status: 401}]}
        """
      And the token endpoint answers after 2s
      And the token endpoint answers 400 with:
        """json
        {"error": "invalid_grant"}
        """
      When the runtime starts
      And tool "mcp__docs_echo" is called
      And 1s passes
      Given these credentials are stored:
        | id      | access token | refresh token |
        | <store> | access-9     | refresh-9     |
      When 10s passes
      Then server "docs" received "tools/call" <calls> times
      And "tools/call" number <calls> to server "docs" has the header "Authorization" set to "Bearer <sent>"

      Examples:
        | what                         | store | calls | sent     |
        | has stored what it was given | login | 2     | access-9 |
        | has stored nothing           | other | 1     | access-1 |

  @FF-71
  Rule: A renewal does not end with the caller who needed it first

    Example: the call is given up while the token endpoint works
      Given server "docs" follows these rules:
        """yaml
        - {when: {method: tools/call, first: 1}, do: [{status: 401}]}
        """
      And the token endpoint answers after 2s
      When the runtime starts
      And tool "mcp__docs_echo" is called
      And 1s passes
      And the caller gives up call 1
      Then call 1 was aborted
      When 2s passes
      Then these credentials are stored:
        | id    | access token | refresh token |
        | login | access-2     | refresh-2     |
      And server "docs" received "tools/call" 1 time

  @FF-73
  Rule: A token that is always rejected costs one renewal and one more try per message, and no reconnect

    Example: two calls, and an hour
      Given server "docs" follows these rules:
        """yaml
        - {when: {method: tools/call}, do: [{status: {code: 401, body: never}}]}
        """
      When the runtime starts
      And tool "mcp__docs_echo" is called
      And tool "mcp__docs_echo" is called
      And 1h passes
      Then call 1 returns an error text with "HTTP 401: never"
      And call 2 returns an error text with "HTTP 401: never"
      And server "docs" received "tools/call" 4 times
      And the token endpoint was asked 2 times
      And server "docs" received "initialize" 1 time
      And server "docs" is connected

  @OMP-TP-83 @real
  Rule: If the renewal fails, the message is not sent again and a warning says why

    Example: the refresh token is not good
      Given the token endpoint answers 400 with:
        """json
        {"error": "invalid_grant"}
        """
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/call}, do: [{status: {code: 401, body: no}}]}
        """
      When the runtime starts
      And tool "mcp__docs_echo" is called
      Then call 1 returns an error text with "HTTP 401: no"
      And server "docs" received "tools/call" 1 time
      And the log has 1 record of "docs" with "renewing the rejected token failed token endpoint answered HTTP 400 invalid_grant"
