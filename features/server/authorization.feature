@target @http
Feature: A server that wants a token says so, and from where to get one
  A client that is refused without a hint can only ask its user, who does not know either.
  These checks are for servers that were reached with an Authorization header.

  @AUTH-01 @MUST
  Rule: A request without a valid token is answered with 401
    Spec: 2025-11-25 basic/authorization, Token Handling
    Fix: answer with 401 if the token is absent, unknown or expired

    Scenario Outline: <token>
      Given a fresh connection
      And the server wants a token
      And the header "Authorization" is "<value>"
      When initialize is sent
      Then the status is 401

      Examples:
        | token   | value                                                                                                      |
        | garbage | Bearer mcpsim-no-such-token                                                                                |
        | expired | Bearer eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJtY3BzaW0iLCJleHAiOjk0NjY4NDgwMH0.bWNwc2ltLW5vLWtleQ |

    Example: no token
      Given a fresh connection
      And the server wants a token
      And the header "Authorization" is left out
      When initialize is sent
      Then the status is 401

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

  @AUTH-04 @MUST
  Rule: A token in the query is not accepted
    Spec: 2025-11-25 basic/authorization, Token Requirements
    Fix: read tokens from the Authorization header alone

    Example: the valid token, in the URL
      Given a fresh connection
      And the server wants a token
      When initialize is sent with the token in the query
      Then initialize does not succeed

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

  @AUTH-07 @MAY
  Rule: A GET that is never served is refused with 405 also without a token
    Spec: robustness; clients take 401 for a reason to log in again
    Fix: look at the verb before the token

    Example: listening where there is no stream
      Given a session
      And the server wants a token
      And GET is answered with 405
      And the header "Authorization" is left out
      When GET is sent
      Then the status is 405
