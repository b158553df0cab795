@omp @virtual
Feature: Why a login cannot be is told with the document, its place and the field
  A login reads documents of three parties. When one of them is wrong its owner needs to
  know which, where it came from, and what is the matter with it.

  Background:
    Given the user approves logins
    And an authorization server "login"

  @OAC-15
  Rule: A registration whose answer cannot be used is told, and nobody logs in with it

    Scenario Outline: <what>
      Given server "login" follows these rules:
        """yaml
        - {when: {endpoint: register}, do: [{status: {code: 201, body: '<answer>', headers: {Content-Type: application/json}}}]}
        """
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        """
      When the runtime starts
      And 1m passes
      Then startup reported one error, of "docs", with "login: client registration of http://login.test/register: <why>"
      And the authorization server "login" was asked 0 times for "authorize"

      Examples:
        | what                  | answer                                                                       | why                                                                         |
        | no JSON               | thanks                                                                       | it is no JSON object                                                        |
        | a number for an id    | {"client_id": 7}                                                             | client_id: it is of type number, want string                                  |
        | no id                 | {"client_secret": "s"}                                                       | client_id: it is missing                                                    |
        | a secret is missing   | {"client_id": "c", "token_endpoint_auth_method": "client_secret_basic"}      | client_secret: it is missing, and client_secret_basic needs one             |
        | a method of its own   | {"client_id": "c", "token_endpoint_auth_method": "private_key_jwt"}          | token_endpoint_auth_method: private_key_jwt is not spoken                   |

    Scenario Outline: usable, with <what>
      Given server "login" follows these rules:
        """yaml
        - {when: {endpoint: register}, do: [{patch: <answer>}]}
        """
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        """
      When the runtime starts
      And 1m passes
      Then server "docs" is connected

      Examples:
        | what                  | answer                                                  |
        | no method, no secret  | {token_endpoint_auth_method: null, client_secret: null} |

  @OAC-07
  Rule: Metadata that cannot be used are told by their place and field, the first of several

    Scenario Outline: <what>
      Given server "login" follows these rules:
        """yaml
        - {when: {endpoint: metadata}, do: [{patch: <metadata>}]}
        """
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        """
      When the runtime starts
      And 1m passes
      Then startup reported one error, of "docs", with "login: authorization server metadata of http://login.test/.well-known/oauth-authorization-server: <why>"
      And the authorization server "login" was asked 0 times for "register"

      Examples:
        | what                    | metadata                                                              | why                                                                                                                  |
        | no token endpoint       | {token_endpoint: null}                                                | token_endpoint: it is missing                                                                                        |
        | no place for users      | {authorization_endpoint: null}                                        | authorization_endpoint: it is missing                                                                                |
        | a fragment              | {authorization_endpoint: "http://login.test/a#b"}                     | authorization_endpoint: it has a fragment                                                                            |
        | no URL to register at   | {registration_endpoint: "http://[x"}                                  | registration_endpoint: it is no URL                                                                                  |
        | no URL to revoke at     | {revocation_endpoint: "http://[x"}                                    | revocation_endpoint: it is no URL                                                                                    |
        | two                     | {revocation_endpoint: "http://[x", token_endpoint: "http://[x"}       | token_endpoint: it is no URL                                                                                         |
        | no page of the web      | {token_endpoint: "ftp://login.test/token"}                            | token_endpoint: its URL is not of HTTP                                                                               |
        | no host                 | {token_endpoint: "http:///token"}                                     | token_endpoint: its URL is not of HTTP                                                                               |
        | a fragment, again       | {revocation_endpoint: "http://login.test/a#b"}                        | revocation_endpoint: it has a fragment                                                                               |
        | no TLS                  | {revocation_endpoint: "http://login.example/revoke"}                  | revocation_endpoint: it is not protected by TLS: only hosts of this machine may do without https                     |
        | no S256                 | {code_challenge_methods_supported: [plain]}                           | code_challenge_methods_supported: S256 is not among them, so a stolen code could be used                             |
        | a list for a text       | {token_endpoint: ["http://login.test/token"]}                         | token_endpoint: it is of type array, want string                                                                     |
        | a text for a list       | {scopes_supported: read}                                              | scopes_supported: it is of type string, want array                                                                   |
        | a text for a truth      | {client_id_metadata_document_supported: "yes"}                        | client_id_metadata_document_supported: it is of type string, want bool                                               |
        | another issuer          | {issuer: "http://evil.test"}                                          | issuer: it is http://evil.test, not http://login.test as the server's metadata says                                  |

  @OAC-05 @OAC-08 @X-TEXT-1
  Rule: Metadata that are nowhere are told with the places that were tried

    Example: those of the server that logs in
      Given server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        """
      And server "login" follows these rules:
        """yaml
        - {when: {endpoint: metadata}, do: [{status: 410}]}
        """
      When the runtime starts
      And 1m passes
      Then startup reported one error, of "docs", with "login: authorization server metadata: there is none at http://login.test/.well-known/oauth-authorization-server (HTTP 410), http://login.test/.well-known/openid-configuration (HTTP 404)"

    Scenario Outline: those of the server, <what>
      Given server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        rules: [{when: {endpoint: resource-metadata}, do: [{patch: <resource>}]}]
        """
      When the runtime starts
      And 1m passes
      Then startup reported one error, of "docs", with "<why>"
      And the authorization server "login" was asked 0 times for "register"

      Examples:
        | what                       | resource                                                | why                                                                                                                           |
        | with a query in the issuer | {authorization_servers: ["http://login.test?a=b"]}      | login: protected resource metadata: authorization_servers: http://login.test?a=b is no issuer: want a URL without query and fragment |
        | with no issuer             | {authorization_servers: []}                             | authorization_servers: it names none                                                                                          |
        | of another origin          | {resource: "http://evil.test/mcp"}                      | resource: it is of http://evil.test, not of the server's origin http://docs.test                                              |
        | with no host in the issuer | {authorization_servers: ["login.test"]}                 | login: protected resource metadata: authorization_servers: login.test is no issuer: want a URL without query and fragment |
        | with a fragment in it      | {authorization_servers: ["http://login.test#a"]}        | authorization_servers: http://login.test#a is no issuer: want a URL without query and fragment |
        | with a user in it          | {authorization_servers: ["http://ann@login.test"]}      | authorization_servers: http://ann@login.test is no issuer: want a URL without query and fragment |
        | with an issuer that is odd | {authorization_servers: ["http://[x"]}                  | authorization_servers: http://[x is no issuer: want a URL without query and fragment |
        | with an issuer in colours  | {authorization_servers: ["\u001b[31m"]}                 | authorization_servers: "\x1b[31m" is no issuer: want a URL without query and fragment |
        | that are no object         | []                                                      | login: protected resource metadata of http://docs.test/.well-known/oauth-protected-resource/mcp: there is none (HTTP 200, no JSON object) |
        | with scopes that are none  | {scopes_supported: 7}                                   | login: protected resource metadata of http://docs.test/.well-known/oauth-protected-resource/mcp: scopes_supported: it is of type number, want array |
        | that do not say whose      | {resource: null}                                        | resource: it names none |
        | of what is no URL          | {resource: "http://[x"}                                 | resource: it is no URL |
        | of no host                 | {resource: /mcp}                                        | resource: it is no URL |
        | with a fragment            | {resource: "http://docs.test/mcp#"}                     | resource: it has a fragment |
        | with a user                | {resource: "http://ann@docs.test/mcp"}                  | resource: it is not the server's URL |
        | with a query               | {resource: "http://docs.test/mcp?a=b"}                  | resource: it is not the server's URL |
        | of another path            | {resource: "http://docs.test/other"}                    | resource: its path /other is not that of the server, nor above it |
