@omp @virtual
Feature: What is read before anybody is trusted is read with care
  A server that wants a login names addresses that the client then asks. So it could have
  the client ask whom it likes, for as long as it likes, or send the user's code over an
  open network.

  Background:
    Given an authorization server "login"
    And the user approves logins

  @OAC-03
  Rule: Of several challenges the one for bearer tokens counts

    Scenario Outline: <challenge>
      Given server "docs" over http with this script:
        """yaml
        protected: {by: [login], at: [/here], unnamed: true}
        rules:
          - when: {endpoint: challenge}
            do: [{headers: {WWW-Authenticate: '<challenge>'}}]
        """
      When the runtime starts
      And 1m passes
      Then server "docs" is <state>

      Examples:
        | challenge                                                                                                 | state        |
        | Bearer resource_metadata="http://docs.test/here"                                                          | connected    |
        | bearer realm="a, b=\"c\"", resource_metadata = "http://docs.test/here"                                    | connected    |
        | Basic realm="x", Bearer resource_metadata=http://docs.test/here                                           | connected    |
        | Negotiate YWJj==, Bearer scope="a b", resource_metadata="http://docs.test/here"                           | connected    |
        | Bearer realm="first", Bearer resource_metadata="http://docs.test/here"                                    | connected    |
        | Basic resource_metadata="http://docs.test/here"                                                           | disconnected |
        | Bearer realm="resource_metadata=http://docs.test/here"                                                    | disconnected |

  @OAC-39
  Rule: An authorization server without TLS that is not of this machine is not asked

    Scenario Outline: <what>
      Given server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        rules:
          - {when: {endpoint: resource-metadata}, do: [{patch: {authorization_servers: ["<issuer>"]}}]}
        """
      And server "login" follows these rules:
        """yaml
        - {when: {endpoint: metadata}, do: [{patch: {<field>: "<value>"}}]}
        """
      When the runtime starts
      And 1m passes
      Then startup reported one error, of "docs", with "<field>: it is not protected by TLS"
      And the authorization server "login" was asked 0 times for "authorize"

      Examples:
        | what                       | issuer            | field                  | value                          |
        | the authorization endpoint | http://login.test | authorization_endpoint | http://login.example/authorize |
        | the token endpoint         | http://login.test | token_endpoint         | http://login.example/token     |
        | the registration           | http://login.test | registration_endpoint  | http://login.example/register  |

  @OAC-39 @OAC-45
  Rule: A challenge leads to no place but one that a login may touch

    Scenario Outline: <url>
      Given server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        rules:
          - when: {endpoint: challenge}
            do: [{headers: {WWW-Authenticate: 'Bearer resource_metadata="<url>"'}}]
        """
      When the runtime starts
      And 1m passes
      Then startup reported one error, of "docs", with "login: protected resource metadata <why>"
      And the user was asked to log in 0 times

      Examples:
        | url                      | why                                                                                                      |
        | /here                    | of (no URL): its URL is not of HTTP                                                                      |
        | ftp://docs.test/here     | of ftp://docs.test/here: its URL is not of HTTP                                                          |
        | http://docs.example/here | of http://docs.example/here: it is not protected by TLS: only hosts of this machine may do without https |

    Example: what is no URL
      Given server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        rules:
          - when: {endpoint: challenge}
            do: [{headers: {WWW-Authenticate: 'Bearer resource_metadata="http://%zz"'}}]
        """
      When the runtime starts
      And 1m passes
      Then startup reported one error, of "docs", with "login: protected resource metadata: its URL cannot be read"

  @OAC-45
  Rule: What a server elsewhere names is not looked for at a private address

    Scenario Outline: <host>
      Given no name but localhost is this machine's
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        rules:
          - when: {endpoint: challenge}
            do: [{headers: {WWW-Authenticate: 'Bearer resource_metadata="https://<host>/x"'}}]
        """
      When the runtime starts
      Then startup reported one error, of "docs", that ends with "login: protected resource metadata of https://<host>/x: <why>"

      Examples:
        | host                 | why |
        | localhost            | its host is private, and the server is not |
        | 10.1.2.3             | its host is private, and the server is not |
        | 169.254.169.254      | its host is private, and the server is not |
        | 100.64.0.0           | its host is private, and the server is not |
        | 100.127.255.255      | its host is private, and the server is not |
        | 224.0.0.1            | its host is private, and the server is not |
        | 0.0.0.0              | its host is private, and the server is not |
        | [::1]                | its host is private, and the server is not |
        | [fe80::1]            | its host is private, and the server is not |
        | 100.63.255.255       | it cannot be read: dial tcp 100.63.255.255:443: connect: connection refused |
        | 100.128.0.0          | it cannot be read: dial tcp 100.128.0.0:443: connect: connection refused |
        | login.test           | it cannot be read: dial tcp login.test:443: connect: connection refused |

  @OAC-45
  Rule: Metadata are read within 10 s, and redirects are followed within the origin only

    Scenario Outline: <what>
      Given server "docs" over http with this script:
        """yaml
        protected: {by: [login], at: [/here, /there]}
        rules:
          - {when: {endpoint: resource-metadata, nth: 1}, do: [<answer>]}
        """
      And server "more" over http with this script:
        """yaml
        protected: {by: [login], at: [/there]}
        rules:
          - {when: {endpoint: resource-metadata}, do: [{patch: {resource: "http://docs.test/mcp"}}]}
        """
      When the runtime starts
      And <passes> passes
      Then server "docs" is <state>

      Examples:
        | what                       | answer                                                              | passes | state        |
        | another place              | status: {code: 302, headers: {Location: /there}}                    | 1s     | connected    |
        | another origin             | status: {code: 302, headers: {Location: "http://more.test/there"}}  | 1s     | disconnected |
        | slow                       | delay: 9s                                                           | 10s    | connected    |
        | too slow                   | delay: 11s                                                          | 10s    | disconnected |
