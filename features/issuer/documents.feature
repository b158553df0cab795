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
      Fix: compare client_id of the document with the URL that it was fetched from

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

  @AS-15 @MUST
  Rule: A registration says what was registered, or why it was not
    Spec: 2026-07-28 basic/authorization/client-registration, Dynamic Client Registration; RFC 7591, 3.2 and 5
    Fix: answer with HTTP 201 and the client as it is registered; refuse with HTTP 400 and an error in JSON

    Scenario Outline: a client <which>
      When a client registers <which>
      Then the answer says what was registered

      Examples:
        | which         |
        | as it should  |
        | with a secret |

    Scenario Outline: <which>
      When a client registers <which>
      Then the registration is refused

      Examples:
        | which                               |
        | without a redirect URI              |
        | with an empty list of them          |
        | with a redirect URI that is 5       |
        | with a redirect URI without a host  |
        | with a redirect URI with a fragment |
        | with what is no JSON                |

    Example: with a redirect URI that need not be taken
      When a client registers with a redirect URI without TLS
      Then a refusal says why
