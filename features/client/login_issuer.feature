@target @http @login
Feature: A client trusts the metadata of an authorization server only so far
  What a login needs is in one document, which somebody else may have put there.

  @OAC-08 @MUST
  Rule: The metadata of an issuer without a path are looked for in two places
    Spec: basic/authorization, Authorization Server Metadata Discovery
    Fix: try /.well-known/oauth-authorization-server, then /.well-known/openid-configuration

    Example: there is only the second one
      Given the client can log in
      And a login at this server:
        """yaml
        authorization: {at: [openid]}
        """
      When the client runs for at most 10s
      Then the client asks for the path "/.well-known/oauth-authorization-server"
      And the client asks for "metadata" at "/.well-known/openid-configuration"

  @OAC-09 @SHOULD
  Rule: Metadata of another issuer are not used
    Spec: 2026-07-28 basic/authorization, Authorization Server Metadata Discovery (there a MUST); RFC 8414, 3.3
    Fix: compare issuer with the identifier from which the URL was made, character by character

    Scenario Outline: <which>
      Given the client can log in
      And a login at this server:
        """yaml
        authorization: {path: /tenant1}
        rules:
          - when: {endpoint: metadata}
            do: [{patch: {issuer: <issuer>}}]
        """
      When the client runs for at most 10s
      Then the client never asks for "authorize"

      Examples:
        | which            | issuer                 |
        | of another host  | "https://evil.example" |
        | of another path  | "<origin>/tenant2"     |
        | with a slash     | "<origin>/tenant1/"    |
        | in capitals      | "<origin>/Tenant1"     |
        | that name none   | null                   |

  @OAC-19 @MUST
  Rule: An authorization server that does not say that it checks PKCE is refused
    Spec: basic/authorization, Authorization Code Protection
    Fix: stop if code_challenge_methods_supported is absent

    @SHOULD
    Example: it names another method
      Fix: stop if code_challenge_methods_supported has no S256; plain is no protection

      Given the client can log in
      And a login at this server:
        """yaml
        authorization: {}
        rules:
          - when: {endpoint: metadata}
            do: [{patch: {code_challenge_methods_supported: [plain]}}]
        """
      When the client runs for at most 10s
      Then the client never asks for "authorize"

    Example: it is absent
      Given the client can log in
      And a login at this server:
        """yaml
        authorization: {}
        rules:
          - when: {endpoint: metadata}
            do: [{patch: {code_challenge_methods_supported: null}}]
        """
      When the client runs for at most 10s
      Then the client never asks for "authorize"

  @OAC-16 @OAC-17 @SHOULD
  Rule: What one authorization server has given is not shown to another
    Spec: 2026-07-28 basic/authorization, Authorization Server Binding (there a MUST)
    Fix: store registrations and tokens by issuer; register anew with a new one

    Example: the server changes its authorization server, and tokens end
      Given the client can log in
      And a login at this server:
        """yaml
        authorization: [{name: first}, {name: second, path: /second}]
        rules:
          - when: {endpoint: resource-metadata}
            do: [{patch: {authorization_servers: ["<origin>"]}}]
          - when: {endpoint: resource-metadata, state: moved}
            do: [{patch: {authorization_servers: ["<origin>/second"]}}]
          - when: {method: tools/list, nth: 1}
            do: [{revoke: {of: first, all: true}}, {state: moved}]
        """
      When the client runs for at most 15s
      Then "second" is not asked with what "first" has given

  @OAC-45 @MAY
  Rule: Metadata are not fetched from where a redirect to another origin leads
    Spec: robustness; security best practices, SSRF
    Fix: follow redirects of metadata within their origin only

    Scenario Outline: <endpoint> lead elsewhere
      Given the client can log in
      And a login at this server:
        """yaml
        authorization: {}
        rules:
          - when: {endpoint: <endpoint>}
            do: [{status: {code: 302, headers: {Location: "<other-origin>/elsewhere"}}}]
        """
      When the client runs for at most 10s
      Then the client never asks for the path "/elsewhere"

      Examples:
        | endpoint          |
        | resource-metadata |
        | metadata          |
