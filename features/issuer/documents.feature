@target
Feature: An authorization server trusts a client metadata document for what it is
  Anyone can write one. It vouches for the redirect URIs of its own client alone, and its
  address can be meant to have the server ask where its author cannot.

  @AS-09 @MUST
  Rule: A document vouches for its own client and its own redirect URIs
    Spec: 2026-07-28 basic/authorization/client-registration, Implementation Requirements
    Fix: compare client_id of the document with the URL that it was fetched from, and redirect_uri with its redirect_uris

    Example: a redirect URI that the document does not name
      Given a client that a metadata document describes
      When a user comes with the parameter "redirect_uri" as "http://127.0.0.1:33418/other"
      Then the user is sent nowhere

    Example: a document of another client
      Given a client that a metadata document describes
      When a user comes with the client id of a document that names another one
      Then the user gets no code

  @AS-10 @MAY
  Rule: A document at a private address is not fetched
    Spec: 2026-07-28 basic/authorization/security-considerations, Authorization Server Abuse Protection
    Fix: refuse client ids at loopback and private addresses before anything is fetched

    Scenario Outline: this machine, over <scheme>
      Given the metadata of the issuer
      And the authorization server is on this machine
      When a user comes with the client id <scheme>://CANARY/client.json
      Then the document was not fetched

      Examples:
        | scheme |
        | https  |
        | http   |
