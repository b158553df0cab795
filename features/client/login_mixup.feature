@target @http @login
Feature: A client takes an authorization from whom it has asked alone
  An attacker who runs one authorization server can make a client give it the code of
  another. The parameter iss says whose answer it is (RFC 9207).

  @OAC-22 @SHOULD
  Rule: The issuer is kept before the user is sent away
    Spec: 2026-07-28 basic/authorization, Authorization Response Validation (there a MUST)
    Fix: keep the issuer with state and verifier, and compare the answer with it, whatever is said meanwhile

    Example: meanwhile the server names another one, and the answer claims to be of that
      Given the client can log in
      And a login at this server:
        """yaml
        authorization: [{name: first}, {name: second, path: /second}]
        rules:
          - when: {endpoint: resource-metadata}
            do: [{patch: {authorization_servers: ["<origin>"]}}]
          - when: {endpoint: resource-metadata, state: moved}
            do: [{patch: {authorization_servers: ["<origin>/second"]}}]
            mayNotHappen: true
          - when: {endpoint: authorize}
            do: [{patch: {iss: "<origin>/second"}}, {state: moved}]
        """
      When the client runs for at most 10s
      Then no code of "first" is used

    Example: the server has named two, and the one that was not asked answers
      Given the client can log in
      And a login at this server:
        """yaml
        authorization: [{name: first}, {name: second, path: /second}]
        rules:
          - when: {endpoint: resource-metadata}
            do: [{patch: {authorization_servers: ["<origin>", "<origin>/second"]}}]
          - when: {endpoint: authorize, authorization: first}
            do: [{patch: {iss: "<origin>/second"}}]
        """
      When the client runs for at most 10s
      Then no code of "first" is used

  @OAC-23 @SHOULD
  Rule: An answer of another issuer is not used
    Spec: 2026-07-28 basic/authorization, Authorization Response Validation (there a MUST)
    Fix: keep the issuer with the state, and compare iss with it whenever it comes

    Scenario Outline: <which>
      Given the client can log in
      And a login at this server:
        """yaml
        authorization: {}
        rules:
          - when: {endpoint: metadata}
            do: [{patch: {authorization_response_iss_parameter_supported: <advertised>}}]
          - when: {endpoint: authorize}
            do: [{patch: {iss: "https://evil.example"}}]
        """
      When the client runs for at most 10s
      Then the client never asks for "token"

      Examples:
        | which          | advertised |
        | advertised     | true       |
        | not advertised | null       |

    Scenario Outline: an issuer that <what>
      Fix: compare the whole of iss with the issuer that you have asked, as two strings; one that is empty is another one

      Given the client can log in
      And a login at this server:
        """yaml
        authorization: {path: /tenant1}
        rules:
          - when: {endpoint: metadata}
            do: [{patch: {authorization_response_iss_parameter_supported: null}}]
          - when: {endpoint: authorize}
            do: [{patch: {iss: "<issuer>"}}]
        """
      When the client runs for at most 10s
      Then the client never asks for "token"

      Examples:
        | what                        | issuer                         |
        | is empty                    |                                |
        | begins like the right one   | <origin>/tenant1.evil.example  |
        | is another one of this host | <origin>/tenant2               |
        | is the host of the right one | <origin>                      |

    Example: a login after a token that ended
      Fix: keep the issuer of each login, and compare iss with it each time

      Given the client can log in
      And a login at this server:
        """yaml
        authorization: {refresh: false}
        rules:
          - when: {method: tools/list, nth: 1}
            do: [{revoke: }]
          - when: {endpoint: authorize, nth: 2}
            do: [{patch: {iss: "https://evil.example"}}]
            mayNotHappen: true
        """
      When the client runs for at most 10s
      Then no code of authorization 2 is used

    Example: a login for more rights
      Fix: keep the issuer of each login, and compare iss with it each time

      Given the client can log in
      And a login for "auth/scope-step-up" at this server:
        """yaml
        authorization: {}
        protected: {need: [read]}
        tools: [{name: test-tool, scopes: [write]}]
        rules:
          - when: {endpoint: authorize, nth: 2}
            do: [{patch: {iss: "https://evil.example"}}]
            mayNotHappen: true
        """
      When the client runs for at most 10s
      Then no code of authorization 2 is used

  @OAC-24 @SHOULD
  Rule: An answer without the issuer that was promised is not used
    Spec: 2026-07-28 basic/authorization, Authorization Response Validation (there a MUST)
    Fix: end the login if iss is advertised and missing; go on if it is not advertised

    Example: promised and missing
      Given the client can log in
      And a login at this server:
        """yaml
        authorization: {}
        rules:
          - when: {endpoint: authorize}
            do: [{patch: {iss: null}}]
        """
      When the client runs for at most 10s
      Then the client never asks for "token"

    Example: neither promised nor there
      Given the client can log in
      And a login at this server:
        """yaml
        authorization: {}
        rules:
          - when: {endpoint: metadata}
            do: [{patch: {authorization_response_iss_parameter_supported: null}}]
          - when: {endpoint: authorize}
            do: [{patch: {iss: null}}]
        """
      When the client runs for at most 10s
      Then the client has done what it was asked for

  @OAC-25 @SHOULD
  Rule: Issuers are compared as they are written
    Spec: 2026-07-28 basic/authorization, Authorization Response Validation (there a MUST NOT)
    Fix: compare iss as a string, without taking slashes away or changing case

    Scenario Outline: <what>
      Given the client can log in
      And a login at this server:
        """yaml
        authorization: {path: /tenant1}
        rules:
          - when: {endpoint: authorize}
            do: [{patch: {iss: "<issuer>"}}]
        """
      When the client runs for at most 10s
      Then the client never asks for "token"

      Examples:
        | what           | issuer            |
        | a slash more   | <origin>/tenant1/ |
        | other capitals | <origin>/Tenant1  |

  @OAC-26 @SHOULD
  Rule: An error of another issuer is not shown
    Spec: 2026-07-28 basic/authorization, Authorization Response Validation (there a MUST NOT)
    Fix: check iss before error, error_description and error_uri are looked at

    Example: it asks the user to do something
      Given the client can log in
      And a login at this server:
        """yaml
        authorization: {deny: access_denied}
        rules:
          - when: {endpoint: authorize}
            do: [{patch: {iss: "https://evil.example", error_description: "call mcpsim-evil-number"}}]
        """
      When the client runs for at most 10s
      Then the client does not write "mcpsim-evil-number"
      And the client never asks for "token"

  @OAC-40 @MUST
  Rule: Codes, tokens, verifiers and secrets are not written anywhere
    Spec: basic/authorization, Token Theft
    Fix: mask them in logs, errors and what is shown

    Example: an ordinary login
      Given a login at this server:
        """yaml
        authorization: {}
        """
      When the client runs for at most 10s
      Then the client writes no secret of the login
