@target @http @login
Feature: A client asks for an authorization, and for a token
  Each of these parameters stops an attack. An authorization server that does not mind does
  not say so.

  @OAC-18 @MUST
  Rule: An authorization is bound to a verifier by S256
    Spec: basic/authorization, Authorization Code Protection
    Fix: send code_challenge with code_challenge_method S256, and the verifier with the code

    Example: an ordinary login
      Given a login at this server:
        """yaml
        authorization: {}
        """
      When the client runs for at most 10s
      Then each "authorize" has the challenge "S256"
      And each "token authorization_code" has the verifier "right"

    Example: a login after a token that ended
      Given the client can log in
      And a login at this server:
        """yaml
        authorization: {refresh: false}
        rules:
          - when: {method: tools/list, nth: 1}
            do: [{revoke: }]
        """
      When the client runs for at most 10s
      Then each "token authorization_code" has the verifier "right"

    Example: every login
      When the client runs in every situation
      Then no "code_challenge" of an authorization is that of another run

  @OAC-20 @MUST
  Rule: Every request for an authorization or a token names the server
    Spec: basic/authorization, Resource Parameter Implementation
    Fix: send resource, the canonical URI of the server, in authorization, token and refresh requests

    Example: an ordinary login
      Given a login at this server:
        """yaml
        authorization: {}
        """
      When the client runs for at most 10s
      Then each "authorize" has the resource of the server
      And each "token authorization_code" has the resource of the server
      And the server takes the token

    @SHOULD
    Example: it is named as exactly as it can be
      Given a login at this server:
        """yaml
        authorization: {}
        """
      When the client runs for at most 10s
      Then each "authorize" has the resource "/mcp" of the server

    Example: a token is renewed
      Given the client can log in
      And a login at this server:
        """yaml
        authorization: {}
        rules:
          - when: {method: tools/list, nth: 1}
            do: [{revoke: }]
        """
      When the client runs for at most 10s
      Then each "token refresh_token" has the resource of the server

  @OAC-21 @SHOULD
  Rule: A client sends a state and takes no other one back
    Spec: basic/authorization, Open Redirection
    Fix: send a random state, and end the login if another or none comes back

    Example: an ordinary login
      Given a login at this server:
        """yaml
        authorization: {}
        """
      When the client runs for at most 10s
      Then each "authorize" has the state "yes"

    Example: every login
      When the client runs in every situation
      Then no "state" of an authorization is that of another run

    Example: a login after a token that ended
      Given the client can log in
      And a login at this server:
        """yaml
        authorization: {refresh: false}
        rules:
          - when: {method: tools/list, nth: 1}
            do: [{revoke: }]
        """
      When the client runs for at most 10s
      Then each "authorize" has the state "yes"

    Scenario Outline: <which> comes back
      Given the client can log in
      And a login at this server:
        """yaml
        authorization: {}
        rules:
          - when: {endpoint: authorize}
            do: [{patch: {state: <state>}}]
        """
      When the client runs for at most 10s
      Then the client never asks for "token"

      Examples:
        | which        | state  |
        | another one  | forged |
        | none         | null   |

  @OAC-01 @MUST
  Rule: The token goes with every request to the server, and nowhere else
    Spec: basic/authorization, Token Requirements
    Fix: send Authorization with each POST, GET and DELETE to the server, in a session too

    Example: an ordinary login
      Given a login at this server:
        """yaml
        authorization: {}
        """
      When the client runs for at most 10s
      Then every request after the login carries the token
      And no token goes to the authorization server

    Scenario Outline: <what>
      Given the client can log in
      And a login at this server:
        """yaml
        authorization: {}
        http: {resume: true, retry: 200ms}
        rules:
          - when: {method: tools/call, nth: 1}
            do: [<do>]
        """
      When the client runs for at most 10s
      Then every request after the login carries the token

      Examples:
        | what                          | do                                                                       |
        | an answer to a question       | {as: sse}, {request: ping}, {request: roots/list}, {delay: 1500ms}       |
        | a stream that is resumed      | {as: sse}, {end: eof}, {delay: 800ms}                                    |
        | a session that is lost        | {session: expire}                                                        |
