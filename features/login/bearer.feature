@omp @virtual
Feature: A token goes to its server, in one place
  Who has a token is its user. In a URL it is in every log on the way, and another server
  that gets it could use it.

  @OAC-01 @OAC-02 @real
  Rule: Each request to a server that wants a token carries it in the header Authorization, and no other request anywhere

    Scenario Outline: a login and a call, with <answers>
      Given an authorization server "login"
      And the user approves logins
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        tools: [a]
        http: {answers: <answers>}
        """
      And server "mail" over http with this script:
        """yaml
        tools: [b]
        """
      When the runtime starts
      Then the runtime has the tools "mcp__docs_a, mcp__mail_b"
      When tool "mcp__docs_a" is called
      And tool "mcp__mail_b" is called
      Then call 1 returns "ok"
      And call 2 returns "ok"
      When server "docs" is disconnected
      Then every request to server "docs" after its first token has one, and no request to another server or in a URL

      Examples:
        | answers |
        | json    |
        | sse     |

  @OAC-34
  Rule: The token of a login goes to a server whose definition says nothing of credentials

    Scenario Outline: the header <header> is defined
      Given these credentials are stored:
        | id                         | access token | refresh token | expires in |
        | login:http://docs.test/mcp | access-1     |               | 1h         |
      And server "docs" over http
      And server "docs" is defined with the header "<header>" set to "mine"
      When the runtime starts
      Then "initialize" number 1 to server "docs" has the header "Authorization" set to "<sent>"

      Examples:
        | header        | sent            |
        | X-Mine        | Bearer access-1 |
        | authorization | mine            |

    Scenario Outline: the settings of credentials are <auth>
      Given these credentials are stored:
        | id                         | access token | refresh token | expires in |
        | login:http://docs.test/mcp | access-1     |               | 1h         |
      And server "docs" over http
      And server "docs" is defined with auth:
        """json
        <auth>
        """
      When the runtime starts
      Then "initialize" number 1 to server "docs" has no header "Authorization"

      Examples:
        | auth                                   |
        | {"type": "apikey"}                     |
        | 7                                      |
        | {"type": "oauth", "credentialId": "a"} |

    Scenario Outline: rejected without a user, with the refresh token "<refresh>"
      Given an authorization server "login"
      And these credentials are stored:
        | id                         | access token | refresh token | expires in |
        | login:http://docs.test/mcp | access-1     | <refresh>     | 1h         |
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        """
      When the runtime starts
      And 1h passes
      Then startup reported these errors:
        | server | error |
        | docs   | HTTP 401: {"error":"invalid_token"} [WWW-Authenticate: Bearer error="invalid_token", resource_metadata="http://docs.test/.well-known/oauth-protected-resource/mcp"]<more> |
      And the authorization server "login" was asked <times> for "metadata"

      Examples:
        | refresh   | more                        | times   |
        | refresh-1 | : auth.tokenUrl is not set  | 1 time  |
        |           |                             | 0 times |

    Example: forbidden without a user
      Given an authorization server "login"
      And these credentials are stored:
        | id                         | access token | refresh token | expires in |
        | login:http://docs.test/mcp | access-1     | refresh-1     | 1h         |
      And server "docs" over http with this script:
        """yaml
        rules: [{when: {method: initialize}, do: [{status: {code: 403, body: no, headers: {WWW-Authenticate: 'Bearer error="insufficient_scope", scope="more"'}}}]}]
        """
      When the runtime starts
      And 1h passes
      Then startup reported these errors:
        | server | error |
        | docs   | HTTP 403: no [WWW-Authenticate: Bearer error="insufficient_scope", scope="more"] |
      And server "docs" received "initialize" 1 time

    Scenario Outline: rejected without a user, when another process has stored "<access>" meanwhile
      Given these credentials are stored:
        | id                         | access token | refresh token | expires in |
        | login:http://docs.test/mcp | access-1     |               | 1h         |
      And server "docs" over http
      And server "docs" follows these rules:
        """yaml
        - {when: {method: initialize, first: 1}, do: [{delay: 2s}, {status: 401}]}
        """
      When the runtime starts
      And 1s passes
      And another process stores these credentials:
        | id                         | access token | refresh token | expires in |
        | login:http://docs.test/mcp | <access>     | refresh-9     | 1h         |
      And 2s pass
      Then server "docs" is <state>
      And server "docs" received "initialize" <times>
      And server "docs" received "GET" <asked>

      Examples:
        | access   | state        | times   | asked   |
        | access-9 | connected    | 2 times | 1 time  |
        | access-1 | disconnected | 1 time  | 3 times |
        |          | disconnected | 1 time  | 3 times |
