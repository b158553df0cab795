@agents @virtual
Feature: A renewal of a token does not outlive the manager
  A renewal goes on when its caller has given up, as others need the token, too. A
  program that has closed its manager needs none.

  Background:
    Given server "docs" over http
    And server "docs" is defined with auth:
      """json
      {"type": "oauth", "credentialId": "login", "tokenUrl": "http://auth.test/token"}
      """
    And a token endpoint at "http://auth.test/token" that takes the refresh token "refresh-1"
    And these credentials are stored:
      | id    | access token | refresh token | expires in |
      | login | access-1     | refresh-1     | 1s         |

  @U-06
  Rule: When the manager is closed, a renewal that is under way ends

    Example: its caller has given up
      Given the token endpoint answers after 5s
      When the manager connects its servers
      And 1s passes
      And the caller gives up operation 1
      And 1s passes
      And the manager is closed
      And 10s pass
      Then the token endpoint was asked 1 time
      And server "docs" received nothing
      And these credentials are stored:
        | id    | access token | refresh token |
        | login | access-1     | refresh-1     |
