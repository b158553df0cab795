@omp @virtual
Feature: A legacy server is not asked again and again, and is not taken for one for ever
  A question that a server never answers costs five seconds of each start. So what was
  found is kept, for a day at most: a stale verdict would work for ever and hide that
  the server has learned the modern protocol. Nothing is kept of outages and logins.

  Background:
    Given the switch "protocol.era" is "auto"

  @MOD-09 @MOD-CLI-53
  Rule: A server that was found to be a legacy one is not asked again for a day, in this program and the next

    Scenario Outline: over <kind>, another program <after>
      Given server "docs" over <kind>
      And the runtime has started
      When <after> pass
      And the program ends and another one starts
      And 1h passes
      Then server "docs" received "server/discover" <n>
      And server "docs" received "initialize" 2 times
      And server "docs" is connected

      Examples:
        | kind  | after           | n       |
        | stdio | 1m              | 1 time  |
        | http  | 1m              | 1 time  |
        | stdio | 23h59m59s999ms  | 1 time  |
        | http  | 24h             | 2 times |
        | stdio | 24h             | 2 times |

    Example: silence is waited for once
      Given server "docs" over stdio
      And server "docs" never answers "server/discover"
      And the runtime has started
      When 1m passes
      And the program ends and another one starts
      And 1m passes
      Then server "docs" received "initialize" at "-55s, 0s"
      And server "docs" was found to speak "legacy" after:
        """
        what is kept: a legacy server 55s ago
        """

    Example: without a cache it is kept as long as the program runs
      Given there is no cache
      And server "docs" over stdio
      And the runtime has started
      When 1m passes
      And server "docs" drops its connections
      And 1h passes
      Then server "docs" received "server/discover" 1 time
      And server "docs" received "initialize" 2 times

  @MOD-09
  Rule: What is kept belongs to the command with all that it is given, or to the URL with all who ask there

    Scenario Outline: another <field>
      Given server "docs" over <kind>
      And the runtime has started
      And server "docs" is defined with the <field> "X-Key" set to "other"
      When the program ends and another one starts
      And 1h passes
      Then server "docs" received "server/discover" 2 times

      Examples:
        | kind  | field    |
        | stdio | variable |
        | http  | header   |

  @MOD-09 @MOD-CLI-54
  Rule: A server that has learned the modern protocol meanwhile is asked again at once

    Scenario Outline: over <kind>
      Given server "docs" over <kind> with this script:
        """yaml
        era: modern
        rules:
          - {when: {method: server/discover, nth: 1}, do: [error: {code: -32601, message: no}]}
          - {when: {method: initialize, nth: 1}, do: [result: {protocolVersion: "2025-11-25", capabilities: {}, serverInfo: {name: docs, version: "1"}}]}
          - {when: {method: initialize, nth: 2}, do: [<answer>]}
        """
      And the runtime has started
      When 1m passes
      And the program ends and another one starts
      And 1h passes
      Then server "docs" received "server/discover" 2 times
      And server "docs" received "initialize" 2 times
      And server "docs" was found to speak "modern" after:
        """
        what is kept: a legacy server 1m0s ago
        initialize: <why>
        server/discover 2026-07-28: it speaks 2026-07-28
        """
      And the runtime has the tools "mcp__docs_echo"

      Examples:
        | kind  | answer                             | why                  |
        | stdio | error: {code: -32022, message: no} | MCP error -32022: no |
        | http  | status: {code: 404, body: gone}    | HTTP 404: gone       |

    Example: one that ends instead is asked the next time, as it may only be ill
      Given server "docs" over stdio
      And server "docs" follows these rules:
        """yaml
        - {when: {method: initialize, nth: 2}, do: [exit: 1]}
        """
      And the runtime has started
      When 1m passes
      And the program ends and another one starts
      And 1m passes
      And server "docs" is reconnected
      And 1h passes
      Then server "docs" received "server/discover" 2 times
      And server "docs" received "initialize" 3 times
      And server "docs" was started 3 times

    Example: one that is in trouble is not asked, as that says nothing of what it speaks
      Given server "docs" over http with this script:
        """yaml
        rules: [{when: {method: initialize, nth: 2}, do: [status: 503]}]
        """
      And the runtime has started
      When the program ends and another one starts
      And 1h passes
      Then server "docs" received "initialize" 2 times
      And server "docs" received "server/discover" 1 time

  @MOD-09
  Rule: What is kept in a file counts if all of it is right and its time is less than a day away

    Scenario Outline: <from> becomes <to>
      Given files are kept on disk
      And server "docs" over stdio
      And the runtime has started
      And in the file "~/.cache/-era-d2fa3dc5d36e59c211d37988e7cad4cf0e3-28cbd11dea01df27881813342a5c2c3a.json", <from> becomes <to>
      When the program ends and another one starts
      And 1m passes
      Then server "docs" received "server/discover" <n>
      And server "docs" is connected
      And the log has 0 records with ""

      Examples:
        | from                | to                  | n       |
        | 2026-01-01T00:00:00 | 2026-01-02T00:00:00 | 1 time  |
        | 2026-01-01T00:00:00 | 2026-01-02T00:00:01 | 2 times |
        | 2026-01-01T00:00:00 | 2025-12-31T00:00:01 | 1 time  |
        | 2026-01-01T00:00:00 | 2025-12-31T00:00:00 | 2 times |
        | "version":1         | "version":2         | 2 times |
        | "key":"             | "key":"x            | 2 times |
        | }                   | }}                  | 2 times |
