@omp @virtual
Feature: A token is for one server, at its port and its path
  Servers that share a machine, or a folder, are servers of different people. A token that
  was given for one of them is a secret for the others.

  @OAC-38
  Rule: A server at another port or another path gets no token of its neighbour

    Scenario Outline: a token for <other>
      Given server "docs" over http with this script:
        """yaml
        http: {path: /mcp/a}
        """
      And server "docs" is defined with url "http://docs.test/mcp/a"
      And these credentials are stored:
        | id            | access token | expires in |
        | login:<other> | tok-1        | 1h         |
      When the runtime starts
      And 1m passes
      Then "initialize" number 1 to server "docs" has no header "Authorization"

      Examples:
        | other                       |
        | http://docs.test/mcp/b      |
        | http://docs.test/mcp        |
        | http://docs.test/mcp/a/b    |
        | http://docs.test:8080/mcp/a |
        | https://docs.test/mcp/a     |
        | http://mail.test/mcp/a      |

    Scenario Outline: the server is at <url>, the token is for <other>
      Given server "docs" over http with this script:
        """yaml
        http: {path: <path>}
        """
      And server "docs" is defined with url "<url>"
      And these credentials are stored:
        | id            | access token | expires in |
        | login:<other> | tok-1        | 1h         |
      When the runtime starts
      And 1m passes
      Then "initialize" number 1 to server "docs" has no header "Authorization"

      Examples:
        | path    | url                     | other                  |
        | /mcp/A  | http://docs.test/mcp/A  | http://docs.test/mcp/a |
        | /mcp/a/ | http://docs.test/mcp/a/ | http://docs.test/mcp/a |

  @OAC-38
  Rule: A redirect to another port is not followed, and takes no token along

    Scenario Outline: HTTP <code>
      Given server "docs" over http
      And these credentials are stored:
        | id                         | access token | expires in |
        | login:http://docs.test/mcp | tok-1        | 1h         |
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/call}, do: [{status: {code: <code>, headers: {Location: "http://docs.test:8080/mcp"}}}]}
        """
      And the runtime has started
      When tool "mcp__docs_echo" is called
      And 1m passes
      Then call 1 returns an error text with "it leads to another origin, http://docs.test:8080"
      And server "docs" received "tools/call" 1 time

      Examples:
        | code |
        | 307  |
        | 308  |

  @OAC-38
  Rule: What a login has left is renewed where it is from, whatever a definition that names it says

    Example: a definition with another token endpoint
      Given an authorization server "login" with this script:
        """yaml
        authorization: {lifetime: 30m}
        """
      And an authorization server "other"
      And the user approves logins
      And server "mail" over http
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        """
      And server "mail" is defined with auth:
        """json
        {"type": "oauth", "credentialId": "login:http://docs.test/mcp", "tokenUrl": "http://other.test/token", "clientId": "mine"}
        """
      And the runtime has started
      When 1h passes
      And server "mail" is reconnected
      And 1m passes
      Then the authorization server "login" was asked 1 time for "token refresh_token"
      And the authorization server "other" was asked 0 times for "token"
