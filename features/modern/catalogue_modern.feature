@omp @virtual
Feature: Servers of the catalogue that go wrong in the modern protocol
  Questions without end, headers that are never right, lists that change in silence, and
  subscriptions that are none. Each is bounded, and what it costs is written down.

  Background:
    Given the switch "protocol.era" is "auto"

  @MOD-05 @MOD-03
  Rule: A call that goes wrong ends, after as many requests as make sense

    Scenario Outline: <server> over <kind>
      Given server "docs" over <kind> as "<server>"
      And the runtime has started
      When tool "mcp__docs_echo" is called with:
        """json
        {"text": "hi"}
        """
      And 1h passes
      Then call 1 returns the error text "MCP error: <error>"
      And server "docs" received "tools/call" <n>

      Examples:
        | server                     | kind  | n        | error                                                                                          |
        | asks-for-ever              | stdio | 11 times | tools/call asked for input more than 10 times                                                  |
        | asks-for-ever              | http  | 11 times | tools/call asked for input more than 10 times                                                  |
        | unknown-result-type        | http  | 1 time   | reading the result of tools/call: unknown result type "hologram"                               |
        | header-mismatch-for-ever   | http  | 2 times  | MCP error -32020: Header mismatch: Mcp-Name                                                    |

  @MOD-02 @MOD-CLI-26
  Rule: A result without a type is complete

    Scenario Outline: over <kind>
      Given server "docs" over <kind> as "result-without-type"
      And the runtime has started
      When tool "mcp__docs_echo" is called with:
        """json
        {"text": "hi"}
        """
      Then call 1 returns "ok"

      Examples:
        | kind  |
        | stdio |
        | http  |

  @MOD-03
  Rule: A tool whose schema asks for an impossible header costs its server no other tool

    Example: an object in a header
      Given server "docs" over http as "header-of-an-object"
      When the runtime starts
      Then the runtime has the tools "mcp__docs_echo"
      And the log has 1 record of "docs" with "leaving out the tool"

  @MOD-07 @MOD-CLI-73
  Rule: A server whose subscriptions are none stays connected, and is not asked without end

    Scenario Outline: <server> over <kind>
      Given server "docs" over <kind> as "<server>"
      When the runtime starts
      And 1m passes
      Then server "docs" is connected
      And the runtime has the tools "mcp__docs_echo"
      And server "docs" received "subscriptions/listen" <n>

      Examples:
        | server                         | kind  | n       |
        | listen-without-acknowledgement | stdio | 5 times |
        | listen-unknown                 | stdio | 1 time  |
        | listen-unknown                 | http  | 1 time  |
        | listen-ends-at-once            | http  | 6 times |

  @MOD-11
  Rule: Whatever a list says of its time, a user sees no list for longer than that, and no other user's

    Example: a list that changes within its time
      Given server "docs" over http as "changes-within-its-time"
      And the runtime has started
      When 23h pass
      And server "docs" is reconnected
      And 1m passes
      Then the runtime has the tools "mcp__docs_search"

    Scenario Outline: <server>, once more
      Given server "docs" over stdio as "<server>"
      And the runtime has started
      When server "docs" is reconnected
      And 1m passes
      Then server "docs" received "tools/list" 2 times

      Examples:
        | server                |
        | negative-time-to-live |
        | list-for-nobody       |
