@omp @virtual
Feature: What has changed is not fresh, whatever was said before
  A time to live is a hint. A notification, a gap in which one may have been missed, a
  call that the server does not understand, and other credentials outrank it.

  Background:
    Given the switch "protocol.era" is "modern"
    And the switch "notifications.subscribe" is "on"
    And the switch "notifications.debounce" is "off"

  @MOD-11 @MOD-CLI-32
  Rule: A notification ends the time of what it is about, and of nothing else

    Scenario Outline: over <kind>, an update of <what>
      Given server "docs" over <kind> with this script:
        """yaml
        era: modern
        modern: {ttl: 1h}
        resources: ["doc:a", "doc:b"]
        """
      And the runtime has started
      When resource "doc:a" of server "docs" is read
      And 1m passes
      And server "docs" announces an update of "<what>"
      And 1m passes
      And resource "doc:a" of server "docs" is read
      Then server "docs" received "resources/read" <n>
      And server "docs" received "resources/list" 1 time

      Examples:
        | kind  | what  | n       |
        | stdio | doc:a | 2 times |
        | http  | doc:a | 2 times |
        | http  | doc:b | 1 time  |

    Example: an answer that was on its way when the change was told is not kept
      Given server "docs" over http with this script:
        """yaml
        era: modern
        modern: {ttl: 1h}
        resources: ["doc:a"]
        rules: [{when: {method: resources/read, nth: 1}, do: [delay: 2s]}]
        """
      And the runtime has started
      When resource "doc:a" of server "docs" is read
      And 1s passes
      And server "docs" announces an update of "doc:a"
      And 1m passes
      And resource "doc:a" of server "docs" is read
      And resource "doc:a" of server "docs" is read
      Then server "docs" received "resources/read" 2 times

    Scenario Outline: over <kind>, a list of tools that changes within its time
      Given server "docs" over <kind> with this script:
        """yaml
        era: modern
        modern: {ttl: 24h}
        tools: [echo]
        """
      And the runtime has started
      When 1m passes
      And server "docs" changes its tools to "search"
      And server "docs" sends the notification "notifications/tools/list_changed"
      And 1h passes
      Then the runtime has the tools "mcp__docs_search"
      And server "docs" received "tools/list" 2 times

      Examples:
        | kind  |
        | stdio |
        | http  |

  @MOD-11
  Rule: What changed while there was no connection is looked at once

    Scenario Outline: over <kind>
      Given server "docs" over <kind> with this script:
        """yaml
        era: modern
        modern: {ttl: 24h}
        tools: [echo]
        """
      And the runtime has started
      When 1m passes
      And server "docs" changes its tools to "search"
      And server "docs" is reconnected
      And 1h passes
      Then the runtime has the tools "mcp__docs_search"
      And server "docs" received "tools/list" 2 times

      Examples:
        | kind  |
        | stdio |
        | http  |

  @MOD-11 @MOD-CLI-81
  Rule: A call that the server does not understand makes its list stale

    Scenario Outline: a call is refused with <code>
      Given server "docs" over stdio with this script:
        """yaml
        era: modern
        modern: {ttl: 24h}
        tools: [echo]
        capabilities: {tools: {}}
        rules: [{when: {method: tools/call}, do: [error: {code: <code>, message: no}]}]
        """
      And the runtime has started
      When tool "mcp__docs_echo" is called
      And server "docs" is reconnected
      And 1m passes
      Then server "docs" received "tools/list" <n>

      Examples:
        | code   | n       |
        | -32602 | 2 times |
        | -32603 | 1 time  |
