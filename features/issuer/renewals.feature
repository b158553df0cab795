@target
Feature: An authorization server renews a login for the client whose it is
  A refresh token is good for long. Who has stolen one must not be served for long with it,
  and never with more than the user has agreed to.

  @AS-07 @MUST
  Rule: A refresh token of a public client is good once
    Spec: 2026-07-28 basic/authorization/security-considerations, Token Theft; OAuth 2.1, 4.3.1
    Fix: give a new refresh token with each renewal, and refuse the old one

    Example: the first one is used again
      Given a public client
      And a user has logged in
      When the login is renewed twice with its first refresh token
      Then there is no token

    Example: the second one is used again
      Given a public client
      And a user has logged in
      When the login is renewed, and then twice with its second refresh token
      Then there is no token

    Example: it is used with a character more
      Fix: compare refresh tokens as a whole

      Given a public client
      And a user has logged in
      When the login is renewed with more than its refresh token
      Then there is no token

    Scenario Outline: <who> uses it
      Fix: keep with a refresh token the client that it was given to, and refuse it to others

      Given a public client
      And a user has logged in
      When <who> renews the login
      Then there is no token

      Examples:
        | who                          |
        | another client               |
        | another client with a secret |

    Scenario Outline: it is used with <what>
      Fix: let a client with a secret prove who it is with each renewal, too

      When the login of a client with a secret is renewed with <what>
      Then there is no token

      Examples:
        | what           |
        | another secret |
        | no secret      |

    Scenario Outline: it is used for no scope, and was given for <number>
      Fix: grant a renewal that names no scope the scopes of the login

      Given a client
      When a user logs in with <number>, and the login is renewed with none
      Then the renewal is for the same scopes

      Examples:
        | number     |
        | one scope  |
        | two scopes |

    Example: it is used for more
      Fix: grant a renewal no scope that the login has not

      Given a client
      When a user logs in with one scope, and the login is renewed with two
      Then the renewal grants no more than the login
