@omp @virtual
Feature: No code of an error but three says that a server is modern
  Old servers refuse what they do not know in every way there is. A client that waits for
  one code never talks to the others.

  Background:
    Given the switch "protocol.era" is "auto"

  @MOD-01 @MOD-CLI-40
  Rule: Any error for server/discover but the three of the modern protocol leads to initialize

    Scenario Outline: <code> over <kind>
      Given server "docs" over <kind>
      And server "docs" follows these rules:
        """yaml
        - {when: {method: server/discover}, do: [error: {code: <code>, message: no}]}
        """
      When the runtime starts
      And 1h passes
      Then the runtime has the tools "mcp__docs_echo"
      And server "docs" received "initialize" 1 time

      Examples:
        | code   | kind  |
        | -32700 | stdio |
        | -32603 | stdio |
        | -32603 | http  |
        | -32099 | http  |
        | -32023 | stdio |
        | -32002 | stdio |
        | -32002 | http  |
        | -32001 | http  |
        | -1     | stdio |
        | 0      | http  |
        | 1      | stdio |
        | 404    | http  |
        | 500    | stdio |
        | -32000 | ws    |

    Scenario Outline: an error that brings data, over <kind>
      Given server "docs" over <kind>
      And server "docs" follows these rules:
        """yaml
        - {when: {method: server/discover}, do: [error: {code: -32602, message: no, data: {supported: ["2026-07-28"]}}]}
        """
      When the runtime starts
      And 1h passes
      Then the runtime has the tools "mcp__docs_echo"
      And server "docs" received "initialize" 1 time

      Examples:
        | kind  |
        | stdio |
        | http  |

  @MOD-CLI-88
  Rule: A code that means nothing for server/discover means an old server

    Scenario Outline: <code> over <kind>
      Given server "docs" over <kind>
      And server "docs" follows these rules:
        """yaml
        - {when: {method: server/discover}, do: [error: {code: <code>, message: no}]}
        """
      When the runtime starts
      And 1h passes
      Then the runtime has the tools "mcp__docs_echo"
      And server "docs" received "server/discover" 1 time
      And server "docs" received "initialize" 1 time

      Examples:
        | code   | kind  |
        | -32000 | http  |
        | -32001 | stdio |
        | -32004 | http  |
        | -32010 | stdio |
        | -32019 | http  |

    Example: for a subscription it is a failure like any other
      Given the switch "notifications.subscribe" is "on"
      And server "docs" over http with this script:
        """yaml
        era: modern
        tools: [echo]
        rules: [{when: {method: subscriptions/listen, first: 2}, do: [error: {code: -32004, message: no}]}]
        """
      When the runtime starts
      And 1h passes
      Then server "docs" received "subscriptions/listen" at "0s, 500ms, 1.5s"

  @MOD-CLI-73
  Rule: A subscription that is refused for a while is asked for again, one that is refused is not

    Scenario Outline: <what>
      Given the switch "notifications.subscribe" is "on"
      And server "docs" over http with this script:
        """yaml
        era: modern
        tools: [echo]
        rules: [{when: {method: subscriptions/listen, nth: 1}, do: [<do>]}]
        """
      When the runtime starts
      And 1h passes
      Then server "docs" received "subscriptions/listen" <n>
      And server "docs" is connected

      Examples:
        | what             | do                                 | n       |
        | 429              | status: 429                        | 2 times |
        | 400              | status: 400                        | 2 times |
        | 500              | status: 500                        | 2 times |
        | an internal one  | error: {code: -32603, message: no} | 2 times |
        | no params        | error: {code: -32602, message: no} | 1 time  |
        | 405              | status: 405                        | 1 time  |

  @MOD-CLI-43
  Rule: A refusal of the second probe for its headers or capabilities is told, and leads to no initialize

    Scenario Outline: <code> over <kind>
      Given server "docs" over <kind> with this script:
        """yaml
        era: dual
        rules:
          - {when: {method: server/discover, nth: 1}, do: [error: {code: -32022, message: no, data: {supported: ["2026-07-28"]}}]}
          - {when: {method: server/discover, nth: 2}, do: [error: {code: <code>, message: odd}]}
        """
      When the runtime starts
      And 1h passes
      Then startup reported one error, of "docs", with "MCP error <code>: odd"
      And server "docs" received "initialize" 0 times

      Examples:
        | code   | kind  |
        | -32020 | stdio |
        | -32020 | http  |
        | -32021 | stdio |
        | -32021 | http  |
