@omp @virtual
Feature: What a token endpoint sends is not trusted
  An endpoint is somebody else's program. What it sends may be cut off, too long or
  something else, and the old token has to do then.

  @X-CFG-14
  Rule: An answer of a token endpoint that breaks off or is too long grants nothing

    Background:
      Given server "docs" over http
      And server "docs" is defined with auth:
        """json
        {"type": "oauth", "credentialId": "login", "tokenUrl": "http://auth.test/token"}
        """
      And a token endpoint at "http://auth.test/token" that takes the refresh token "refresh-1"
      And these credentials are stored:
        | id    | access token | refresh token | expires in |
        | login | access-1     | refresh-1     | 1m         |

    Example: it breaks off
      Given the token endpoint breaks its answers off
      When the runtime starts
      Then "initialize" number 1 to server "docs" has the header "Authorization" set to "Bearer access-1"
      And the log has 1 record of "docs" that ends with "reading the answer of the token endpoint: unexpected EOF"

    Scenario Outline: <times> blanks
      Given the token endpoint answers 200 with "{"access_token": "access-9"", <times> times " " and "}"
      When the runtime starts
      Then "initialize" number 1 to server "docs" has the header "Authorization" set to "Bearer <token>"
      And the log has <n> of "docs" with "the answer of the token endpoint has more than 65536 bytes"

      Examples:
        | times | token    | n         |
        | 65508 | access-9 | 0 records |
        | 65509 | access-1 | 1 record  |

    Scenario Outline: <body>
      Given the token endpoint answers 200 with:
        """json
        <body>
        """
      When the runtime starts
      Then "initialize" number 1 to server "docs" has the header "Authorization" set to "Bearer access-1"
      And the log has 1 record of "docs" that ends with "the answer of the token endpoint <why>"

      Examples:
        | body                | why                                                                               |
        | {}                  | holds no access token                                                             |
        | {"access_token": 7} | cannot be read: its access_token is of another type than RFC 6749 has             |
        | "access-9"          | cannot be read: it is no object of JSON, or its expires_in is no number           |

    Example: nothing is shown of a credential
      Then the credential "login" is shown as "credential(***)" and its store as "credentials in memory"

    Example: all servers are disconnected while the endpoint thinks
      Given the token endpoint answers after 2s
      When the runtime starts
      And the clock reaches 1s
      And all servers are disconnected
      Then server "docs" received nothing
      And no timer is pending
      When the clock reaches 3s
      Then these credentials are stored:
        | id    | access token | refresh token |
        | login | access-1     | refresh-1     |
      And the token endpoint was asked 1 time
