@omp @virtual
Feature: A server that wants more is given more, a few times at most
  What a token is good for is found out call by call. A call that is refused for want of a
  scope has done nothing, so it is made again after the user was asked for what is missing.
  A server that is never content must not send its user to and fro.

  Background:
    Given an authorization server "login"
    And the user approves logins

  @OAC-30 @OAC-31 @FF-74
  Rule: A call that lacks a scope is made again with what was asked for before and what is missing

    Example: two tools, one after the other
      Given server "docs" over http with this script:
        """yaml
        protected: {by: [login], challenge: read, scopes: [read, never]}
        tools: [{name: search}, {name: write, scopes: [write]}, {name: admin, scopes: [admin]}]
        """
      And the runtime has started
      When tool "mcp__docs_write" is called
      And tool "mcp__docs_admin" is called
      And 1m passes
      Then call 1 returns "ok"
      And call 2 returns "ok"
      And request 1 to the authorization server "login" for "authorize" had:
        """
        scope: read
        """
      And request 2 to the authorization server "login" for "authorize" had:
        """
        scope: read write
        """
      And request 3 to the authorization server "login" for "authorize" had:
        """
        scope: read write admin
        """

    Example: a challenge that names none
      Given server "docs" over http with this script:
        """yaml
        protected: {by: [login], challenge: read, scopes: [read, write]}
        tools: [search]
        rules: [{when: {method: tools/call, nth: 1}, do: [{status: {code: 403, headers: {WWW-Authenticate: 'Bearer error="insufficient_scope"'}}}]}]
        """
      And the runtime has started
      When tool "mcp__docs_search" is called
      And 1m passes
      Then call 1 returns "ok"
      And request 2 to the authorization server "login" for "authorize" had:
        """
        scope: read write
        """

  @OAC-32 @FF-74 @OAC-30 @X-LOGIN-4
  Rule: A server that is never content is given up after three authorizations

    Scenario Outline: <scope> again and again
      Given server "docs" over http with this script:
        """yaml
        protected: {by: [login], challenge: read}
        tools: [search]
        rules:
          - {when: {method: tools/call}, do: [{status: {code: 403, headers: {WWW-Authenticate: 'Bearer error="insufficient_scope", scope="<scope>"'}}}]}
        """
      And the runtime has started
      When tool "mcp__docs_search" is called
      And 1h passes
      Then call 1 returns an error text with "login: challenge: scope: the server wants <scope>, which was asked for already"
      And the authorization server "login" authorized <times> times
      And server "docs" received "tools/call" <calls> times

      Examples:
        | scope      | times | calls |
        | write      | 2     | 2     |
        | read write | 2     | 2     |
        | read       | 1     | 1     |

    Example: another scope each time
      Given server "docs" over http with this script:
        """yaml
        protected: {by: [login], challenge: read}
        tools: [search]
        rules:
          - {when: {method: tools/call, nth: 1}, do: [{status: {code: 403, headers: {WWW-Authenticate: 'Bearer error="insufficient_scope", scope="a"'}}}]}
          - {when: {method: tools/call, nth: 2}, do: [{status: {code: 403, headers: {WWW-Authenticate: 'Bearer error="insufficient_scope", scope="b"'}}}]}
          - {when: {method: tools/call, after: 2}, do: [{status: {code: 403, headers: {WWW-Authenticate: 'Bearer error="insufficient_scope", scope="c"'}}}]}
        """
      And the runtime has started
      When tool "mcp__docs_search" is called
      And 1h passes
      Then call 1 returns an error text with "HTTP 403: "
      And the authorization server "login" authorized 3 times
      And server "docs" received "tools/call" 3 times

  @OAC-33
  Rule: Another 403 asks for nothing

    Scenario Outline: <challenge>
      Given server "docs" over http with this script:
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
      And server "docs" received "tools/call" 1 time
      And the authorization server "login" authorized 1 time
      And the authorization server "login" was asked 0 times for "token refresh_token"

      Examples:
        | challenge                                  |
        | Bearer                                     |
        | Bearer error="invalid_token"               |
        | Basic error="insufficient_scope", scope="a" |

  @X-LOGIN-10
  Rule: A program learns which scopes a call was refused for, when nobody logs in

    Scenario Outline: <what>
      Given server "docs" over http with this script:
        """yaml
        tools: [search]
        rules:
          - {when: {method: tools/call}, do: [{status: {code: <code>, headers: {WWW-Authenticate: '<challenge>'}}}]}
        """
      And the runtime has started
      When tool "mcp__docs_search" is called
      And 1m passes
      Then call 1 was refused for want of the scopes "<scopes>"

      Examples:
        | what                | code | challenge                                               | scopes      |
        | two scopes          | 403  | Bearer error="insufficient_scope", scope="write admin"  | write admin |
        | another reason      | 403  | Bearer error="invalid_request", scope="write"           |             |
        | another status      | 400  | Bearer error="insufficient_scope", scope="write"        |             |
