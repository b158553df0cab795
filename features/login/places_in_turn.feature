@omp @virtual
Feature: Each document is looked for where it belongs, and is believed only if it is right
  What is found at the wrong place, with the wrong status or of the wrong issuer is not
  what was asked for, whatever form it has and whoever has it.

  Background:
    Given an authorization server "login"
    And the user approves logins

  @OAC-04
  Rule: The address in a challenge is asked as it is written, with its query

    Example: a query
      Given server "docs" over http with this script:
        """yaml
        protected: {by: [login], at: [/here], unnamed: true}
        rules:
          - when: {endpoint: challenge}
            do: [{headers: {WWW-Authenticate: 'Bearer resource_metadata="http://docs.test/here?tenant=a"'}}]
        """
      When the runtime starts
      And 1m passes
      Then server "docs" is connected

  @OAC-05
  Rule: Metadata count with the status 200 alone, and the next place is asked otherwise

    Scenario Outline: <status> at the path of the server
      Given server "docs" over http with this script:
        """yaml
        protected: {by: [login], at: [/.well-known/oauth-protected-resource/mcp, /.well-known/oauth-protected-resource], unnamed: true}
        rules:
          - {when: {endpoint: resource-metadata, nth: 1}, do: [{status: {code: <status>, body: '{"resource":"http://docs.test/mcp","authorization_servers":["http://evil.test"]}'}}]}
        """
      When the runtime starts
      And 1m passes
      Then server "docs" is connected
      And the authorization server "login" authorized 1 time

      Examples:
        | status |
        | 404    |
        | 401    |
        | 500    |
        | 203    |

    Example: a path of several parts
      Given server "docs" over http with this script:
        """yaml
        http: {path: "/a/b/mcp"}
        protected: {by: [login], at: [/.well-known/oauth-protected-resource/a/b/mcp], unnamed: true}
        """
      And server "docs" is defined with url "http://docs.test/a/b/mcp"
      When the runtime starts
      And 1m passes
      Then server "docs" is connected

  @OAC-07
  Rule: A slash at the end of an issuer's path is in none of the three places

    Example: an issuer with one
      Given an authorization server "tenants" with this script:
        """yaml
        authorization: {path: "/tenant1"}
        rules:
          - {when: {endpoint: metadata}, do: [{patch: {issuer: "http://tenants.test/tenant1/"}}]}
          - {when: {endpoint: authorize}, do: [{patch: {iss: "http://tenants.test/tenant1/"}}]}
        """
      And server "docs" over http with this script:
        """yaml
        protected: {by: [tenants]}
        rules:
          - {when: {endpoint: resource-metadata}, do: [{patch: {authorization_servers: ["http://tenants.test/tenant1/"]}}]}
        """
      When the runtime starts
      And 1m passes
      Then server "docs" is connected
      And the authorization server "tenants" was asked 1 time for "metadata"

  @OAC-07
  Rule: For an issuer with a path three places are asked and no fourth

    Example: they are at the root
      Given an authorization server "tenants" with this script:
        """yaml
        authorization: {path: "/tenant1"}
        rules: [{when: {endpoint: metadata}, do: [status: 404]}]
        """
      And server "docs" over http with this script:
        """yaml
        protected: {by: [tenants]}
        """
      When the runtime starts
      And 1m passes
      Then server "docs" is disconnected
      And server "tenants" received in order:
        """
        GET
        GET
        GET
        """

  @OAC-09
  Rule: Metadata of another issuer are not used, wherever they are found

    Scenario Outline: at the place of <at>, the issuer <issuer>
      Given an authorization server "other" with this script:
        """yaml
        authorization: {path: "<path>", at: [<at>]}
        """
      And server "other" follows these rules:
        """yaml
        - {when: {endpoint: metadata}, do: [{patch: {issuer: <issuer>}}]}
        """
      And server "docs" over http with this script:
        """yaml
        protected: {by: [other]}
        """
      When the runtime starts
      And 1m passes
      Then startup reported one error, of "docs", with "login: authorization server metadata"
      And the authorization server "other" was asked 0 times for "authorize"
      And the authorization server "other" was asked 0 times for "register"

      Examples:
        | path     | at              | issuer                      |
        |          | openid          | "http://evil.test"          |
        |          | openid          | null                        |
        | /tenant1 | openid          | "http://other.test/tenant2" |
        | /tenant1 | openid-appended | "http://other.test"         |
        | /tenant1 | oauth           | "http://other.test"         |

    Example: beside a server without metadata of its own
      Given server "docs" over http with this script:
        """yaml
        authorization: {}
        protected: {at: []}
        rules:
          - {when: {endpoint: metadata}, do: [{patch: {issuer: "http://login.test"}}]}
        """
      When the runtime starts
      And 1m passes
      Then startup reported one error, of "docs", with "login: authorization server metadata of http://docs.test/.well-known/oauth-authorization-server: issuer: it is http://login.test, not http://docs.test as the server's metadata says"
      And the user was asked to log in 0 times
