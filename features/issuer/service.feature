@target
Feature: An authorization server serves clients that do as they were told
  A client that has registered itself knows nothing else of the server. Where it is refused,
  or gets what others could guess, nobody is there to change its settings.

  @AS-18 @MUST
  Rule: A correct request is served
    Spec: 2026-07-28 basic/authorization, Overview; OAuth 2.1, 2.4, 3.1 and 4.1.1
    Fix: serve requests without parameters that are optional, and secrets in the way that the client has registered

    Example: an authorization request
      Given a client
      When a user comes with a correct request
      Then the correct request is served

    @SHOULD
    Example: without a state
      Given a client
      When a user comes with the parameter "state" as ""
      Then the request is served without it, too

    Example: without a scope
      Given a client
      When a user comes with the parameter "scope" as ""
      Then the request is served without it, too

    Example: the second of two redirect URIs
      Fix: take each of the redirect URIs that a client has registered

      Given a client
      And a client with the redirect URIs "https://client.example/a" and "https://client.example/b"
      When a user comes with a correct request
      Then the user gets what a client with one redirect URI gets

    Example: a client with a secret
      Fix: take a secret in the way that the client has registered

      When a code of a client with a secret is redeemed with its secret
      Then there is a token, as for a client without one

  @AS-19 @MUST
  Rule: An answer to a user is one that clients can read
    Spec: 2026-07-28 basic/authorization, Standards Compliance; OAuth 2.1, 3.1 and 4.1.2
    Fix: send each parameter once, and of the errors that OAuth has for this endpoint the one that fits

    Example: a correct request
      Given a client
      When a user comes with a correct request
      Then no parameter of the answer is there twice

    Scenario Outline: another <parameter>
      Given a client
      When a user comes with the parameter "<parameter>" as "mcpsim"
      Then an error of the answer is one that clients know

      Examples:
        | parameter             |
        | response_type         |
        | code_challenge_method |
        | scope                 |

  @AS-20 @MUST
  Rule: What is given cannot be guessed
    Spec: 2026-07-28 basic/authorization/security-considerations, Token Theft; OAuth 2.1, 7.1; RFC 6749, 10.10
    Fix: make codes, tokens and secrets of 128 random bits or more

    Scenario Outline: <what>
      Given a client
      When two are given of "<what>"
      Then no "<what>" can be guessed from another one

      Examples:
        | what          |
        | code          |
        | access_token  |
        | refresh_token |
        | client_secret |

  @AS-21 @MUST
  Rule: A client that anyone can be gets no token of its own
    Spec: 2026-07-28 basic/authorization, Standards Compliance; OAuth 2.1, 4.2
    Fix: give tokens for client_credentials to clients that have proved who they are

    Example: a public client
      Given a public client
      When the client asks for a token of its own
      Then there is no token
