@omp @virtual
Feature: A status without a message tells what stands before the server, or that it is old
  Proxies answer, too. A status in the place of a message means an old server, a login that
  is missing, or trouble that may pass: the first is talked to otherwise, the others are
  not taken for an old server.

  @MOD-01 @MOD-CLI-52
  Rule: Statuses of trouble and of logins end the attempt, all others lead to initialize

    Scenario Outline: HTTP <status>
      Given the switch "protocol.era" is "auto"
      And server "docs" over http
      And server "docs" follows these rules:
        """yaml
        - {when: {method: server/discover}, do: [{status: {code: <status>, body: no}}]}
        """
      When the runtime starts
      And 1h passes
      Then server "docs" received "server/discover" 1 time
      And server "docs" received "initialize" <opened>
      And startup reported <outcome>

      Examples:
        | status | opened  | outcome                                    |
        | 400    | 1 time  | no errors                                  |
        | 401    | 0 times | one error, of "docs", with "HTTP 401: no"  |
        | 402    | 1 time  | no errors                                  |
        | 403    | 0 times | one error, of "docs", with "HTTP 403: no"  |
        | 404    | 1 time  | no errors                                  |
        | 407    | 1 time  | no errors                                  |
        | 408    | 1 time  | no errors                                  |
        | 428    | 1 time  | no errors                                  |
        | 429    | 0 times | one error, of "docs", with "HTTP 429: no"  |
        | 430    | 1 time  | no errors                                  |
        | 499    | 1 time  | no errors                                  |
        | 500    | 0 times | one error, of "docs", with "HTTP 500: no"  |
        | 501    | 1 time  | no errors                                  |
        | 502    | 0 times | one error, of "docs", with "HTTP 502: no"  |
        | 503    | 0 times | one error, of "docs", with "HTTP 503: no"  |
        | 504    | 0 times | one error, of "docs", with "HTTP 504: no"  |
        | 599    | 0 times | one error, of "docs", with "HTTP 599: no"  |

  @MOD-01 @MOD-CLI-55
  Rule: A status that shows an old server is named, with its words if it has some

    Scenario Outline: HTTP <status>
      Given the switch "protocol.era" is "modern"
      And server "docs" over http
      And server "docs" follows these rules:
        """yaml
        - {when: {method: server/discover}, do: [{status: <status>}]}
        """
      When the runtime starts
      And 1h passes
      Then startup reported these errors:
        | server | error                                                                                                                                |
        | docs   | MCP server "docs" cannot be talked to: it speaks the legacy protocol only: it refused server/discover with HTTP <shown> |

      Examples:
        | status | shown                  |
        | 400    | 400 Bad Request        |
        | 405    | 405 Method Not Allowed |
        | 499    | 499                    |
        | 501    | 501 Not Implemented    |

  @MOD-01
  Rule: Of the revisions that a server names the modern ones decide, wherever they stand

    Scenario Outline: <supported>
      Given the switch "protocol.era" is "auto"
      And server "docs" over stdio with this script:
        """yaml
        era: dual
        """
      And server "docs" follows these rules:
        """yaml
        - {when: {method: server/discover, first: 1}, do: [{result: {supportedVersions: <supported>, capabilities: {}}}]}
        """
      When the runtime starts
      And 1h passes
      Then startup reported <outcome>
      And server "docs" received "initialize" <opened>

      Examples:
        | supported                    | outcome   | opened  |
        | ["2026-07-28"]               | no errors | 0 times |
        | ["2025-11-25", "2026-07-28"] | no errors | 0 times |
        | ["2030-01-01", "2026-07-28"] | no errors | 0 times |
        | ["2025-11-25"]               | no errors | 1 time  |
        | ["2025-11-25", "2030-01-01"] | one error, of "docs", with "MCP server "docs" cannot be talked to: it speaks no revision that this client speaks; it speaks ["2025-11-25" "2030-01-01"], this client "2026-07-28"" | 0 times |
        | ["soon"]                     | one error, of "docs", with "it speaks no revision that this client speaks; it speaks ["soon"], this client "2026-07-28"" | 0 times |
        | []                           | no errors | 1 time  |
