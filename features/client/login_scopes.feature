@target @http @login
Feature: A client asks for the scopes that it needs
  Too few scopes end in a refusal, too many in a question that nobody can answer.

  @OAC-28 @SHOULD
  Rule: The challenge says which scopes to ask for, else the metadata do
    Spec: basic/authorization, Scope Selection Strategy
    Fix: ask for scope of the challenge; without it for all of scopes_supported; without that for none

    Scenario Outline: <which>
      Given the client can log in
      And a login for "<scenario>" at this server:
        """yaml
        authorization: {<login>}
        protected: {<protected>}
        """
      When the client runs for at most 10s
      Then authorization 1 asks for the scopes "<scopes>"

      Examples:
        | which                                  | scenario                           | login               | protected                           | scopes  |
        | the challenge has some                 | auth/scope-from-www-authenticate   |                     | challenge: read, scopes: [one, two] | read    |
        | only the metadata have some            | auth/scope-from-scopes-supported   |                     | scopes: [one, two]                  | one two |
        | there are none                         | auth/scope-omitted-when-undefined  |                     | need: []                            |         |
        | those of the authorization server are others | auth/scope-from-scopes-supported | scopes: [all, more] | scopes: [one, two]                | one two |
        | those of the authorization server alone | auth/scope-omitted-when-undefined | scopes: [all, more] | need: []                            |         |

  @OAC-29 @SHOULD
  Rule: Scopes of a challenge need not be among those of the metadata
    Spec: 2026-07-28 basic/authorization, Scope Selection Strategy (there a MUST NOT)
    Fix: take the scopes of a challenge as they are: no subset, no superset of scopes_supported

    Scenario Outline: the challenge has <which>
      Given the client can log in
      And a login for "auth/scope-from-www-authenticate" at this server:
        """yaml
        authorization: {}
        protected: {need: [], challenge: <challenge>, scopes: [read, write]}
        """
      When the client runs for at most 10s
      Then authorization 1 asks for the scopes "<challenge>"

      Examples:
        | which            | challenge  |
        | one that is more | read extra |
        | others alone     | extra      |

  @OAC-35 @MAY
  Rule: Access without the user is asked for only where it can be given
    Spec: 2026-07-28 basic/authorization, Refresh Tokens
    Fix: ask for offline_access only if scopes_supported of the authorization server has it

    Example: it cannot be given
      Given the client can log in
      And a login at this server:
        """yaml
        authorization: {scopes: [read]}
        protected: {challenge: read}
        """
      When the client runs for at most 10s
      Then no authorization asks for the scope "offline_access"

  @OAC-30 @SHOULD
  Rule: A client that lacks a scope asks for it
    Spec: basic/authorization, Step-Up Authorization Flow
    Fix: authorize again on 403 with insufficient_scope, and repeat the request

    Example: a tool needs more
      Given the client can log in
      And a login for "auth/scope-step-up" at this server:
        """yaml
        authorization: {}
        protected: {need: [read]}
        tools: [{name: test-tool, scopes: [write]}]
        """
      When the client runs for at most 10s
      Then authorization 2 asks for the scopes "read write"
      And the client has done what it was asked for

  @OAC-31 @SHOULD
  Rule: What was asked for before is asked for again
    Spec: 2026-07-28 basic/authorization, Step-Up Authorization Flow
    Fix: ask for the union of the scopes that were requested and those of the challenge, and no others

    Example: the challenge names the new scope alone
      Given the client can log in
      And a login for "auth/scope-step-up" at this server:
        """yaml
        authorization: {}
        protected: {challenge: read, scopes: [read, write, admin]}
        tools: [{name: test-tool, scopes: [write]}]
        """
      When the client runs for at most 10s
      Then authorization 2 asks for the scopes "read write"

  @OAC-32 @SHOULD
  Rule: A scope that is never given is not asked for without end
    Spec: basic/authorization, Step-Up Authorization Flow
    Fix: give up after a few authorizations for one operation

    Example: the authorization server gives less than it is asked for
      Given the client can log in
      And a login for "auth/scope-retry-limit" at this server:
        """yaml
        authorization: {grant: []}
        tools: [{name: test-tool, scopes: [write]}]
        """
      When the client runs for at most 12s
      Then the client asks for "authorize" at most 3 times

  @OAC-33 @MAY
  Rule: A refusal that asks for no scope begins no login
    Spec: robustness; basic/authorization, Error Handling
    Fix: take 403 without insufficient_scope for the answer

    Example: 403 alone
      Given the client can log in
      And a login at this server:
        """yaml
        authorization: {}
        rules:
          - when: {method: tools/call}
            do: [{status: {code: 403, body: no}}]
        """
      When the client runs for at most 10s
      Then the client asks for "authorize" at most 1 time
