@omp @virtual
Feature: A second login begins with what still holds, and one that is not asked for is not made
  Between two logins servers change what they take and whom they trust. What was agreed on
  with one issuer holds there alone.

  Background:
    Given the user approves logins

  @OAC-16 @X-LOGIN-3
  Rule: A refresh token is not used with another issuer, even if that names the same endpoint

    Example: the second one has the endpoint of the first
      Given an authorization server "first" with this script:
        """yaml
        authorization: {uses: 4}
        """
      And an authorization server "second" with this script:
        """yaml
        rules:
          - {when: {endpoint: metadata}, do: [{patch: {token_endpoint: "http://first.test/token"}}]}
        """
      And server "docs" over http with this script:
        """yaml
        protected: {by: [first, second]}
        tools: [search]
        rules:
          - {when: {endpoint: resource-metadata, after: 1}, do: [{patch: {authorization_servers: ["http://second.test"]}}]}
        """
      And the runtime has started
      When tool "mcp__docs_search" is called
      And 1m passes
      Then the authorization server "first" was asked 0 times for "token refresh_token"
      And the authorization server "second" authorized 1 time

  @OAC-33
  Rule: 403 with scopes or with metadata, and without the error, asks for nothing

    Scenario Outline: <challenge>
      Given an authorization server "login"
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        tools: [search]
        rules:
          - {when: {method: tools/call}, do: [{status: {code: 403, headers: {WWW-Authenticate: '<challenge>'}}}]}
        """
      And the runtime has started
      When tool "mcp__docs_search" is called
      And 1h passes
      Then call 1 returns an error text with "HTTP 403: "
      And the authorization server "login" authorized 1 time
      And the authorization server "login" was asked 0 times for "token refresh_token"

      Examples:
        | challenge                                                                                         |
        | Bearer scope="write"                                                                              |
        | Bearer resource_metadata="http://docs.test/.well-known/oauth-protected-resource/mcp"              |
        | Bearer error="invalid_token", scope="write"                                                       |

    Example: no challenge at all
      Given an authorization server "login"
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        tools: [search]
        rules:
          - {when: {method: tools/call}, do: [{status: 403}]}
        """
      And the runtime has started
      When tool "mcp__docs_search" is called
      And 1h passes
      Then call 1 returns an error text with "HTTP 403: "
      And the authorization server "login" authorized 1 time
      And the authorization server "login" was asked 0 times for "token refresh_token"

  @OAC-27
  Rule: A client that is to have a secret and was given none is told so, and does not log in

    Scenario Outline: <method>
      Given an authorization server "login" with this script:
        """yaml
        authorization: {methods: [<method>]}
        rules:
          - {when: {endpoint: register}, do: [{patch: {client_secret: null}}]}
        """
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        """
      When the runtime starts
      And 1m passes
      Then startup reported one error, of "docs", with "client_secret: it is missing, and <method> needs one"
      And the authorization server "login" was asked 0 times for "authorize"

      Examples:
        | method              |
        | client_secret_basic |
        | client_secret_post  |

  @OAC-11
  Rule: A metadata document goes before a registration that is kept, and that before a new one

    Scenario Outline: documents are taken <documents> at the second login
      Given the client's metadata document is at "https://app.test/client.json"
      And an authorization server "login" with this script:
        """yaml
        authorization: {uses: 4, refresh: false, documents: true}
        rules:
          - {when: {endpoint: metadata, <times>}, do: [{patch: {client_id_metadata_document_supported: false}}]}
        """
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        tools: [a]
        """
      When the runtime starts
      And 1m passes
      And tool "mcp__docs_a" is called
      And 1m passes
      Then call 1 returns "ok"
      And the authorization server "login" was asked 1 time for "register"
      And request 2 to the authorization server "login" for "token" had:
        """
        client: <client>
        """

      Examples:
        | documents | times    | client                       |
        | true      | nth: 1   | https://app.test/client.json |
        | false     | first: 2 | login-client-1               |
