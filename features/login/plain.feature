@omp @virtual
Feature: A server without TLS elsewhere does not bring its login along
  Who reaches a server without TLS may have reached somebody in between. What is named
  there is no better protected, and no login goes through it, not even on the same host.

  @OAC-39
  Rule: The own host of a server may do without TLS only if it is of this machine

    Example: metadata beside the server
      Given an authorization server "login"
      And the user approves logins
      And no name but localhost is this machine's
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        rules:
          - when: {endpoint: challenge}
            do: [{headers: {WWW-Authenticate: 'Bearer resource_metadata="http://docs.test/here"'}}]
        """
      When the runtime starts
      And 1m passes
      Then startup reported one error, of "docs", with "login: protected resource metadata of http://docs.test/here: it is not protected by TLS: only hosts of this machine may do without https"
      And the authorization server "login" was asked 0 times for "metadata"
      And the user was asked to log in 0 times

    Scenario Outline: an endpoint in a private network, <host>
      Given an authorization server "login"
      And the user approves logins
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        """
      And server "login" follows these rules:
        """yaml
        - {when: {endpoint: metadata}, do: [{patch: {token_endpoint: "http://<host>/token"}}]}
        """
      When the runtime starts
      And 1m passes
      Then startup reported one error, of "docs", with "token_endpoint: it is not protected by TLS"
      And the user was asked to log in 0 times

      Examples:
        | host        |
        | 10.1.2.3    |
        | 192.168.0.1 |
        | [fe80::1]   |

  @OAC-35
  Rule: Who was registered by hand asks for offline access, too

    Scenario Outline: listed <listed>
      Given an authorization server "login" with this script:
        """yaml
        authorization: {scopes: <listed>, clients: [{id: by-hand, secret: by-hand-secret}]}
        """
      And the user approves logins
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login], challenge: a}
        """
      And server "docs" is defined with oauth:
        """json
        {"clientId": "by-hand", "clientSecret": "by-hand-secret"}
        """
      When the runtime starts
      And 1m passes
      Then server "docs" is connected
      And request 1 to the authorization server "login" for "authorize" had:
        """
        client: by-hand
        scope: <asked>
        """

      Examples:
        | listed           | asked            |
        | [offline_access] | a offline_access |
        | [a]              | a                |

  @OAC-45
  Rule: A URL with a user is not asked, whoever names it

    Example: the host is another one than it seems
      Given an authorization server "login"
      And the user approves logins
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login], at: [/here]}
        rules:
          - when: {endpoint: challenge}
            do: [{headers: {WWW-Authenticate: 'Bearer resource_metadata="http://docs.test@docs.test/here"'}}]
        """
      When the runtime starts
      And 1m passes
      Then startup reported one error, of "docs", with "its URL has a user, as if it were of that host"
      And the user was asked to log in 0 times

  @OAC-31
  Rule: A client registered by hand, too, asks for what it asked for before

    Example: a call that lacks a scope
      Given an authorization server "login" with this script:
        """yaml
        authorization: {clients: [{id: by-hand, secret: by-hand-secret}]}
        """
      And the user approves logins
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login], challenge: read}
        tools: [{name: write, scopes: [write]}]
        """
      And server "docs" is defined with oauth:
        """json
        {"clientId": "by-hand", "clientSecret": "by-hand-secret"}
        """
      And the runtime has started
      When tool "mcp__docs_write" is called
      And 1m passes
      Then call 1 returns "ok"
      And request 2 to the authorization server "login" for "authorize" had:
        """
        scope: read write
        """
