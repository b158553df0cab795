@omp @virtual
Feature: What a login asks for
  A token is for one server, a code for one program that has begun the login, and a user
  is asked for no more than the server needs. So every request says what it is for.

  Background:
    Given an authorization server "login"
    And the user approves logins

  @OAC-13 @OAC-14 @OAC-18 @OAC-20 @OAC-21 @OAC-34 @X-LOGIN-2
  Rule: A login registers, authorizes with PKCE and state, and says in each request which server its token is for

    Example: a server that says nothing of scopes
      Given server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        tools: [search]
        """
      When the runtime starts
      And 1m passes
      Then the runtime has the tools "mcp__docs_search"
      And request 1 to the authorization server "login" for "register" had:
        """
        document: {"client_name":"omp-coding-agent","redirect_uris":["http://127.0.0.1:33418/callback"],"grant_types":["authorization_code","refresh_token"],"response_types":["code"],"token_endpoint_auth_method":"none","application_type":"native"}
        type: application/json
        accept: application/json
        """
      And request 1 to the authorization server "login" for "authorize" had:
        """
        client: login-client-1
        scope:
        empty:
        resource: http://docs.test/mcp
        redirect: http://127.0.0.1:33418/callback
        challenge: S256
        state: yes
        others:
        """
      And request 1 to the authorization server "login" for "token" had:
        """
        client: login-client-1
        resource: http://docs.test/mcp
        redirect: http://127.0.0.1:33418/callback
        grant: authorization_code
        method: none
        verifier: right
        reused:
        type: application/x-www-form-urlencoded
        accept: application/json
        """
      And request 1 to the authorization server "login" for "metadata" had:
        """
        type:
        accept: application/json
        """

  @OAC-28 @OAC-29 @OAC-35
  Rule: The scopes of the challenge are asked for, else all of the metadata, else none; offline_access if the authorization server has it

    Scenario Outline: challenge <challenge>, listed <listed>, at the authorization server <known>
      Given an authorization server "other" with this script:
        """yaml
        authorization: {scopes: <known>}
        """
      And server "docs" over http with this script:
        """yaml
        protected: {by: [other], challenge: "<challenge>", scopes: <listed>}
        """
      When the runtime starts
      And 1m passes
      Then server "docs" is connected
      And request 1 to the authorization server "other" for "authorize" had:
        """
        scope: <asked>
        """

      Examples:
        | challenge | listed       | known                  | asked               |
        | b a       | [c]          | []                     | b a                 |
        | a         | [a, b]       | [a, b]                 | a                   |
        |           | [b, a, b]    | []                     | b a                 |
        |           | []           | [a]                    |                     |
        | a         | []           | [x, offline_access]    | a offline_access    |
        |           | []           | [offline_access_x]     |                     |

  @OAC-27
  Rule: The client proves who it is in a way that the authorization server takes

    Scenario Outline: methods <methods>
      Given an authorization server "other" with this script:
        """yaml
        authorization: {methods: <methods>}
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
        client: other-client-1
        method: <used>
        error:
        """

      Examples:
        | methods                                   | used                |
        | [none]                                    | none                |
        | [client_secret_basic]                     | client_secret_basic |
        | [client_secret_post]                      | client_secret_post  |
        | [client_secret_post, client_secret_basic] | client_secret_basic |

  @OAC-20
  Rule: What a server calls itself is in every request as it is written, a slash at the end included

    Example: the metadata name all that is below the root
      Given server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        rules:
          - {when: {endpoint: resource-metadata}, do: [{patch: {resource: "http://docs.test/"}}]}
        """
      When the runtime starts
      And 1m passes
      Then request 1 to the authorization server "login" for "authorize" had:
        """
        resource: http://docs.test/
        """
      And request 1 to the authorization server "login" for "token" had:
        """
        resource: http://docs.test/
        """
