@omp @virtual
Feature: A token endpoint in trouble keeps nobody from connecting
  A token that still has minutes to live is better than none. If it cannot be
  renewed the runtime says so, uses it, and leaves the last word to the server.

  Background:
    Given server "docs" over http
    And server "docs" is defined with auth:
      """json
      {"type": "oauth", "credentialId": "login", "tokenUrl": "http://auth.test/token"}
      """
    And a token endpoint at "http://auth.test/token" that takes the refresh token "refresh-1"
    And these credentials are stored:
      | id    | access token | refresh token | expires in |
      | login | access-1     | refresh-1     | 4m         |

  @OMP-LC-41
  Rule: If a token cannot be renewed in time, the old one is used and a warning says why

    Scenario Outline: HTTP <status>
      Given the token endpoint answers <status> with:
        """
        <body>
        """
      When the runtime starts
      Then server "docs" is connected
      And "initialize" number 1 to server "docs" has the header "Authorization" set to "Bearer access-1"
      And the log has 1 record of "docs" with "<why>"
      And the trace does not contain "refresh-1"
      And these credentials are stored:
        | id    | access token | refresh token |
        | login | access-1     | refresh-1     |

      Examples:
        | status | body                                               | why                                              |
        | 400    | {"error": "invalid_grant"}                         | token endpoint answered HTTP 400 invalid_grant   |
        | 400    | {"error": "refresh-1 is bad"}                      | token endpoint answered HTTP 400                 |
        | 500    | oops: refresh-1                                    | token endpoint answered HTTP 500                 |
        | 302    | {"access_token": "access-9"}                       | token endpoint answered HTTP 302                 |
        | 200    | {"refresh_token": "refresh-1"}                     | the token endpoint holds no access token         |
        | 200    | access_token=refresh-1                             | the token endpoint cannot be read: it is no JSON |

    Example: nobody is there
      Given the token endpoint cannot be reached
      When the runtime starts
      Then server "docs" is connected
      And the log has 1 record of "docs" with "connection refused"

  @OMP-LC-41
  Rule: A token endpoint has thirty seconds, which no deadline of the server shortens

    Example: an answer after 29,999 ms
      Given the token endpoint answers after 29999ms
      And server "docs" has a timeout of 1s
      When the runtime starts
      And the clock reaches 29998ms
      Then the link to "docs" saw 0 attempts to connect
      When the clock reaches 30s
      Then "initialize" number 1 to server "docs" has the header "Authorization" set to "Bearer access-2"

    Example: no answer
      Given the token endpoint answers after 10h
      When the runtime starts
      And the clock reaches 30001ms
      Then server "docs" received "initialize" at "30s"
      And "initialize" number 1 to server "docs" has the header "Authorization" set to "Bearer access-1"
      And the log has 1 record of "docs" with "timeout after 30s"

  @OMP-LC-41 @OAC-37
  Rule: A token that was renewed and cannot be kept is used, and a warning says so

    Example: during a call
      Given these credentials are stored:
        | id    | access token | refresh token | expires in |
        | login | access-1     | refresh-1     | 1h         |
      And credentials cannot be written
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/call, first: 1}, do: [{status: 401}]}
        """
      When the runtime starts
      And tool "mcp__docs_echo" is called
      Then "tools/call" number 2 to server "docs" has the header "Authorization" set to "Bearer access-2"
      And the log has 1 warning of "docs" that ends with "renewing the rejected token failed keeping a new token: credentials cannot be written"
