@omp @virtual
Feature: What a login reads has bounds, also where it asks for something
  Metadata, registrations and redirects come from strangers.

  Background:
    Given an authorization server "login"
    And the user approves logins

  @OAC-45
  Rule: Another scheme is another origin, a registration has the bound of all documents, and no document is asked for with credentials

    Example: a redirect to https
      Given server "docs" over http with this script:
        """yaml
        protected: {by: [login], at: [/here]}
        rules:
          - {when: {endpoint: resource-metadata}, do: [{status: {code: 302, headers: {Location: "https://docs.test/here"}}}]}
        """
      When the runtime starts
      And 1m passes
      Then startup reported one error, of "docs", with "it redirects to another origin, https://docs.test"

    Example: an answer to a registration that is too large
      Given server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        """
      And server "login" follows these rules:
        """yaml
        - {when: {endpoint: register}, do: [{status: {code: 201, body: ' {"client_id":"c"}', size: 1048577}}]}
        """
      When the runtime starts
      And 1m passes
      Then startup reported one error, of "docs", with "login: client registration of http://login.test/register: it cannot be read: it has more than 1048576 bytes"
      And the authorization server "login" was asked 0 times for "authorize"

  @OAC-15
  Rule: A registration that is sent elsewhere is refused, and is not made there

    Scenario Outline: <status>
      Given server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        """
      And server "login" follows these rules:
        """yaml
        - {when: {endpoint: register}, do: [{status: {code: <status>, headers: {Location: /register}}}]}
        """
      When the runtime starts
      And 1m passes
      Then startup reported one error, of "docs", with "login: client registration of http://login.test/register: error: refused with HTTP <status>"
      And the authorization server "login" was asked 1 time for "register"

      Examples:
        | status |
        | 301    |
        | 307    |
        | 308    |

  @OAC-13
  Rule: A registration is answered with 200 or 201

    Scenario Outline: <status>
      Given an authorization server "other" with this script:
        """yaml
        authorization: {clients: [{id: ready}]}
        rules:
          - {when: {endpoint: register}, do: [{status: {code: <status>, body: '{"client_id":"ready"}'}}]}
        """
      And server "docs" over http with this script:
        """yaml
        protected: {by: [other]}
        """
      When the runtime starts
      And 1m passes
      Then server "docs" is connected
      And request 1 to the authorization server "other" for "token" had:
        """
        client: ready
        """

      Examples:
        | status |
        | 200    |
        | 201    |

  @OAC-14 @OAC-34 @OAC-18
  Rule: However a client proves who it is, it registers as a native one that renews, and uses PKCE

    Scenario Outline: <method>
      Given an authorization server "other" with this script:
        """yaml
        authorization: {methods: [<method>]}
        """
      And server "docs" over http with this script:
        """yaml
        protected: {by: [other]}
        """
      When the runtime starts
      And 1m passes
      Then request 1 to the authorization server "other" for "register" had:
        """
        document: {"client_name":"omp-coding-agent","redirect_uris":["http://127.0.0.1:33418/callback"],"grant_types":["authorization_code","refresh_token"],"response_types":["code"],"token_endpoint_auth_method":"<method>","application_type":"native"}
        """
      And request 1 to the authorization server "other" for "authorize" had:
        """
        challenge: S256
        """
      And request 1 to the authorization server "other" for "token" had:
        """
        method: <method>
        verifier: right
        error:
        """

      Examples:
        | method              |
        | none                |
        | client_secret_basic |
        | client_secret_post  |

  @OAC-39
  Rule: The endpoint at which tokens are revoked has https, too

    Example: it has not
      Given server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        """
      And server "login" follows these rules:
        """yaml
        - {when: {endpoint: metadata}, do: [{patch: {revocation_endpoint: "http://login.example/revoke"}}]}
        """
      When the runtime starts
      And 1m passes
      Then startup reported one error, of "docs", with "revocation_endpoint: it is not protected by TLS"
      And the authorization server "login" was asked 0 times for "authorize"
