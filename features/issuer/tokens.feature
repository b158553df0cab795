@target
Feature: An authorization server gives tokens to the client that asked, and to no other
  Codes and refresh tokens are stolen: from logs, from histories, by other programs of the
  same machine. What is stolen must be good for nothing.

  @AS-06 @MUST
  Rule: A code is worth nothing without its verifier
    Spec: 2026-07-28 basic/authorization/security-considerations, Authorization Code Protection; RFC 7636
    Fix: keep the code_challenge with the code, and refuse a code_verifier that is missing or does not fit

    Example: the right verifier
      Given a client
      When a code is redeemed with the right verifier
      Then there is a token

    Scenario Outline: redeemed <how>
      Given a client
      When a code is redeemed <how>
      Then there is no token

      Examples:
        | how                   |
        | with another verifier |
        | without a verifier    |
        | twice                 |
        | by another client     |

  @AS-12 @MUST
  Rule: A public client gets no code without a challenge
    Spec: 2026-07-28 basic/authorization/security-considerations, Authorization Code Protection; OAuth 2.1, 4.1.1
    Fix: refuse an authorization request of a public client that has no code_challenge

    Example: a request without a code challenge
      Given a public client
      When a user comes with the parameter "code_challenge" as ""
      Then the user gets no code

  @AS-07 @MUST
  Rule: A refresh token of a public client is good once
    Spec: 2026-07-28 basic/authorization/security-considerations, Token Theft; OAuth 2.1, 4.3.1
    Fix: give a new refresh token with each renewal, and refuse the old one

    Example: the first one is used again
      Given a public client
      And a user has logged in
      When the login is renewed twice with its first refresh token
      Then there is no token
