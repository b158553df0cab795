@omp @virtual
Feature: What is no evidence is not remembered, and what was modern stays modern
  A missing login, an outage and a gateway in front say nothing about the server behind.
  Whoever takes them for the legacy protocol talks to a modern server in words that it
  does not know, and for a day.

  Background:
    Given the switch "protocol.era" is "auto"

  @MOD-09 @MOD-CLI-51 @MOD-CLI-52
  Rule: Nothing is kept of an outage, of a login that is missing, or of a modern server

    Scenario Outline: <what>
      Given server "docs" over http with this script:
        """yaml
        era: dual
        """
      And server "docs" follows these rules:
        """yaml
        - {when: {method: server/discover, nth: 1}, do: [<do>]}
        """
      And the runtime has started
      When 1m passes
      And the program ends and another one starts
      And 1h passes
      Then server "docs" received "server/discover" 2 times
      And server "docs" received "initialize" 0 times

      Examples:
        | what        | do          |
        | 401         | status: 401 |
        | 403         | status: 403 |
        | 503         | status: 503 |
        | 429         | status: 429 |
        | the result  | delay: 1ms  |

  @MOD-09 @MOD-CLI-41 @MOD-CLI-53 @MOD-12
  Rule: A server over HTTP that spoke the modern protocol is never asked to initialize in this program

    Scenario Outline: <what> after a lost connection
      Given server "docs" over http with this script:
        """yaml
        era: dual
        """
      And server "docs" follows these rules:
        """yaml
        - {when: {method: server/discover, after: 1}, do: [<do>]}
        """
      And the runtime has started
      When 1m passes
      And server "docs" is reconnected
      And 1h passes
      Then server "docs" received "initialize" 0 times

      Examples:
        | what               | do                                 |
        | an unknown method  | error: {code: -32601, message: no} |
        | a page             | status: 404                        |
        | a gateway          | status: 502                        |

  @MOD-01
  Rule: A server that has said that it is legacy is not asked again because it refuses the handshake

    Scenario Outline: over <kind>, <what>
      Given server "docs" over <kind>
      And server "docs" follows these rules:
        """yaml
        - {when: {method: server/discover}, do: [error: {code: -32601, message: no}]}
        - {when: {method: initialize}, do: [error: {code: <code>, message: never}]}
        """
      When the runtime starts
      And 1h passes
      Then startup reported one error, of "docs", with "MCP error <code>: never"
      And server "docs" received "server/discover" 1 time
      And server "docs" received "initialize" 1 time

      Examples:
        | kind  | what                     | code   |
        | stdio | an unsupported version   | -32022 |
        | stdio | another error            | -32000 |
        | http  | an unsupported version   | -32022 |

    Scenario Outline: a server over <kind> that is disconnected, or out of time, while it is asked says nothing
      Given server "docs" over <kind>
      And server "docs" never answers "server/discover"
      When the runtime starts
      And <pause> pass
      And server "docs" is disconnected
      And 1h passes
      Then server "docs" was found to speak "unknown" after:
        """
        server/discover 2026-07-28: no answer
        """
      And server "docs" received "initialize" 0 times

      Examples:
        | kind  | pause |
        | http  | 2s    |
        | http  | 40s   |
        | stdio | 2s    |

  @MOD-CLI-41
  Rule: A server that has said that it is modern is not asked to initialize, whatever else it says

    Scenario Outline: over <kind>, with the capabilities <capabilities>
      Given the switch "protocol.era" is "auto"
      And server "docs" over <kind> with this script:
        """yaml
        era: dual
        rules: [{when: {method: server/discover}, do: [result: {supportedVersions: [<versions>], capabilities: <capabilities>}]}]
        """
      When the runtime starts
      And 1h passes
      Then server "docs" received "initialize" 0 times
      And server "docs" is connected

      Examples:
        | kind  | versions                   | capabilities           |
        | stdio | "2026-07-28"               | {}                     |
        | http  | "2025-11-25", "2026-07-28" | {prompts: {}}          |

  @MOD-CLI-42
  Rule: Who names a modern revision is not asked to initialize, wherever in its list that stands

    Scenario Outline: it refuses and names <versions>, over <kind>
      Given the switch "protocol.era" is "auto"
      And server "docs" over <kind> with this script:
        """yaml
        era: dual
        """
      And server "docs" follows these rules:
        """yaml
        - {when: {method: server/discover}, do: [error: {code: -32022, message: no, data: {supported: [<versions>]}}]}
        """
      When the runtime starts
      And 1m passes
      Then server "docs" received "initialize" 0 times
      And server "docs" is disconnected

      Examples:
        | kind  | versions                   |
        | stdio | "2027-01-01"               |
        | stdio | "2025-11-25", "2027-01-01" |
        | http  | "2025-11-25", "2027-01-01" |
        | stdio | "2027-01-01", "2025-11-25" |
