@omp @virtual
Feature: What is wrong with a login is said, and nothing of it is shown
  Settings of a login are written by hand, and token endpoints say what they like.
  Whatever is wrong, the server is connected as well as it can be, and the log says
  in fixed words what to mend, without the token and without what the endpoint sent.

  @X-CFG-14
  Rule: Settings of a login that cannot be used are named

    Scenario Outline: <auth>, with the refresh token "<refresh>"
      Given server "docs" over http
      And server "docs" is defined with auth:
        """json
        <auth>
        """
      And these credentials are stored:
        | id    | access token | refresh token | expires in |
        | login | access-1     | <refresh>     | 1m         |
      When the runtime starts
      Then "initialize" number 1 to server "docs" has <header>
      And the log has <n> "<why>"

      Examples:
        | n                                  | header                                              | why                                               | refresh | auth |
        | 1 record of "docs" that ends with | the header "Authorization" set to "Bearer access-1" | auth.tokenUrl is not set                          | r       | {"type": "oauth", "credentialId": "login"} |
        | 1 record of "docs" that ends with | the header "Authorization" set to "Bearer access-1" | auth.tokenUrl is no HTTP URL                      | r       | {"type": "oauth", "credentialId": "login", "tokenUrl": "ftp://auth.test/"} |
        | 1 record of "docs" that ends with | the header "Authorization" set to "Bearer access-1" | auth.tokenUrl is no HTTP URL                      | r       | {"type": "oauth", "credentialId": "login", "tokenUrl": "http:/token"} |
        | 1 record of "docs" that ends with | the header "Authorization" set to "Bearer access-1" | auth.tokenUrl is no HTTP URL                      | r       | {"type": "oauth", "credentialId": "login", "tokenUrl": "http://%zz"} |
        | 1 record of "docs" that ends with | the header "Authorization" set to "Bearer access-1" | connection refused                                | r       | {"type": "oauth", "credentialId": "login", "tokenUrl": "http://auth.test/"} |
        | 1 record of "docs" that ends with | the header "Authorization" set to "Bearer access-1" | there is no refresh token                         |         | {"type": "oauth", "credentialId": "login", "tokenUrl": "http://auth.test/"} |
        | 1 record of "docs" that ends with | no header "Authorization"                           | no credential is stored under auth.credentialId   | r       | {"type": "oauth", "credentialId": "other"} |
        | 1 record of "docs" that ends with | no header "Authorization"                           | auth is ignored: its settings must be strings     | r       | {"type": "oauth", "credentialId": 7} |
        | 0 records of "docs" with          | no header "Authorization"                           | auth                                              | r       | {"type": "apikey", "credentialId": "login", "tokenUrl": 7} |
        | 0 records of "docs" with          | no header "Authorization"                           | auth                                              | r       | {"type": 7, "credentialId": "login"} |
        | 0 records of "docs" with          | no header "Authorization"                           | auth                                              | r       | {} |

  @X-CFG-14
  Rule: Of a token endpoint's refusal only the status and a documented code are told

    Scenario Outline: <status> <code>
      Given server "docs" over http
      And server "docs" is defined with auth:
        """json
        {"type": "oauth", "credentialId": "login", "tokenUrl": "http://auth.test/token"}
        """
      And a token endpoint at "http://auth.test/token" that takes the refresh token "refresh-1"
      And these credentials are stored:
        | id    | access token | refresh token | expires in |
        | login | access-1     | refresh-1     | 1m         |
      And the token endpoint answers <status> with:
        """json
        {"error": "<code>", "access_token": "access-9", "expires_in": 60}
        """
      When the runtime starts
      Then "initialize" number 1 to server "docs" has the header "Authorization" set to "Bearer <token>"
      And the log has <n> of "docs" with "HTTP <told>"

      Examples:
        | status | code                   | token    | n         | told                       |
        | 400    | invalid_request        | access-1 | 1 record  | 400 invalid_request        |
        | 401    | invalid_client         | access-1 | 1 record  | 401 invalid_client         |
        | 400    | unauthorized_client    | access-1 | 1 record  | 400 unauthorized_client    |
        | 400    | unsupported_grant_type | access-1 | 1 record  | 400 unsupported_grant_type |
        | 400    | invalid_scope          | access-1 | 1 record  | 400 invalid_scope          |
        | 400    | access_denied          | access-1 | 0 records | 400 access_denied          |
        | 300    | invalid_scope          | access-1 | 1 record  | 300 invalid_scope          |
        | 299    | invalid_scope          | access-9 | 0 records |                            |

  @X-CFG-14
  Rule: A token lives as long as its endpoint says, an hour if it says nothing that makes sense, and ten years at most

    Scenario Outline: expires_in <life>
      Given server "docs" over http
      And server "docs" is defined with auth:
        """json
        {"type": "oauth", "credentialId": "login", "tokenUrl": "http://auth.test/token"}
        """
      And a token endpoint at "http://auth.test/token" that takes the refresh token "refresh-1"
      And these credentials are stored:
        | id    | access token | refresh token | expires in |
        | login |              | refresh-1     |            |
      And server "docs" is defined with the header "X-Other" set to "other"
      And the token endpoint answers 200 with:
        """json
        {"access_token": "access-9", "expires_in": <life>}
        """
      When the runtime starts
      Then "initialize" number 1 to server "docs" has the header "Authorization" set to "Bearer access-9"
      And "initialize" number 1 to server "docs" has the header "X-Other" set to "other"
      And these credentials are stored:
        | id    | access token | refresh token | expires in |
        | login | access-9     | refresh-1     | <kept>     |

      Examples:
        | life         | kept      |
        | 60           | 1m0s      |
        | 0.5          | 500ms     |
        | "60"         | 1m0s      |
        | 0            | 1h0m0s    |
        | -60          | 1h0m0s    |
        | null         | 1h0m0s    |
        | 315359999    | 87599h59m59s |
        | 315360001    | 87600h0m0s |

  @X-CFG-14 @OAC-37
  Rule: A new token is used although it cannot be kept, and one that is no news is not

    Background:
      Given server "docs" over http
      And server "docs" is defined with auth:
        """json
        {"type": "oauth", "credentialId": "login", "tokenUrl": "http://auth.test/token"}
        """
      And a token endpoint at "http://auth.test/token" that takes the refresh token "refresh-1"

    Example: the store is full
      Given these credentials are stored:
        | id    | access token | refresh token | expires in |
        | login | access-1     | refresh-1     | 1m         |
      And credentials cannot be written
      When the runtime starts
      Then "initialize" number 1 to server "docs" has the header "Authorization" set to "Bearer access-2"
      And the log has 1 record of "docs" that ends with "keeping a new token: credentials cannot be written"

    Example: the store cannot be read
      Given credentials cannot be read
      When the runtime starts
      Then server "docs" is connected
      And "initialize" number 1 to server "docs" has no header "Authorization"
      And the log has 1 record of "docs" that ends with "credentials cannot be read"

    Example: the rejected token once more
      Given these credentials are stored:
        | id    | access token | refresh token | expires in |
        | login | access-1     | refresh-1     | 1h         |
      And the token endpoint answers 200 with:
        """json
        {"access_token": "access-1"}
        """
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/call, first: 1}, do: [{status: 401}]}
        """
      When the runtime starts
      And tool "mcp__docs_echo" is called
      Then server "docs" received "tools/call" 1 time
      And the log has 1 record of "docs" that ends with "the token endpoint granted the rejected token again"
