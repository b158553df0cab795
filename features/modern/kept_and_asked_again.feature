@omp @virtual
Feature: What is kept of a server counts for that server, and until it is wrong
  A server may have learned the modern protocol meanwhile, and may say so in its own words.

  Background:
    Given the switch "protocol.era" is "auto"

  @MOD-09
  Rule: What is kept belongs to what the definition means, over every transport

    Example: a variable of its URL has another value
      Given the environment variable "TENANT" is "1"
      And server "docs" over http
      And server "docs" is defined with url "http://docs.test/mcp?tenant=${TENANT}"
      And the runtime has started
      And the environment variable "TENANT" is "2"
      When the program ends and another one starts
      And 1m passes
      Then server "docs" received "server/discover" 2 times

    Example: over a WebSocket
      Given server "docs" over ws
      And the runtime has started
      When the program ends and another one starts
      And 1m passes
      Then server "docs" received "server/discover" 1 time
      And server "docs" received "initialize" 2 times

  @MOD-CLI-54
  Rule: Every answer but an outage has a server asked again whose era is kept

    Scenario Outline: over <kind>, initialize is answered with <answer>
      Given server "docs" over <kind> with this script:
        """yaml
        era: modern
        rules:
          - {when: {method: server/discover, nth: 1}, do: [error: {code: -32601, message: no}]}
          - {when: {method: initialize, nth: 1}, do: [result: {protocolVersion: "2025-11-25", capabilities: {}, serverInfo: {name: docs, version: "1"}}]}
          - {when: {method: initialize, nth: 2}, do: [<answer>]}
        """
      And the runtime has started
      When the program ends and another one starts
      And 1h passes
      Then server "docs" received "server/discover" 2 times
      And server "docs" received "initialize" 2 times
      And the runtime has the tools "mcp__docs_echo"

      Examples:
        | kind  | answer                             |
        | stdio | error: {code: -32601, message: no} |
        | http  | error: {code: -32600, message: no} |
        | http  | status: 400                        |
        | http  | status: 405                        |
        | http  | status: 410                        |

    Example: it is a legacy server after all
      Given server "docs" over stdio with this script:
        """yaml
        rules: [{when: {method: initialize, nth: 2}, do: [error: {code: -32603, message: no}]}]
        """
      And the runtime has started
      When the program ends and another one starts
      And 1h passes
      Then server "docs" received "server/discover" 2 times
      And server "docs" received "initialize" 3 times
      And server "docs" is connected

  @MOD-CLI-40
  Rule: An error without a message, and silence within a short time, lead to initialize

    Scenario Outline: <what>
      Given server "docs" over stdio
      And server "docs" has a timeout of 4s
      And server "docs" follows these rules:
        """yaml
        - {when: {method: server/discover}, do: [<do>]}
        """
      When the runtime starts
      And 1h passes
      Then server "docs" received "initialize" at "<at>"
      And server "docs" is connected

      Examples:
        | what       | do                                 | at |
        | no message | error: {code: -32601, message: ""} | 0s |
        | silence    | never                              | 2s |

  @MOD-CLI-55
  Rule: All revisions that a server names are in the error, those of the legacy protocol, too

    Scenario Outline: the client speaks <era>, the server <versions>
      Given the switch "protocol.era" is "<era>"
      And server "docs" over <kind>
      And server "docs" follows these rules:
        """yaml
        - {when: {method: server/discover}, do: [<do>: <versions>]}
        """
      When the runtime starts
      And 1h passes
      Then startup reported these errors:
        | server | error                                                                       |
        | docs   | MCP server "docs" cannot be talked to: <why> |

      Examples:
        | era    | kind  | do     | versions                                                                            | why |
        | auto   | stdio | result | {supportedVersions: ["2025-11-25", "2030-01-01"], capabilities: {}}                   | it speaks no revision that this client speaks; it speaks ["2025-11-25" "2030-01-01"], this client "2026-07-28" |
        | modern | http  | result | {supportedVersions: ["2025-11-25", "2025-06-18"], capabilities: {}}                   | it speaks the legacy protocol only: it names legacy revisions only; it speaks ["2025-11-25" "2025-06-18"], this client "2026-07-28" |
        | modern | stdio | error  | {code: -32022, message: no, data: {supported: ["2025-11-25"]}}                        | it speaks the legacy protocol only: it names legacy revisions only; it speaks ["2025-11-25"], this client "2026-07-28" |
