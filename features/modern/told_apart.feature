@omp @virtual
Feature: A request, a status and a body say the same, whatever is switched on
  What one part of a program knows the others have to follow.

  @MOD-CLI-49
  Rule: 404 and 405 for the probe lead to initialize, and the same for that to the old transport

    Scenario Outline: <probe> for the probe, <handshake> for initialize
      Given the switch "protocol.era" is "auto"
      And the switch "transport.sse" is "legacy"
      And server "docs" over http with this script:
        """yaml
        tools: [search]
        rules:
          - {when: {method: server/discover}, do: [{status: <probe>}]}
          - {when: {method: initialize}, do: [<handshake>]}
        """
      When the runtime starts
      And 1h passes
      Then server "docs" received "server/discover" 1 time
      And server "docs" received "initialize" 1 time
      And server "docs" received "GET" <streams>

      Examples:
        | probe | handshake    | streams |
        | 404   | delay: 1s    | 1 time  |
        | 405   | delay: 1s    | 1 time  |
        | 404   | {status: 404} | 1 time  |
        | 405   | {status: 405} | 1 time  |
        | 404   | {status: 400} | 1 time  |
        | 404   | {status: 410} | 0 times |

  @MOD-CLI-33
  Rule: What came of a state is not kept, even if nothing was asked

    Example: a resource that wants its state back first
      Given the switch "protocol.era" is "modern"
      And server "docs" over http with this script:
        """yaml
        era: modern
        modern: {ttl: 1h}
        resources: [{uri: "doc:a", rounds: [{state: true}]}]
        """
      And the runtime has started
      When resource "doc:a" of server "docs" is read
      And resource "doc:a" of server "docs" is read
      Then server "docs" received "resources/read" 4 times

  @MOD-12
  Rule: With tasks and subscriptions, too, header and body say the same

    Scenario Outline: over <kind>
      Given the switch "protocol.era" is "modern"
      And the switch "protocol.tasks" is "1h"
      And the switch "notifications.subscribe" is "on"
      And server "docs" over <kind> with this script:
        """yaml
        era: modern
        tools: [{name: build, task: {takes: 2s, poll: 1s}, answer: built}]
        resources: ["doc:a"]
        """
      And the runtime has started
      When tool "mcp__docs_build" is called
      And resource "doc:a" of server "docs" is read
      And 5s pass
      Then call 1 returns "built"
      And what was said to server "docs" keeps the laws of the modern protocol

      Examples:
        | kind  |
        | http  |
        | stdio |
        | ws    |

  @MOD-CLI-29
  Rule: Over a pipe the request that is cancelled is the one that was given up

    Scenario Outline: <act>
      Given the switch "protocol.era" is "modern"
      And server "docs" over stdio with this script:
        """yaml
        era: modern
        tools: [a]
        resources: ["doc:a"]
        rules: [{when: {method: <method>, nth: 2}, do: [never]}]
        """
      And the runtime has started
      When <act>
      And <act>
      And 1s passes
      And the caller gives up call 2
      And 1s passes
      Then server "docs" received "notifications/cancelled" 1 time
      And server "docs" was told that "<method>" number 2 is cancelled

      Examples:
        | act                                       | method         |
        | tool "mcp__docs_a" is called              | tools/call     |
        | resource "doc:a" of server "docs" is read | resources/read |

    Example: a subscription that is not needed any more
      Given the switch "protocol.era" is "modern"
      And the switch "notifications.subscribe" is "on"
      And server "docs" over stdio with this script:
        """yaml
        era: modern
        tools: [a]
        stdio: {ignore: [term]}
        """
      And the runtime has started
      When 1m passes
      And server "docs" is disconnected
      And 10s pass
      Then server "docs" received "notifications/cancelled" 1 time
      And server "docs" was told that "subscriptions/listen" number 1 is cancelled
