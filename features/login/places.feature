@omp @virtual
Feature: A document counts only if it is one
  Many sites answer any path with a page. What a login reads is a JSON object that was
  answered with 200; everything else is as if it were not there, and the next place is tried.

  Background:
    Given an authorization server "login" with this script:
      """yaml
      authorization: {at: [oauth, openid]}
      """
    And the user approves logins

  @OAC-07 @OAC-08
  Rule: What is no JSON object with 200 is no metadata, and the next place is asked

    Scenario Outline: <what>
      Given server "login" follows these rules:
        """yaml
        - {when: {endpoint: metadata, nth: 1}, do: [<answer>]}
        """
      And server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        """
      When the runtime starts
      And 1m passes
      Then server "docs" is connected
      And the authorization server "login" was asked <times> times for "metadata"

      Examples:
        | what                    | answer                                      | times |
        | a good one              | headers: {X-A: b}                           | 1     |
        | as if it were a page    | headers: {Content-Type: text/html}          | 1     |
        | nothing                 | status: 404                                 | 2     |
        | a mistake of the server | status: 500                                 | 2     |
        | no content              | status: 204                                 | 2     |
        | a page                  | status: {code: 200, body: <h1>Hello</h1>}   | 2     |
        | a list                  | status: {code: 200, body: '[{}]'}           | 2     |
        | half of an object       | status: {code: 200, body: '{"issuer":'}     | 2     |
        | a redirect to nowhere   | status: 302                                 | 2     |
        | several choices         | status: {code: 300, headers: {A: b}}        | 2     |

    Example: what is asked for is JSON, without anything that the server has given
      Given server "docs" over http with this script:
        """yaml
        protected: {by: [login]}
        """
      When the runtime starts
      And 1m passes
      Then server "docs" is connected
      And "GET" number 1 to server "docs" has the header "Accept" set to "application/json"
      And "GET" number 1 to server "docs" has the header "Connection" set to "close"
      And "GET" number 1 to server "docs" has no header "Authorization"
      And "GET" number 1 to server "docs" has no header "Mcp-Protocol-Version"

  @OAC-04 @OAC-05
  Rule: Where a server's metadata were looked for is told if they are nowhere

    Example: where the challenge says
      Given server "docs" over http with this script:
        """yaml
        protected: {by: [login], at: [/here]}
        rules:
          - {when: {endpoint: resource-metadata}, do: [{status: 404}]}
        """
      When the runtime starts
      And 1m passes
      Then startup reported one error, of "docs", with "login: protected resource metadata of http://docs.test/here: there is none (HTTP 404)"
      And the authorization server "login" was asked 0 times for "metadata"

    Scenario Outline: at the root alone, where the server has the path "<path>"
      Given the switch "protocol.era" is "modern"
      And server "docs" over http with this script:
        """yaml
        era: modern
        http: {path: "/"}
        protected: {by: [login], at: [/here], unnamed: true}
        """
      And server "docs" is defined with url "http://docs.test<path>"
      When the runtime starts
      And 1m passes
      Then startup reported one error, of "docs", that ends with "none: not in the challenge, not at http://docs.test/.well-known/oauth-protected-resource"

      Examples:
        | path |
        |      |
        | /    |

    Example: where they belong, if the revision that had none is not spoken
      Given the switch "protocol.era" is "modern"
      And server "docs" over http with this script:
        """yaml
        era: modern
        protected: {by: [login], at: [/here], unnamed: true}
        """
      When the runtime starts
      And 1m passes
      Then startup reported one error, of "docs", with "login: protected resource metadata: there is none: not in the challenge, not at http://docs.test/.well-known/oauth-protected-resource/mcp or http://docs.test/.well-known/oauth-protected-resource"
      And the authorization server "login" was asked 0 times for "metadata"

  @OAC-45
  Rule: A document comes within 10 s and after at most five redirects

    Scenario Outline: <what>
      Given server "docs" over http with this script:
        """yaml
        protected: {by: [login], at: [/here]}
        rules:
          - {when: {endpoint: resource-metadata, first: <first>}, do: [<answer>]}
        """
      When the runtime starts
      And 1m passes
      Then server "docs" is connected

      Examples:
        | what                      | first | answer                                                 |
        | five redirects            | 5     | status: {code: 302, headers: {Location: /here}}        |
        | one that is for good      | 1     | status: {code: 308, headers: {Location: /here}}        |
        | one that names it whole   | 1     | status: {code: 307, headers: {Location: "http://docs.test/here"}} |
        | just in time              | 1     | delay: 9999ms                                          |

    Scenario Outline: not <what>
      Given server "docs" over http with this script:
        """yaml
        protected: {by: [login], at: [/here]}
        rules:
          - {when: {endpoint: resource-metadata, first: <first>}, do: [<answer>]}
        """
      When the runtime starts
      And 1m passes
      Then startup reported one error, of "docs", with "resource_metadata="http://docs.test/here"]: login: protected resource metadata of http://docs.test/here: <why>"
      And the authorization server "login" was asked 0 times for "metadata"

      Examples:
        | what              | first | answer                                                               | why                                                    |
        | six redirects     | 6     | status: {code: 302, headers: {Location: /here}}                      | it redirects more than 5 times                         |
        | one to nowhere    | 1     | status: {code: 302, headers: {Location: /gone}}                      | there is none (HTTP 404)                               |
        | another origin    | 1     | status: {code: 302, headers: {Location: "http://more.test/here"}}    | it redirects to another origin, http://more.test       |
        | another port      | 1     | status: {code: 303, headers: {Location: "http://docs.test:81/here"}} | it redirects to another origin, http://docs.test:81    |
        | too large         | 1     | status: {code: 200, body: " ", size: 1048577}                        | it cannot be read: it has more than 1048576 bytes      |
        | no object         | 1     | status: {code: 200, body: " ", size: 1048576}                        | there is none (HTTP 200, no JSON object)               |
        | too late          | 1     | delay: 10001ms                                                       | it cannot be read: timeout after 10s           |
        | cut off           | 1     | drop: 5                                                              | it cannot be read: read tcp runtime:2->docs.test:80: read: connection reset by peer                      |
