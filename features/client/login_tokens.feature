@target @http @login
Feature: A client outlives its token
  Tokens end. What has to be done then depends on what the login gave.

  @OAC-36 @SHOULD
  Rule: A login that gave no refresh token is repeated
    Spec: 2026-07-28 basic/authorization, Refresh Tokens
    Fix: begin a new login when a token without refresh token ends

    Example: the token ends during a session
      Given the client can log in
      And a login at this server:
        """yaml
        authorization: {refresh: false}
        rules:
          - when: {method: tools/list, nth: 1}
            do: [{revoke: }]
        """
      When the client runs for at most 10s
      Then the client has done what it was asked for

  @OAC-37 @MAY
  Rule: A refresh token is used once
    Spec: robustness; basic/authorization, Token Theft
    Fix: store the new refresh token before anything else, and log in again on invalid_grant

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
      Then no "token refresh_token" is refused

    Example: a token that is renewed without another refresh token
      Given the client can log in
      And a login at this server:
        """yaml
        authorization: {rotate: false}
        rules:
          - when: {endpoint: token, grant: refresh_token, nth: 1}
            do: [{patch: {refresh_token: null}}]
            mayNotHappen: true
          - when: {method: notifications/initialized, nth: 1}
            do: [{revoke: }]
          - when: {method: tools/call, nth: 1}
            do: [{revoke: }, {status: {code: 401, headers: {WWW-Authenticate: Bearer error="invalid_token"}}}]
        """
      When the client runs for at most 10s
      Then a login that was renewed is not begun anew

    Example: the refresh token ends, too
      Given the client can log in
      And a login at this server:
        """yaml
        authorization: {}
        rules:
          - when: {method: tools/list, nth: 1}
            do: [{revoke: {all: true}}]
        """
      When the client runs for at most 10s
      Then the client asks for "token refresh_token" at most 3 times
      And the client has done what it was asked for

  @OAC-52 @SHOULD
  Rule: A code is used once
    Spec: OAuth 2.1, 4.1.2: the client MUST NOT use the authorization code more than once
    Fix: end the login, or begin it anew, when the code is refused; never send it again

    Example: it is refused
      Given the client can log in
      And a login at this server:
        """yaml
        authorization: {}
        rules:
          - when: {endpoint: token}
            do: [{status: {code: 400, headers: {Content-Type: application/json}, body: '{"error":"invalid_grant","error_description":"no"}'}}]
        """
      When the client runs for at most 10s
      Then no code is used twice

  @OAC-38 @MUST
  Rule: A token goes to the server that it was given for, and to no other
    Spec: basic/authorization, Token Handling; Access Token Privilege Restriction
    Fix: send the token to the origin of the server alone; leave it out where a redirect leads elsewhere

    Scenario Outline: the server sends the client elsewhere, with <code>
      Given the client can log in
      And a login at this server:
        """yaml
        authorization: {}
        rules:
          - when: {method: tools/call}
            do: [{status: {code: <code>, headers: {Location: "<other-origin>/elsewhere"}}}]
        """
      When the client runs for at most 10s
      Then no token goes to the path "/elsewhere"

      Examples:
        | code |
        | 302  |
        | 307  |
        | 308  |

    Example: none was given yet
      Fix: leave Authorization out until a login has given a token: undefined, null and an empty text are none

      Given the client can log in
      And a login at this server:
        """yaml
        authorization: {}
        """
      When the client runs for at most 10s
      Then no request presents a token before one was given

    Example: a login for more rights
      Given the client can log in
      And a login for "auth/scope-step-up" at this server:
        """yaml
        authorization: {}
        protected: {need: [read]}
        tools: [{name: test-tool, scopes: [write]}]
        """
      When the client runs for at most 10s
      Then no token goes to the authorization server

    Example: a login that is repeated
      Given the client can log in
      And a login at this server:
        """yaml
        authorization: {refresh: false}
        rules:
          - when: {method: tools/list, nth: 1}
            do: [{revoke: }]
        """
      When the client runs for at most 10s
      Then no token goes to the authorization server
