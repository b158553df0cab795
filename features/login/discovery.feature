@omp @virtual
Feature: A server says where to log in, and is believed only as far as it can be
  A server that wants a token says which authorization server gives it. Both say where
  their documents are, in several ways. What is read is used only if it fits the server
  that was asked and the address that it came from; nothing is sent to anyone before.

  Background:
    Given an authorization server "login"
    And the user approves logins

  @OAC-04 @OAC-05
  Rule: Where a server's metadata are is said by its challenge, else they are looked for at its path, then at its root

    Scenario Outline: <what>
      Given server "docs" over http with this script:
        """yaml
        protected: {by: [login], at: [<at>], unnamed: <unnamed>}
        """
      When the runtime starts
      And 1m passes
      Then server "docs" is <state>
      And the authorization server "login" authorized <times> times

      Examples:
        | what                                     | at                                                 | unnamed | state        | times |
        | the challenge says where                 | /somewhere                                         | false   | connected    | 1     |
        | at the path of the server                | /.well-known/oauth-protected-resource/mcp          | true    | connected    | 1     |
        | at the root                              | /.well-known/oauth-protected-resource              | true    | connected    | 1     |
        | elsewhere, and the challenge says nothing | /somewhere                                         | true    | disconnected | 0     |

    Example: at the path of a server that ends in a slash
      Given server "docs" over http with this script:
        """yaml
        http: {path: /mcp/}
        protected: {by: [login], at: [/.well-known/oauth-protected-resource/mcp/], unnamed: true}
        """
      And server "docs" is defined with url "http://docs.test/mcp/"
      When the runtime starts
      And 1m passes
      Then server "docs" is connected
      And the authorization server "login" authorized 1 time

    Example: the challenge says where, and there are others at the path of the server
      Given server "docs" over http with this script:
        """yaml
        protected: {by: [login], at: [/here, /.well-known/oauth-protected-resource/mcp]}
        rules:
          - {when: {endpoint: resource-metadata}, do: [{patch: {authorization_servers: []}}]}
        """
      When the runtime starts
      And 1m passes
      Then startup reported one error, of "docs", with "login: protected resource metadata of http://docs.test/here: authorization_servers: it names none"

  @OAC-06
  Rule: Metadata that are not of the server that was asked lead nowhere

    Scenario Outline: resource <resource>
      Given server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        rules:
          - {when: {endpoint: resource-metadata}, do: [{patch: {resource: <resource>}}]}
        """
      When the runtime starts
      And 1m passes
      Then server "docs" is <state>
      And the authorization server "login" was asked <times> times for "authorize"

      Examples:
        | resource                       | state        | times |
        | "http://docs.test/mcp"         | connected    | 1     |
        | "http://docs.test/mcp/"        | connected    | 1     |
        | "http://docs.test/"            | connected    | 1     |
        | "http://docs.test"             | connected    | 1     |
        | "http://docs.test/mc"          | disconnected | 0     |
        | "http://docs.test/mcp/more"    | disconnected | 0     |
        | "http://docs.test:8080/mcp"    | disconnected | 0     |
        | "http://docs.test.evil.test"   | disconnected | 0     |
        | "https://docs.test/mcp"        | disconnected | 0     |
        | "http://docs.test/mcp#part"    | disconnected | 0     |
        | "http://ann@docs.test/mcp"     | disconnected | 0     |
        | "http://docs.test/mcp?a=b"     | disconnected | 0     |
        | ""                             | disconnected | 0     |
        | null                           | disconnected | 0     |
        | 7                              | disconnected | 0     |

  @OAC-09
  Rule: Metadata whose issuer is not the one that they were asked for are not used

    Scenario Outline: issuer <issuer>
      Given server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        """
      And server "login" follows these rules:
        """yaml
        - {when: {endpoint: metadata}, do: [{patch: {issuer: <issuer>}}]}
        """
      When the runtime starts
      And 1m passes
      Then server "docs" is <state>
      And the authorization server "login" was asked <times> times for "authorize"

      Examples:
        | issuer                | state        | times |
        | "http://login.test"   | connected    | 1     |
        | "http://login.test/"  | disconnected | 0     |
        | "http://LOGIN.test"   | disconnected | 0     |
        | "http://login.test:80" | disconnected | 0     |
        | "https://login.test"  | disconnected | 0     |
        | "http://evil.test"    | disconnected | 0     |
        | null                  | disconnected | 0     |

  @OAC-19 @OAC-18
  Rule: Without S256 among its challenge methods an authorization server is not used

    Scenario Outline: methods <methods>
      Given server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        """
      And server "login" follows these rules:
        """yaml
        - {when: {endpoint: metadata}, do: [{patch: {code_challenge_methods_supported: <methods>}}]}
        """
      When the runtime starts
      And 1m passes
      Then server "docs" is <state>
      And the authorization server "login" was asked <times> times for "authorize"

      Examples:
        | methods           | state        | times |
        | [plain, S256]     | connected    | 1     |
        | [plain]           | disconnected | 0     |
        | [s256]            | disconnected | 0     |
        | []                | disconnected | 0     |
        | null              | disconnected | 0     |
