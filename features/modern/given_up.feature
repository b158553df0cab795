@omp @virtual
Feature: Whatever a modern server is asked, it hears when the answer is not waited for
  Reading a resource may take a server as long as calling a tool. It is told that it can
  stop, whether the caller has left or the time was up.

  Background:
    Given the switch "protocol.era" is "modern"

  @MOD-CLI-29
  Rule: Each kind of request that is given up is cancelled over a pipe

    Scenario Outline: <method>, <why>
      Given server "docs" over stdio with this script:
        """yaml
        era: modern
        tools: [a]
        prompts: [review]
        resources: ["doc:a"]
        rules: [{when: {method: <method>}, do: [delay: 1h]}]
        """
      And the runtime has started
      When <act>
      And <then>
      Then server "docs" received "notifications/cancelled" 1 time

      Examples:
        | method         | why                | act                                           | then                      |
        | tools/call     | the caller leaves  | tool "mcp__docs_a" is called                  | the caller gives up call 1 |
        | resources/read | the caller leaves  | resource "doc:a" of server "docs" is read     | the caller gives up call 1 |
        | prompts/get    | the caller leaves  | prompt "review" of server "docs" is filled in | the caller gives up call 1 |
        | tools/call     | its time is up     | tool "mcp__docs_a" is called                  | 31s pass                  |
        | resources/read | its time is up     | resource "doc:a" of server "docs" is read     | 31s pass                  |

    Example: over a WebSocket, too
      Given server "docs" over ws with this script:
        """yaml
        era: modern
        tools: [a]
        rules: [{when: {method: tools/call, nth: 1}, do: [delay: 1h]}]
        """
      And the runtime has started
      When tool "mcp__docs_a" is called
      And the caller gives up call 1
      Then server "docs" received "notifications/cancelled" 1 time
      And server "docs" was told that "tools/call" number 1 is cancelled

  @MOD-CLI-29
  Rule: Each kind of request that is given up ends its exchange over HTTP at once, and nothing else is told

    Scenario Outline: <method>, answered <how>
      Given server "docs" over http with this script:
        """yaml
        era: modern
        tools: [a]
        prompts: [review]
        resources: ["doc:a"]
        rules: [{when: {method: <method>, nth: 1}, do: [<does>]}]
        """
      And the runtime has started
      When <act>
      And 1s passes
      And the caller gives up call 1
      And 1s passes
      Then call 1 ended at 1s
      And server "docs" has 1 open "POST"
      And server "docs" received "notifications/cancelled" 0 times

      Examples:
        | method         | how              | does                                                         | act                                           |
        | tools/call     | late             | delay: 10s                                                   | tool "mcp__docs_a" is called                  |
        | resources/read | late             | delay: 10s                                                   | resource "doc:a" of server "docs" is read     |
        | prompts/get    | late             | delay: 10s                                                   | prompt "review" of server "docs" is filled in |
        | tools/call     | late, in a stream | {as: sse}, {notify: notifications/message}, {delay: 10s}    | tool "mcp__docs_a" is called                  |
        | resources/read | late, in a stream | {as: sse}, {notify: notifications/message}, {delay: 10s}    | resource "doc:a" of server "docs" is read     |
