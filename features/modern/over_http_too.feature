@omp @virtual
Feature: What holds over a pipe holds over HTTP, and of one thing as of two

  Background:
    Given the switch "protocol.era" is "modern"
    And the switch "notifications.subscribe" is "on"
    And the switch "protocol.tasks" is "1h"

  @MOD-12
  Rule: A modern server that asks for something in messages of its own gets no answer

    Scenario Outline: a ping over <kind>
      Given server "docs" over <kind> with this script:
        """yaml
        era: modern
        tools: [a]
        rules: [{when: {method: tools/call}, do: [<do>]}]
        """
      And the runtime has started
      When tool "mcp__docs_a" is called
      And 1m passes
      Then call 1 returns "ok"
      And server "docs" received "answer" 0 times
      And what was said to server "docs" keeps the laws of the modern protocol

      Examples:
        | kind  | do                                                                                              |
        | stdio | request: {method: ping}                                                                         |
        | ws    | request: {method: ping}                                                                         |
        | http  | sse: {events: [{data: '{"jsonrpc":"2.0","id":9,"method":"ping"}'}, {delay: 1s, answer: true}]}  |

  @MOD-CLI-08
  Rule: JSON and events are accepted whatever is asked, also where headers repeat something

    Scenario Outline: <method>
      Given server "docs" over http with this script:
        """yaml
        era: modern
        tools: [{name: build, inputSchema: {type: object, properties: {a: {type: string, x-mcp-header: A}}}, task: {takes: 10s, poll: 1s}, answer: built}]
        """
      And the runtime has started
      When tool "mcp__docs_build" is called with:
        """json
        {"a": "x"}
        """
      And 2s pass
      And the caller gives up call 1
      And 1s passes
      Then "<method>" number 1 to server "docs" has the header "Accept" set to "application/json, text/event-stream"

      Examples:
        | method               |
        | tools/call           |
        | tasks/get            |
        | tasks/cancel         |
        | subscriptions/listen |

  @MOD-CLI-75
  Rule: Over HTTP, too, a notification counts with the id of its subscription, and once that is acknowledged

    Scenario Outline: of <whose>
      Given server "docs" over http with this script:
        """yaml
        era: modern
        tools: [echo]
        rules:
          - when: {method: subscriptions/listen, nth: 1}
            do:
              - sse:
                  end: none
                  events:
                    - {data: '<first>'}
                    - {delay: 1m, data: '{"jsonrpc":"2.0","method":"notifications/tools/list_changed","params":{<meta>}}'}
                    - {delay: 24h, comment: end}
        """
      When the runtime starts
      And <time> passes
      Then server "docs" received "tools/list" <n>

      Examples:
        | whose                          | first                                                                                                                                                   | time  | meta                                                                   | n       |
        | none                           | {"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":"<id>"},"notifications":{"toolsListChanged":true}}} | 2m    |                                                                        | 1 time  |
        | a foreign one                  | {"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":"<id>"},"notifications":{"toolsListChanged":true}}} | 2m    | "_meta":{"io.modelcontextprotocol/subscriptionId":"x"}                 | 1 time  |
        | its own                        | {"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":"<id>"},"notifications":{"toolsListChanged":true}}} | 2m    | "_meta":{"io.modelcontextprotocol/subscriptionId":"<id>"}                | 2 times |
        | its own, not acknowledged      | {"jsonrpc":"2.0","method":"notifications/tools/list_changed","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":"<id>"}}}                        | 9s    |                                                                        | 1 time  |

  @MOD-TASK-25
  Rule: Each task is asked about in its own name

    Example: two at once
      Given server "docs" over http with this script:
        """yaml
        era: modern
        tools: [{name: build, task: {takes: 3s, poll: 1s}, answer: built}]
        """
      And the runtime has started
      When tool "mcp__docs_build" is called
      And tool "mcp__docs_build" is called
      And 5s pass
      Then call 1 returns "built"
      And call 2 returns "built"
      And what was said to server "docs" keeps the laws of the modern protocol
