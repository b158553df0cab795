@omp @virtual
Feature: What a registration has agreed on is what the client does
  An authorization server answers a registration with what it makes of it, and leaves out
  what goes without saying. A client that reads that differently is refused later, with an
  error that says nothing of the reason.

  Background:
    Given the user approves logins

  @OAC-13 @OAC-27
  Rule: What the answer leaves out about the method is what was asked for, if there is a secret

    Scenario Outline: methods <methods>, answered with <answer>
      Given an authorization server "login" with this script:
        """yaml
        authorization: {methods: <methods>}
        """
      And server "login" follows these rules:
        """yaml
        - {when: {endpoint: register}, do: [{patch: <answer>}]}
        """
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        """
      When the runtime starts
      And 1m passes
      Then request 1 to the authorization server "login" for "register" had:
        """
        document: {"client_name":"omp-coding-agent","redirect_uris":["http://127.0.0.1:33418/callback"],"grant_types":["authorization_code","refresh_token"],"response_types":["code"],"token_endpoint_auth_method":"<asked>","application_type":"native"}
        """
      And request 1 to the authorization server "login" for "token" had:
        """
        method: <used>
        """

      Examples:
        | methods                     | answer                                                   | asked               | used                |
        | [client_secret_basic]       | {token_endpoint_auth_method: null}                       | client_secret_basic | client_secret_basic |
        | [client_secret_post]        | {token_endpoint_auth_method: null}                       | client_secret_post  | client_secret_post  |
        | [client_secret_basic]       | {token_endpoint_auth_method: none}                       | client_secret_basic | client_secret_basic |
        | [client_secret_post]        | {token_endpoint_auth_method: none}                       | client_secret_post  | client_secret_post  |
        | [client_secret_post]        | {token_endpoint_auth_method: none, client_secret: null}  | client_secret_post  | none                |
        | [client_secret_post]        | {token_endpoint_auth_method: null, client_secret: null}  | client_secret_post  | none                |
        | [none]                      | {client_secret: extra}                                   | none                | none                |
        | [none, client_secret_basic] | {}                                                       | none                | none                |
        | [client_secret_post]        | {token_endpoint_auth_method: client_secret_basic}        | client_secret_post  | client_secret_basic |

  @OAC-13 @OAC-15
  Rule: An authorization server whose methods are not spoken is not registered with

    Example: only keys
      Given an authorization server "login"
      And server "login" follows these rules:
        """yaml
        - {when: {endpoint: metadata}, do: [{patch: {token_endpoint_auth_methods_supported: [private_key_jwt, tls_client_auth]}}]}
        """
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        """
      When the runtime starts
      And 1m passes
      Then startup reported one error, of "docs", with "login: authorization server metadata: token_endpoint_auth_methods_supported: none of none, client_secret_basic and client_secret_post is among them"
      And the authorization server "login" was asked 0 times for "register"

  @OAC-15
  Rule: A refused registration is told with the status and with what the server says, as far as it says something

    Scenario Outline: <status> and <body>
      Given an authorization server "login"
      And server "login" follows these rules:
        """yaml
        - {when: {endpoint: register}, do: [{status: {code: <status>, body: '<body>'}}]}
        """
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        """
      When the runtime starts
      And 1m passes
      Then startup reported one error, of "docs", that ends with "login: client registration of http://login.test/register: <why>"
      And the authorization server "login" was asked 1 time for "register"
      And the authorization server "login" was asked 0 times for "authorize"

      Examples:
        | status | body                                | why                                                                  |
        | 403    | {"error":"access_denied","error_description":""} | error: refused with HTTP 403 Forbidden: access_denied                |
        | 403    | {"error":"","error_description":"no"} | error: refused with HTTP 403 Forbidden: no                |
        | 403    | {"error":"access_denied"}           | error: refused with HTTP 403 Forbidden: access_denied                |
        | 403    | {"error_description":"by hand only"} | error: refused with HTTP 403 Forbidden: by hand only                |
        | 500    | down                                | error: refused with HTTP 500 Internal Server Error                   |
        | 302    |                                     | error: refused with HTTP 302 Found                                   |
        | 202    | {"client_id":"c"}                   | error: refused with HTTP 202 Accepted                                |
        | 201    | {"client_id":""}                    | client_id: it is missing                                             |
        | 200    | ["c"]                               | it is no JSON object                                                 |
