@omp @virtual
Feature: What is asked for the second time is asked for as it was the first time
  Renewals, further authorizations and second logins are where a client forgets what it
  had agreed on, or asks for ever.

  Background:
    Given the user approves logins

  @OAC-27
  Rule: A renewal proves who the client is as the login did

    Scenario Outline: <method>
      Given an authorization server "login" with this script:
        """yaml
        authorization: {uses: 4, methods: [<method>]}
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
      And request 2 to the authorization server "login" for "token" had:
        """
        grant: refresh_token
        method: <method>
        error:
        """

      Examples:
        | method              |
        | none                |
        | client_secret_basic |
        | client_secret_post  |

  @OAC-20
  Rule: A renewal is for the resource that the login was for, as it is written

    Example: all that is below the root
      Given an authorization server "other" with this script:
        """yaml
        authorization: {uses: 4}
        """
      And server "docs" over http with this script:
        """yaml
        protected: {by: [other]}
        tools: [a]
        rules:
          - {when: {endpoint: resource-metadata}, do: [{patch: {resource: "http://docs.test/"}}]}
        """
      When the runtime starts
      And 1m passes
      And tool "mcp__docs_a" is called
      And 1m passes
      Then request 2 to the authorization server "other" for "token" had:
        """
        grant: refresh_token
        resource: http://docs.test/
        """

  @OAC-35
  Rule: offline_access is asked for if the authorization server lists it, and not because the resource does

    Scenario Outline: challenge "<challenge>", listed <listed>, at the authorization server <known>
      Given an authorization server "login" with this script:
        """yaml
        authorization: {scopes: <known>}
        """
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login], challenge: "<challenge>", scopes: <listed>}
        """
      When the runtime starts
      And 1m passes
      Then server "docs" is connected
      And request 1 to the authorization server "login" for "authorize" had:
        """
        scope: <asked>
        """

      Examples:
        | challenge | listed              | known            | asked            |
        |           | []                  | [offline_access] | offline_access   |
        | a         | [a, offline_access] | []               | a                |
        |           | [a, offline_access] | []               | a                |
        |           | [a, offline_access] | [a]              | a                |
        |           | [offline_access, a] | [offline_access] | a offline_access |

    Example: of the second authorization server
      Given an authorization server "first" with this script:
        """yaml
        authorization: {uses: 4}
        """
      And an authorization server "second" with this script:
        """yaml
        authorization: {scopes: [offline_access]}
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
      Then request 1 to the authorization server "second" for "authorize" had:
        """
        scope: offline_access
        """

  @OAC-30 @OAC-31 @OAC-32
  Rule: A connect that is refused for want of a scope asks for that, a few times at most

    Scenario Outline: <what>
      Given an authorization server "login"
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login], challenge: read}
        rules:
          - {when: {method: initialize, nth: 1}, do: [{status: {code: 403, headers: {WWW-Authenticate: 'Bearer error="insufficient_scope", scope="a"'}}}]}
          - {when: {method: initialize, nth: 2}, do: [<second>]}
          - {when: {method: initialize, after: 2}, mayNotHappen: true, do: [{status: {code: 403, headers: {WWW-Authenticate: 'Bearer error="insufficient_scope", scope="c"'}}}]}
        """
      When the runtime starts
      And 1h passes
      Then server "docs" is <state>
      And the authorization server "login" authorized 2 times
      And request 2 to the authorization server "login" for "authorize" had:
        """
        scope: read a
        """

      Examples:
        | what                | second                                                                                                    | state        |
        | once                | delay: 1s                                                                                                 | connected    |
        | again and again     | {status: {code: 403, headers: {WWW-Authenticate: 'Bearer error="insufficient_scope", scope="b"'}}}        | disconnected |
