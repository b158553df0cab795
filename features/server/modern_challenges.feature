@target @modern @http
Feature: A modern server says from where to get a token, and for what
  A client logs in with nothing but the challenge and the metadata. What they leave out
  its user has to guess; what they ask for in excess its user has to grant.
  These checks are for servers that were reached with a token.

  @M-AUTH-02 @MUST
  Rule: The metadata of the protected resource can be found
    Spec: 2026-07-28 basic/authorization/authorization-server-discovery; RFC 9728
    Fix: serve it under /.well-known/oauth-protected-resource, or name it as resource_metadata in the 401

    Example: a client without a token
      Given a connection
      And the server wants a token
      When the protected resource metadata is fetched
      Then the metadata is found

    @SHOULD
    Example: how the challenge names it
      Fix: give resource_metadata an absolute URL

      Given a connection
      And the server wants a token
      Then the challenge names no metadata but by a whole URL

    @SHOULD
    Example: how the challenge is written
      Fix: put the values of the challenge into quotes, and commas between them

      Given a connection
      And the server wants a token
      Then the challenge can be read

    @SHOULD
    Example: how the challenge of a wrong token is written
      Fix: put the values of the challenge into quotes, and commas between them

      Given a connection of its own
      And the server wants a token
      And the header "Authorization" is "Bearer mcpsim-no-such-token"
      When the request "server/discover" is sent
      Then its challenge can be read

    @SHOULD
    Example: its type
      Fix: serve it as application/json

      Given a connection
      And the server wants a token
      When the protected resource metadata is fetched
      Then the metadata is called JSON

    Example: what else is in it
      Fix: give each member the type that RFC 9728 gives it, or leave it out

      Given a connection
      And the server wants a token
      When the protected resource metadata is fetched
      Then what else is in the metadata has the types of RFC 9728

  @M-AUTH-03 @MUST
  Rule: The metadata names an authorization server, and the server itself
    Spec: 2026-07-28 basic/authorization/authorization-server-discovery; RFC 9728
    Fix: list authorization_servers, and set resource to the URL that clients use

    Example: a client without a token
      Given a connection
      And the server wants a token
      When the protected resource metadata is fetched
      Then it names an authorization server
      And its resource is the URL of the server

    @SHOULD
    Example: its authorization servers
      Given a connection
      And the server wants a token
      When the protected resource metadata is fetched
      Then its authorization servers say where they are

    @SHOULD
    Example: its resource
      Given a connection
      And the server wants a token
      When the protected resource metadata is fetched
      Then its resource has no slash more than the URL of the server

  @M-AUTH-13 @MAY
  Rule: Clients in browsers can read the metadata
    Spec: robustness; 2026-07-28 basic/authorization/authorization-server-discovery
    Fix: send Access-Control-Allow-Origin: * with the metadata, which is public

    Example: a client without a token
      Given a connection
      And the server wants a token
      When the protected resource metadata is fetched
      Then other origins may read it

  @M-AUTH-05 @SHOULD
  Rule: A refusal says which scopes are needed
    Spec: 2026-07-28 basic/authorization, Scope Selection Strategy
    Fix: put scope into the challenge of a 401, and error="insufficient_scope" with all scopes into that of a 403

    Example: no token
      Given a connection
      And the server wants a token
      Then the challenge has a scope

    Example: a token that is not good for everything
      Given a connection
      And the server wants a token
      When everything that is declared is asked for
      Then each 403 says which scopes are missing

    Example: a token with few scopes
      Given a connection of its own
      And the server wants a token
      And the token is one with few scopes
      When everything that is declared is asked for
      Then each 403 says which scopes are missing

  @M-AUTH-06 @SHOULD
  Rule: The server does not ask for offline_access
    Spec: 2026-07-28 basic/authorization, Refresh Tokens
    Fix: leave offline_access to clients and authorization servers: it opens nothing of the server's

    Example: the challenge
      Given a connection
      And the server wants a token
      Then the challenge does not have the scope "offline_access"

    Example: the challenge of a wrong token
      Given a connection of its own
      And the server wants a token
      And the header "Authorization" is "Bearer mcpsim-no-such-token"
      When the request "server/discover" is sent
      Then its challenge does not have the scope "offline_access"

    Example: the metadata
      Given a connection
      And the server wants a token
      When the protected resource metadata is fetched
      Then it does not list the scope "offline_access"

    Example: a token with few scopes
      Given a connection of its own
      And the server wants a token
      And the token is one with few scopes
      When everything that is declared is asked for
      Then no 403 asks for the scope "offline_access"

  @M-AUTH-10 @SHOULD
  Rule: A refusal for want of a scope says where the metadata is
    Spec: 2026-07-28 basic/authorization, Runtime Insufficient Scope Errors
    Fix: put resource_metadata into the challenge of a 403, too

    Example: a token that is not good for everything
      Given a connection
      And the server wants a token
      When everything that is declared is asked for
      Then each 403 says where the metadata is

    Example: a token with few scopes
      Given a connection of its own
      And the server wants a token
      And the token is one with few scopes
      When everything that is declared is asked for
      Then each 403 says where the metadata is

  @M-AUTH-11 @MUST
  Rule: A token with a broader scope does what a narrower one would
    Spec: 2026-07-28 basic/authorization, Step-Up Authorization Flow
    Fix: look at what the scopes of a token imply, not only for the names that the challenge has

    Example: a token whose scope implies those that are needed
      Given a connection of its own
      And the server wants a token
      And the token is one with a broader scope
      When everything that is declared is asked for
      Then nothing is refused for want of a scope
