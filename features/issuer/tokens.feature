@target
Feature: An authorization server gives tokens to the client that asked, and to no other
  Codes and refresh tokens are stolen: from logs, from histories, by other programs of the
  same machine. What is stolen must be good for nothing.

  @AS-06 @MUST
  Rule: A code is worth nothing without its verifier
    Spec: 2026-07-28 basic/authorization/security-considerations, Authorization Code Protection; RFC 7636
    Fix: keep the code_challenge with the code, and refuse a code_verifier that is missing or does not fit

    Example: the right verifier
      Fix: take the code_verifier whose SHA-256 in base64url, without padding, is the code_challenge

      Given a client
      When a code is redeemed with the right verifier
      Then there is a token

    Scenario Outline: redeemed <how>
      Given a client
      When a code is redeemed <how>
      Then there is no token

      Examples:
        | how                                 |
        | with another verifier               |
        | without a verifier                  |
        | with the challenge as its verifier  |
        | twice                               |
        | by another client                   |
        | with an empty verifier              |
        | with more than its verifier         |
        | with more than the code             |
        | by no client                        |

    Scenario Outline: redeemed with <what>
      When a code of a client with a secret is redeemed with <what>
      Then there is no token

      Examples:
        | what                     |
        | another secret           |
        | no secret                |
        | an empty secret          |
        | half of its secret       |
        | more than its secret     |
        | its secret in other case |
        | another verifier         |
        | no verifier              |

  @AS-14 @MUST
  Rule: The token endpoint answers as every client reads it
    Spec: 2026-07-28 basic/authorization, Standards Compliance; OAuth 2.1, 3.2.3 and 3.2.4; RFC 7636, 4.6
    Fix: answer with JSON and Cache-Control no-store; refuse with HTTP 400 and the error that OAuth has for it

    Example: a token
      Given a client
      When a code is redeemed with the right verifier
      Then the token is answered as clients read it

    Example: a new token
      Given a client
      And a user has logged in
      When the login is renewed
      Then a new token is answered as clients read it

    Scenario Outline: redeemed <how>
      Given a client
      When a code is redeemed <how>
      Then the request is refused with "<error>"

      Examples:
        | how                            | error                  |
        | with another verifier          | invalid_grant          |
        | as a code that was never given | invalid_grant          |
        | with a grant type of its own   | unsupported_grant_type |

    Scenario Outline: redeemed <how>
      Given a client
      When a code is redeemed <how>
      Then the request is refused, and it is said why

      Examples:
        | how                  |
        | without a grant type |
        | without a code       |

    Example: redeemed by a client that is not known
      Given a client
      When a code is redeemed as a client that is not known
      Then the request is refused as of a client that is not known

    Example: a renewal of nothing
      Fix: refuse a refresh token that is not there with HTTP 400 and invalid_grant

      Given a client
      When a login is renewed that there never was
      Then the request is refused with "invalid_grant"

    Example: another secret in a header
      Fix: refuse a wrong secret in Authorization with HTTP 401 and WWW-Authenticate

      Then another secret in a header is refused with a challenge
