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
