@omp @virtual
Feature: What was said is for those who have heard it
  A list or a resource that may be kept is kept for the token it was asked with: another
  token may be somebody else's.

  Background:
    Given the switch "protocol.era" is "modern"

  @MOD-11 @MOD-CLI-33
  Rule: What was said to those with a token is not for those with the next one

    Scenario Outline: a <scope> resource, before and after a token was renewed
      Given a token endpoint at "http://auth.test/token" that takes the refresh token "refresh-1"
      And server "docs" over http with this script:
        """yaml
        era: modern
        modern: {ttl: 24h, scope: <scope>}
        tools: [search]
        resources: ["doc:a"]
        rules: [{when: {method: tools/call, nth: 1}, do: [status: 401]}]
        """
      And server "docs" is defined with auth:
        """json
        {"type": "oauth", "credentialId": "login", "tokenUrl": "http://auth.test/token", "clientId": "me"}
        """
      And these credentials are stored:
        | id    | access token | refresh token | expires in |
        | login | access-1     | refresh-1     | 1h         |
      And the runtime has started
      When resource "doc:a" of server "docs" is read
      And tool "mcp__docs_search" is called
      And resource "doc:a" of server "docs" is read
      Then call 3 succeeds
      And server "docs" received "resources/read" <n>

      Examples:
        | scope   | n       |
        | private | 2 times |
        | public  | 1 time  |

    Example: a token that cannot be renewed is still the one that it was
      Given a token endpoint at "http://auth.test/token" that takes the refresh token "refresh-2"
      And server "docs" over http with this script:
        """yaml
        era: modern
        modern: {ttl: 24h, scope: private}
        tools: [search]
        resources: ["doc:a"]
        rules: [{when: {method: tools/call, nth: 1}, do: [status: 401]}]
        """
      And server "docs" is defined with auth:
        """json
        {"type": "oauth", "credentialId": "login", "tokenUrl": "http://auth.test/token", "clientId": "me"}
        """
      And these credentials are stored:
        | id    | access token | refresh token | expires in |
        | login | access-1     | refresh-1     | 1h         |
      And the runtime has started
      When resource "doc:a" of server "docs" is read
      And tool "mcp__docs_search" is called
      And resource "doc:a" of server "docs" is read
      Then call 2 returns an error text with "HTTP 401"
      And call 3 succeeds
      And server "docs" received "resources/read" 1 time

    Example: a login while connecting, and a connection with the token that it gave
      Given the user approves logins
      And an authorization server "login"
      And server "docs" over http with this script:
        """yaml
        era: modern
        modern: {ttl: 24h, scope: private}
        protected: {by: [login]}
        resources: ["doc:a"]
        """
      And the runtime has started
      When resource "doc:a" of server "docs" is read
      And server "docs" is reconnected
      And resource "doc:a" of server "docs" is read
      Then call 2 succeeds
      And the user was asked to log in 1 time
      And server "docs" received "resources/read" 1 time
