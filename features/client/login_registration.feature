@target @http @login
Feature: A client introduces itself to an authorization server
  A client has an id there, or a document that says who it is, or it registers.

  @OAC-11 @SHOULD
  Rule: A client takes the best way to an id that there is
    Spec: basic/authorization, Client Registration Approaches
    Fix: use a registration that there is; else the URL of the own document if that is supported; else register

    Example: it was registered beforehand
      Given the client can log in
      And a login for "auth/pre-registration" at this server:
        """yaml
        authorization: {clients: [{id: pre-registered-client, secret: pre-registered-secret}]}
        """
      And the client is told:
        """json
        {"client_id": "pre-registered-client", "client_secret": "pre-registered-secret"}
        """
      When the client runs for at most 10s
      Then the client never asks for "register"
      And each "authorize" has the client "pre-registered-client"

    Example: a registration beforehand is of use
      Given the client can log in
      And a login for "auth/pre-registration" at this server:
        """yaml
        authorization: {clients: [{id: pre-registered-client, secret: pre-registered-secret}]}
        """
      And the client is told:
        """json
        {"client_id": "pre-registered-client", "client_secret": "pre-registered-secret"}
        """
      When the client runs for at most 10s
      Then a login that was begun is completed

    Example: its own document says who it is
      Given the client can log in
      And a login for "auth/basic-cimd" at this server:
        """yaml
        authorization: {documents: true}
        """
      When the client runs for at most 10s
      Then the client never asks for "register"

    Example: a server that reads no documents
      Given the client can log in
      And a login for "auth/basic-cimd" at this server:
        """yaml
        authorization: {}
        """
      When the client runs for at most 10s
      Then the client registers

  @OAC-12 @SHOULD
  Rule: The id that is a document is an https URL with a path
    Spec: basic/authorization, Client ID Metadata Documents, Implementation Requirements
    Fix: publish the document below a path, over https

    Example: its own document says who it is
      Given the client can log in
      And a login for "auth/basic-cimd" at this server:
        """yaml
        authorization: {documents: true}
        """
      When the client runs for at most 10s
      Then each client id that is a URL is https and has a path

  @OAC-13 @MAY
  Rule: A client that knows no authorization server registers
    Spec: basic/authorization, Dynamic Client Registration
    Fix: send a registration request where there is an endpoint for it

    Example: there is no other way
      Given a login at this server:
        """yaml
        authorization: {}
        """
      When the client runs for at most 10s
      Then the client registers

    Example: the answer has members that are empty
      Fix: use client_id and client_secret of the answer, and pass over members that you do not need

      Given the client can log in
      And a login at this server:
        """yaml
        authorization: {}
        rules:
          - when: {endpoint: register}
            do: [{patch: {client_uri: "", logo_uri: "", scope: "", contacts: []}}]
        """
      When the client runs for at most 10s
      Then the client has done what it was asked for

    Example: it is answered with 200
      Fix: take any success for one: 201 is usual, 200 is common

      Given the client can log in
      And a login at this server:
        """yaml
        authorization: {}
        rules:
          - when: {endpoint: register}
            do: [{status: {code: 200, answer: true}}]
        """
      When the client runs for at most 10s
      Then the client has done what it was asked for

  @OAC-14 @SHOULD
  Rule: A registration says what kind of application it is
    Spec: 2026-07-28 basic/authorization, Application Type and Redirect URI Constraints (there a MUST)
    Fix: send application_type, native for a redirect to loopback

    Example: it is asked for nothing
      Given a login at this server:
        """yaml
        authorization: {}
        """
      When the client runs for at most 10s
      Then each registration has "application_type"
      And each registration with loopback is "native"

  @OAC-34 @SHOULD
  Rule: A registration asks for refresh tokens
    Spec: 2026-07-28 basic/authorization, Refresh Tokens
    Fix: send grant_types with authorization_code and refresh_token

    Example: it is asked for nothing
      Given a login at this server:
        """yaml
        authorization: {}
        """
      When the client runs for at most 10s
      Then each registration has "refresh_token" in "grant_types"

  @OAC-15 @SHOULD
  Rule: A registration that is refused is an error
    Spec: 2026-07-28 basic/authorization, Application Type and Redirect URI Constraints
    Fix: end the login and tell the user error and error_description

    Example: the redirect URI is refused
      Given the client can log in
      And a login at this server:
        """yaml
        authorization: {}
        rules:
          - when: {endpoint: register}
            do: [{status: {code: 400, headers: {Content-Type: application/json}, body: '{"error":"invalid_redirect_uri","error_description":"no"}'}}]
        """
      When the client runs for at most 10s
      Then the client asks for "register" at most 3 times
      And the client never asks for "authorize"
      And the client fails by itself

  @OAC-39 @MUST
  Rule: A client has itself redirected to https or to loopback
    Spec: basic/authorization, Communication Security
    Fix: use a redirect URI of https, or of http to a loopback address

    Example: it is asked for nothing
      Given a login at this server:
        """yaml
        authorization: {}
        """
      When the client runs for at most 10s
      Then each redirect goes to https or to loopback

  @OAC-50 @MAY
  Rule: A client registers once at an authorization server
    Spec: robustness; basic/authorization, Dynamic Client Registration
    Fix: keep the client_id with the issuer that gave it; a refresh token belongs to the client that it was given to

    Example: tokens end twice
      Given the client can log in
      And a login at this server:
        """yaml
        authorization: {}
        rules:
          - when: {method: tools/list, nth: 1}
            do: [{revoke: }]
          - when: {method: tools/call, nth: 1}
            do: [{revoke: }, {status: {code: 401, headers: {WWW-Authenticate: Bearer error="invalid_token"}}}]
        """
      When the client runs for at most 10s
      Then the client asks for "register" at most 1 time

    Example: a token without a refresh token ends
      Given the client can log in
      And a login at this server:
        """yaml
        authorization: {refresh: false}
        rules:
          - when: {method: tools/list, nth: 1}
            do: [{revoke: }]
        """
      When the client runs for at most 10s
      Then the client asks for "register" at most 1 time
