@target @http
Feature: A server that wants a token says so, and from where to get one
  A client that is refused without a hint can only ask its user, who does not know either.
  These checks are for servers that were reached with an Authorization header.

  @AUTH-02 @MUST
  Rule: The metadata of the protected resource can be found
    Spec: 2025-11-25 basic/authorization, Authorization Server Location; RFC 9728
    Fix: serve it under /.well-known/oauth-protected-resource, or name it as resource_metadata in the 401

    Example: a client without a token
      Given a session
      And the revision is "2025-06-18" or later
      And the server wants a token
      When the protected resource metadata is fetched
      Then the metadata is found

    @SHOULD
    Example: how the challenge names it
      Fix: give resource_metadata an absolute URL

      Given a session
      And the revision is "2025-06-18" or later
      And the server wants a token
      Then the challenge names no metadata but by a whole URL

    @SHOULD
    Example: what the challenge asks for
      Fix: send WWW-Authenticate with the 401, of the scheme Bearer

      Given a session
      And the revision is "2025-06-18" or later
      And the server wants a token
      Then the challenge is one for tokens

    @SHOULD
    Example: its type
      Fix: serve it as application/json

      Given a session
      And the revision is "2025-06-18" or later
      And the server wants a token
      When the protected resource metadata is fetched
      Then the metadata is called JSON

    Example: what else is in it
      Fix: give each member the type that RFC 9728 gives it, or leave it out

      Given a session
      And the revision is "2025-06-18" or later
      And the server wants a token
      When the protected resource metadata is fetched
      Then what else is in the metadata has the types of RFC 9728

  @AUTH-03 @MUST
  Rule: The metadata names an authorization server, and the server itself
    Spec: 2025-11-25 basic/authorization, Authorization Server Location; RFC 9728
    Fix: list authorization_servers, and set resource to the URL that clients use

    Example: a client without a token
      Given a session
      And the revision is "2025-06-18" or later
      And the server wants a token
      When the protected resource metadata is fetched
      Then it names an authorization server
      And its resource is the URL of the server

  @AUTH-13 @MAY
  Rule: Clients in browsers can read the metadata
    Spec: robustness; the metadata is public
    Fix: send Access-Control-Allow-Origin: * with it

    Example: a client without a token
      Given a session
      And the server wants a token
      When the protected resource metadata is fetched
      Then other origins may read it

  @AUTH-05 @SHOULD
  Rule: A refusal says which scopes are needed
    Spec: 2025-11-25 basic/authorization, Scope Challenge Handling
    Fix: put scope into the challenge of a 401, and error="insufficient_scope" with all scopes into that of a 403

    Example: no token
      Given a session
      And the revision is "2025-11-25" or later
      And the server wants a token
      Then the challenge has a scope

    Example: a token that is not good for everything
      Given a session
      And the revision is "2025-11-25" or later
      And the server wants a token
      When everything that is declared is asked for
      Then each 403 says which scopes are missing

  @AUTH-10 @SHOULD
  Rule: A refusal for want of a scope says where the metadata is
    Spec: 2025-11-25 basic/authorization, Runtime Insufficient Scope Errors
    Fix: put resource_metadata into the challenge of a 403, too

    Example: a token that is not good for everything
      Given a session
      And the revision is "2025-11-25" or later
      And the server wants a token
      When everything that is declared is asked for
      Then each 403 says where the metadata is
