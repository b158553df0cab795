@omp @virtual
Feature: Access tokens of logins are sent, and renewed before they end
  A login leaves a token that ends after an hour and another one to renew it
  with. The runtime connects with the first and renews it in time, so that
  nobody has to log in again and no server sees a token that is about to end.

  Background:
    Given server "docs" over http
    And server "docs" is defined with auth:
      """json
      {"type": "oauth", "credentialId": "login", "tokenUrl": "http://auth.test/token",
       "clientId": "client-1", "clientSecret": "hidden-1"}
      """
    And a token endpoint at "http://auth.test/token" that takes the refresh token "refresh-1"

  @OMP-LC-41 @real
  Rule: A connection is made with the stored access token

    Example: over HTTP, in place of a header that is configured
      Given these credentials are stored:
        | id    | access token | refresh token | expires in |
        | login | access-1     | refresh-1     | 1h         |
      And server "docs" is defined with the header "authorization" set to "Bearer old"
      When the runtime starts
      Then "initialize" number 1 to server "docs" has the header "Authorization" set to "Bearer access-1"
      And the token endpoint was asked 0 times

    Example: over pipes, in a variable
      Given these credentials are stored:
        | id    | access token | refresh token | expires in |
        | login | access-1     | refresh-1     | 1h         |
      And server "tool" over stdio
      And server "tool" is defined with auth:
        """json
        {"type": "oauth", "credentialId": "login"}
        """
      When the runtime starts
      Then process 1 of server "tool" was started with:
        | what                        | value    |
        | variable OAUTH_ACCESS_TOKEN | access-1 |

    Example: without a credential there is a warning and no token
      When the runtime starts
      Then server "docs" is connected
      And "initialize" number 1 to server "docs" has no header "Authorization"
      And the log has 1 record of "docs" with "no credential is stored"

  @OMP-LC-41
  Rule: A token that ends within five minutes is renewed before connecting

    Scenario Outline: <left> left
      Given these credentials are stored:
        | id    | access token | refresh token | expires in |
        | login | access-1     | refresh-1     | <left>     |
      When the runtime starts
      Then the token endpoint was asked <asked>
      And "initialize" number 1 to server "docs" has the header "Authorization" set to "<header>"
      And these credentials are stored:
        | id    | access token | refresh token | expires in |
        | login | <access>     | <refresh>     | <life>     |

      Examples:
        | left   | asked   | header          | access   | refresh   | life    |
        | 5m1ms  | 0 times | Bearer access-1 | access-1 | refresh-1 | 5m0.001s |
        | 5m     | 1 time  | Bearer access-2 | access-2 | refresh-2 | 1h0m0s  |
        | -1h    | 1 time  | Bearer access-2 | access-2 | refresh-2 | 1h0m0s  |
        |        | 0 times | Bearer access-1 | access-1 | refresh-1 |         |

    Example: what the token endpoint is asked
      Given these credentials are stored:
        | id    | access token | refresh token | expires in |
        | login | access-1     | refresh-1     | 4m         |
      When the runtime starts
      Then request 1 to the token endpoint was:
        """
        POST /token
        Content-Type: application/x-www-form-urlencoded
        Accept: application/json
        client_id=client-1
        client_secret=hidden-1
        grant_type=refresh_token
        refresh_token=refresh-1
        """

  @OMP-LC-41
  Rule: A token endpoint that says little grants an hour and leaves the refresh token

    Example: nothing but an access token
      Given these credentials are stored:
        | id    | access token | refresh token | expires in |
        | login | access-1     | refresh-1     | 4m         |
      And the token endpoint answers 200 with:
        """json
        {"access_token": "access-new"}
        """
      When the runtime starts
      Then these credentials are stored:
        | id    | access token | refresh token | expires in |
        | login | access-new   | refresh-1     | 1h0m0s     |
