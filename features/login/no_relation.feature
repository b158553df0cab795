@omp @virtual
Feature: What a login says does not depend on what its servers list

  Background:
    Given an authorization server "login"
    And the user approves logins

  @OAC-02
  Rule: A renewal has no token in its URL either

    Example: the access token has ended
      Given an authorization server "other" with this script:
        """yaml
        authorization: {uses: 4}
        """
      And server "docs" over http with this script:
        """yaml
        protected: {by: [other]}
        tools: [search]
        """
      And the runtime has started
      When 1m passes
      And tool "mcp__docs_search" is called
      And 1m passes
      Then call 1 returns "ok"
      And the authorization server "other" was asked 1 time for "token refresh_token"
      And every request to server "docs" after its first token has one, and no request to another server or in a URL

  @OAC-14
  Rule: A client registers as a native one wherever it registers

    Scenario Outline: scopes <scopes>, methods <methods>
      Given an authorization server "other" with this script:
        """yaml
        authorization: {scopes: <scopes>, methods: <methods>}
        """
      And server "docs" over http with this script:
        """yaml
        protected: {by: [other]}
        """
      When the runtime starts
      And 1m passes
      Then server "docs" is connected
      And request 1 to the authorization server "other" for "register" had:
        """
        document: {"client_name":"omp-coding-agent","redirect_uris":["http://127.0.0.1:33418/callback"],"grant_types":["authorization_code","refresh_token"],"response_types":["code"],"token_endpoint_auth_method":"<method>","application_type":"native"}
        """

      Examples:
        | scopes           | methods               | method              |
        | []               | [none]                | none                |
        | [a]              | [none]                | none                |
        | [offline_access] | [client_secret_basic] | client_secret_basic |
        | []               | [client_secret_post]  | client_secret_post  |

    Scenario Outline: the metadata do not have the member <member>
      Given server "login" follows these rules:
        """yaml
        - {when: {endpoint: metadata}, do: [{patch: {<member>: null}}]}
        """
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        """
      When the runtime starts
      And 1m passes
      Then server "docs" is connected
      And request 1 to the authorization server "login" for "register" had:
        """
        document: {"client_name":"omp-coding-agent","redirect_uris":["http://127.0.0.1:33418/callback"],"grant_types":["authorization_code","refresh_token"],"response_types":["code"],"token_endpoint_auth_method":"<method>","application_type":"native"}
        """

      Examples:
        | member                                | method              |
        | scopes_supported                      | none                |
        | token_endpoint_auth_methods_supported | client_secret_basic |

  @OAC-29
  Rule: A step up asks for what the challenge names, whatever the resource lists

    Scenario Outline: listed <listed>
      Given server "docs" over http with this script:
        """yaml
        protected: {by: [login], scopes: <listed>}
        tools: [search]
        rules:
          - {when: {method: tools/call, nth: 1}, do: [{status: {code: 403, headers: {WWW-Authenticate: 'Bearer error="insufficient_scope", scope="extra"'}}}]}
        """
      And the runtime has started
      When 1m passes
      And tool "mcp__docs_search" is called
      And 1m passes
      Then call 1 returns "ok"
      And request 2 to the authorization server "login" for "authorize" had:
        """
        scope: <asked>
        """

      Examples:
        | listed | asked   |
        | [a, b] | a b extra |
        | []     | extra   |

  @OAC-40
  Rule: A token that a renewal has just brought is hidden in what a server repeats of it

    Example: the error of the call that it was for
      Given a token endpoint at "http://auth.test/token" that takes the refresh token "refresh-1"
      And these credentials are stored:
        | id    | access token | refresh token | expires in |
        | login | access-1     | refresh-1     | 1h         |
      And server "docs" over http with this script:
        """yaml
        tools: [search]
        rules:
          - {when: {method: tools/call, nth: 1}, do: [status: 401]}
          - {when: {method: tools/call, nth: 2}, do: [error: {code: -32000, message: "the token access-2 may not"}]}
        """
      And server "docs" is defined with auth:
        """json
        {"type": "oauth", "credentialId": "login", "tokenUrl": "http://auth.test/token", "clientId": "me"}
        """
      And the runtime has started
      When tool "mcp__docs_search" is called
      Then call 1 returns the error text "MCP error: MCP error -32000: the token *** may not"
