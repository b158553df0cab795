@omp @virtual
Feature: Which protocol a server is spoken to with is a choice, and its outcome is told
  Programs that cannot risk a surprise stay with the legacy protocol, others ask each
  server. Whoever wonders why a server is spoken to in this way or that reads what was
  tried and what came of it.

  @MOD-08
  Rule: The runtimes of the documents speak the legacy protocol, and the modern and the hardened one ask

    Scenario Outline: <profile>
      Given the runtime of "<profile>" with the server "mail"
      And server "docs" over http with this script:
        """yaml
        era: dual
        tools: [echo]
        """
      When the runtime starts
      And 1h passes
      Then server "docs" received "initialize" <initialize>
      And server "docs" received "server/discover" <discover>

      Examples:
        | profile  | initialize | discover |
        | omp      | 1 time     | 0 times  |
        | qwen     | 1 time     | 0 times  |
        | agents   | 1 time     | 0 times  |
        | modern   | 0 times    | 1 time   |
        | hardened | 0 times    | 1 time   |

  @MOD-08
  Rule: The definition of a server outranks what the runtime does with all

    Scenario Outline: <all> for all, <own> for a server over <kind>
      Given the switch "protocol.era" is "<all>"
      And server "docs" over <kind> with this script:
        """yaml
        era: dual
        tools: [echo]
        """
      And server "mail" over <kind> with this script:
        """yaml
        era: dual
        tools: [send]
        """
      And server "docs" is defined with era "<own>"
      When the runtime starts
      And 1h passes
      Then the runtime has the tools "mcp__docs_echo, mcp__mail_send"
      And server "docs" received "initialize" <initialize>
      And server "mail" received "initialize" <mail>

      Examples:
        | all    | own    | kind  | initialize | mail    |
        | legacy | auto   | stdio | 0 times    | 1 time  |
        | legacy | modern | http  | 0 times    | 1 time  |
        | auto   | legacy | stdio | 1 time     | 0 times |
        | modern | legacy | http  | 1 time     | 0 times |

    Example: a word that is no era is refused before anything is started
      Given server "docs" over stdio
      And server "docs" is defined with era "modren"
      When the runtime starts
      And 1h passes
      Then startup reported these errors:
        | server | error                                                                                                  |
        | docs   | Server "docs": unknown era "modren", want one of auto, legacy, modern, did you mean "modern"? |
      And server "docs" was started 0 times

  @MOD-08
  Rule: What was tried to find the era of a server is told, step by step

    Scenario Outline: over <kind>, <what>
      Given the switch "protocol.era" is "auto"
      And server "docs" over <kind> with this script:
        """yaml
        era: <era>
        """
      And server "docs" follows these rules:
        """yaml
        - {when: {method: server/discover, nth: 1}, do: [<do>]}
        """
      When the runtime starts
      And 1h passes
      Then server "docs" was found to speak "<found>" after:
        """
        server/discover 2026-07-28: <first>
        """

      Examples:
        | kind  | what                   | era    | do                                 | found   | first                                                 |
        | stdio | an error               | legacy | error: {code: -32601, message: no} | legacy  | it answered server/discover with MCP error -32601: no |
        | stdio | nothing                | legacy | never                              | legacy  | it has not answered server/discover yet               |
        | http  | a page                 | legacy | status: 404                        | legacy  | it refused server/discover with HTTP 404 Not Found        |
        | http  | 401                    | modern | status: 401                        | unknown | it wants a login                                      |
        | http  | 503                    | modern | status: 503                        | unknown | no answer                                             |
        | http  | a result after a while | modern | delay: 1s                          | modern  | it speaks 2026-07-28                                  |
        | http  | 503                    | modern | status: 503                        | unknown | no answer                                             |
        | stdio | headers that it blames | modern | error: {code: -32020, message: no} | unknown | it refused the request                                |
        | http  | what the client lacks  | modern | error: {code: -32021, message: no} | unknown | it refused the request                                |

    Example: a server that refuses the revision and names it
      Given the switch "protocol.era" is "auto"
      And server "docs" over http with this script:
        """yaml
        era: modern
        rules:
          - {when: {method: server/discover, nth: 1}, do: [error: {code: -32022, message: no, data: {supported: ["2026-07-28"]}}]}
        """
      When the runtime starts
      And 1h passes
      Then server "docs" was found to speak "modern" after:
        """
        server/discover 2026-07-28: it asks for 2026-07-28
        server/discover 2026-07-28: it speaks 2026-07-28
        """

    Example: nothing is asked of whom only one protocol is spoken with
      Given server "docs" over stdio
      When the runtime starts
      And 1h passes
      Then nothing was tried to find out what server "docs" speaks
