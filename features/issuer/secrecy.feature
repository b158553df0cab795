@target
Feature: An authorization server keeps what it says from all but the client
  Codes and tokens pass through browsers and networks. Who listens there must hear nothing.

  @AS-11 @MUST
  Rule: No user is sent to another machine without TLS
    Spec: 2026-07-28 basic/authorization/security-considerations, Communication Security
    Fix: register redirect URIs with https, and with http those of loopback addresses alone; name endpoints with https

    Scenario Outline: <what>
      When a client registers with the redirect URI "<uri>", and a user comes
      Then the user is sent nowhere

      Examples:
        | what                       | uri                            |
        | a redirect URI without TLS | http://client.example/callback |
        | a redirect URI of a script | javascript:alert(1)            |
        | one of the local network   | http://192.168.1.9/callback    |
        | a name like an address     | http://127.0.0.1.evil.example/ |
        | a name like localhost      | http://localhost.evil.example/ |

    Example: the endpoints
      Given the metadata of the issuer
      Then every endpoint that they name has TLS

  @AS-12 @MUST
  Rule: A public client gets no code without a challenge
    Spec: 2026-07-28 basic/authorization/security-considerations, Authorization Code Protection; OAuth 2.1, 4.1.1
    Fix: refuse an authorization request of a public client that has no code_challenge, and one for a token instead of a code

    Example: a request without a code challenge
      Given a public client
      When a user comes with the parameter "code_challenge" as ""
      Then the user gets no code

    Example: a request for a token
      Given a public client
      When a user comes with the parameter "response_type" as "token"
      Then the user gets no token

    Example: a request for a code
      Fix: put no token into an answer to a user: it comes from the token endpoint

      Given a public client
      When a user comes with a correct request
      Then the user gets no token

  @AS-16 @SHOULD
  Rule: What is stolen is soon worth nothing
    Spec: 2026-07-28 basic/authorization/security-considerations, Token Theft; OAuth 2.1, 4.1.3 and 4.3.1
    Fix: give access tokens for minutes or hours; when a code or a refresh token comes twice, end the login that it belongs to

    Example: an access token
      Given a client
      When a code is redeemed with the right verifier
      Then the token is good for a day at most

    Example: an access token of a renewal
      Given a client
      And a user has logged in
      When the login is renewed
      Then the token is good for a day at most

    Example: a code comes twice
      Given a client
      When a code is redeemed twice
      Then the login has ended, if it is not told by AS-06

    Example: a refresh token comes twice
      Given a public client
      And a user has logged in
      When the login is renewed twice with its first refresh token
      Then the login has ended, if it is not told by AS-07
