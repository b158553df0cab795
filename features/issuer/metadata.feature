@target
Feature: An authorization server says what it is
  A client knows no more of it than its issuer. What it reads there decides where codes and
  secrets are sent to.

  @AS-01 @MUST
  Rule: The metadata are where the issuer says, and name it
    Spec: 2026-07-28 basic/authorization/authorization-server-discovery; RFC 8414
    Fix: serve them below /.well-known/oauth-authorization-server or openid-configuration, with the issuer that clients were told

    Example: they are found
      When the metadata are looked for
      Then they are found

    Example: they are of this issuer
      Fix: set issuer to the URL that the metadata are found by, character for character

      When the metadata are looked for
      Then wherever they are found their issuer is the one that was asked for

    Example: they are JSON
      Fix: serve them as application/json

      When the metadata are looked for
      Then wherever they are found they are JSON

    Example: where there are none
      Fix: answer with 404 where you have none

      When the metadata are looked for
      Then no place of them is broken

    Scenario Outline: <endpoint>
      Fix: name the endpoint: clients cannot guess it

      Given the metadata of the issuer
      Then they name "<endpoint>"

      Examples:
        | endpoint               |
        | authorization_endpoint |
        | token_endpoint         |

    Example: all endpoints
      Fix: give every endpoint an absolute URL

      Given the metadata of the issuer
      Then every endpoint that they name is a URL

    Example: all lists
      Fix: make members that are lists arrays of strings

      Given the metadata of the issuer
      Then every list that they have is one

    Example: the response types
      Fix: set response_types_supported to ["code"], which clients need

      Given the metadata of the issuer
      Then "response_types_supported" is a list with "code" in it

    Example: the keys
      Fix: serve the keys at jwks_uri, or leave it out

      Given the metadata of the issuer
      Then the keys of the server are where they say

    Example: the grant types
      Fix: list in grant_types_supported what the token endpoint takes

      Given a client
      Then the token endpoint knows each grant type that they list

    Example: codes are taken
      Fix: list in grant_types_supported what the token endpoint takes

      Given a client
      When a code is redeemed with the right verifier
      Then the grant type "authorization_code" is listed if it is taken

    Example: refresh tokens are taken
      Fix: list in grant_types_supported what the token endpoint takes

      Given a client
      And a user has logged in
      When the login is renewed
      Then the grant type "refresh_token" is listed if it is taken

  @AS-02 @MUST
  Rule: The metadata say that PKCE is checked, with S256
    Spec: 2026-07-28 basic/authorization/security-considerations, Authorization Code Protection
    Fix: put code_challenge_methods_supported into the metadata: clients must refuse a server without it

    Example: the challenge methods
      Given the metadata of the issuer
      Then wherever they are found, "code_challenge_methods_supported" is a list with "S256" in it

  @AS-08 @SHOULD
  Rule: Clients may be described by a metadata document
    Spec: 2026-07-28 basic/authorization/client-registration, Client ID Metadata Documents
    Fix: support them, and set client_id_metadata_document_supported

    Example: the metadata
      Given the metadata of the issuer
      Then "client_id_metadata_document_supported" is true
