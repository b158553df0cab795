@target @http @login
Feature: A client understands what an authorization server says
  It says what it wants, and what it gives. A client that reads half of that is refused, or
  uses what it was not given.

  @OAC-46 @MUST
  Rule: A correct authorization server has nothing to refuse
    Spec: OAuth 2.1, Authorization Code Grant; RFC 7591, Client Registration Endpoint
    Fix: read the error of the authorization server: it says which parameter is missing, or differs from the one before

    Example: registration, authorization and token
      Given a login at this server:
        """yaml
        authorization: {}
        """
      When the client runs for at most 10s
      Then the login does not fail for what it sends

    @SHOULD
    Scenario Outline: the type of the token is <type>
      Fix: compare token_type without case

      Given the client can log in
      And a login at this server:
        """yaml
        authorization: {}
        rules:
          - when: {endpoint: token}
            do: [{patch: {token_type: <type>}}]
        """
      When the client runs for at most 10s
      Then the client has done what it was asked for

      Examples:
        | type   |
        | bearer |
        | BEARER |

    @SHOULD
    Scenario Outline: the type of the media is <type>
      Fix: compare type and subtype without case, and leave parameters of the header aside

      Given the client can log in
      And a login at this server:
        """yaml
        authorization: {}
        rules:
          - when: {endpoint: resource-metadata}
            do: [{headers: {Content-Type: "<type>"}}]
          - when: {endpoint: metadata}
            do: [{headers: {Content-Type: "<type>"}}]
        """
      When the client runs for at most 10s
      Then the client has done what it was asked for

      Examples:
        | type                            |
        | application/json; charset=utf-8 |
        | Application/JSON                |

    @SHOULD
    Example: metadata that say more than the client knows
      Fix: skip members of metadata that you do not know

      Given the client can log in
      And a login at this server:
        """yaml
        authorization: {}
        rules:
          - when: {endpoint: resource-metadata}
            do: [{patch: {x-new: {a: 1}, resource_policy_uri: "https://a.example/"}}]
          - when: {endpoint: metadata}
            do: [{patch: {x-new: [1], response_modes_supported: [query, fragment, form_post, x-new], ui_locales_supported: []}}]
        """
      When the client runs for at most 10s
      Then the client has done what it was asked for

  @OAC-51 @SHOULD
  Rule: A login that was begun with a correct server is completed
    Spec: OAuth 2.1, Authorization Code Grant
    Fix: read what your client writes when it fails: the authorization server has refused nothing

    Example: registration, authorization and token
      Given a login at this server:
        """yaml
        authorization: {}
        """
      When the client runs for at most 10s
      Then a login that was begun is completed

  @OAC-47 @MUST
  Rule: What the URL for authorizations has in its query stays there
    Spec: RFC 6749, 3.1 Authorization Endpoint
    Fix: add your parameters to the query of authorization_endpoint; do not replace it, and begin no second one

    Example: a tenant
      Given the client can log in
      And a login at this server:
        """yaml
        authorization: {}
        rules:
          - when: {endpoint: metadata}
            do: [{patch: {authorization_endpoint: "<origin>/authorize?tenant=a%20b"}}]
        """
      When the client runs for at most 10s
      Then each authorization has the query "tenant" with "a b"

  @OAC-49 @SHOULD
  Rule: An authorization that is refused is the end of the login
    Spec: OAuth 2.1, Authorization Code Grant, Error Response
    Fix: look for error in what comes back before you look for code; ask for no token, and tell the user

    Example: the user says no
      Given the client can log in
      And a login at this server:
        """yaml
        authorization: {deny: access_denied}
        """
      When the client runs for at most 10s
      Then the client never asks for "token"
      And the client asks for "authorize" at most 3 times
      And the client fails by itself

    @MAY
    Example: a token that is refused with 200
      Fix: look for error in the answer of the token endpoint whatever its status is, and use no token of such an answer

      Given the client can log in
      And a login at this server:
        """yaml
        authorization: {}
        rules:
          - when: {endpoint: token}
            do: [{status: {code: 200, headers: {Content-Type: application/json}, body: '{"error":"invalid_grant","error_description":"no"}'}}]
        """
      When the client runs for at most 10s
      Then no request presents a token

  @OAC-48 @SHOULD
  Rule: A token of a type that the client does not know is not used
    Spec: RFC 6749, 7.1 Access Token Types (there a MUST NOT)
    Fix: compare token_type with the types that you can present, in any case, and end the login at another one

    Scenario Outline: the type <type>
      Given the client can log in
      And a login at this server:
        """yaml
        authorization: {}
        rules:
          - when: {endpoint: token}
            do: [{patch: {token_type: <type>}}]
        """
      When the client runs for at most 10s
      Then no request presents the token as a bearer token

      Examples:
        | type |
        | DPoP |
        | mac  |
