@omp @virtual
Feature: A state belongs to the answer that came with it
  A server that keeps nothing packs into a state what it has to know in the next round. An
  old state would tell it of a round that is over.

  @MOD-04 @MOD-12 @MOD-CLI-27
  Rule: A state is sent back once, with the next round, and none if none came

    Scenario Outline: a state in the first of two rounds, over <kind>
      Given the switch "protocol.era" is "modern"
      And server "docs" over <kind> with this script:
        """yaml
        era: modern
        tools: [echo]
        rules:
          - {when: {method: tools/call, nth: 1}, do: [result: {resultType: input_required, inputRequests: {where: {method: roots/list}}, requestState: "round & 1"}]}
          - {when: {method: tools/call, nth: 2}, do: [result: {resultType: input_required, inputRequests: {where: {method: roots/list}}}]}
          - {when: {method: tools/call, nth: 3}, do: [result: {resultType: complete, content: [{type: text, text: done}]}]}
        """
      And the runtime has started
      When tool "mcp__docs_echo" is called
      And 1m passes
      Then call 1 returns "done"
      And server "docs" received "tools/call" 3 times
      And what was said to server "docs" keeps the laws of the modern protocol

      Examples:
        | kind  |
        | stdio |
        | http  |

    Scenario Outline: <method> over <kind>, the state <state>
      Given the switch "protocol.era" is "modern"
      And server "docs" over <kind> with this script:
        """yaml
        era: modern
        tools: [echo]
        prompts: [review]
        resources: ["doc:a"]
        rules:
          - {when: {method: <method>, nth: 1}, do: [result: {resultType: input_required, requestState: <state>}]}
        """
      And the runtime has started
      When <act>
      And <act>
      Then "<method>" number 2 to server "docs" is:
        """json
        {
          "jsonrpc": "2.0", "id": "<id>", "method": "<method>",
          "params": {
            <params>, "requestState": <state>,
            "_meta": {
              "io.modelcontextprotocol/protocolVersion": "2026-07-28",
              "io.modelcontextprotocol/clientCapabilities": {"roots": {"listChanged": false}},
              "io.modelcontextprotocol/clientInfo": {"name": "omp-coding-agent", "version": "1.0.0"}
            }
          }
        }
        """
      And server "docs" received "<method>" 3 times
      And server "docs" saw the request id only once each

      Examples:
        | method         | kind  | state | act                                           | params                             |
        | tools/call     | stdio | ""    | tool "mcp__docs_echo" is called               | "name": "echo", "arguments": {}    |
        | tools/call     | http  | "a b" | tool "mcp__docs_echo" is called               | "name": "echo", "arguments": {}    |
        | prompts/get    | stdio | "a b" | prompt "review" of server "docs" is filled in | "name": "review"                   |
        | prompts/get    | http  | ""    | prompt "review" of server "docs" is filled in | "name": "review"                   |
        | resources/read | stdio | "a b" | resource "doc:a" of server "docs" is read     | "uri": "doc:a"                     |
        | resources/read | http  | "a b" | resource "doc:a" of server "docs" is read     | "uri": "doc:a"                     |

  @MOD-CLI-27
  Rule: A round that asks nothing is sent again with its state alone

    Scenario Outline: a question and a state, and then another state, over <kind>
      Given the switch "protocol.era" is "modern"
      And server "docs" over <kind> with this script:
        """yaml
        era: modern
        tools: [echo]
        rules:
          - {when: {method: tools/call, nth: 1}, do: [result: {resultType: input_required, inputRequests: {where: {method: roots/list}}, requestState: one}]}
          - {when: {method: tools/call, nth: 2}, do: [result: {resultType: input_required, requestState: two}]}
        """
      And the runtime has started
      When tool "mcp__docs_echo" is called
      Then "tools/call" number 3 to server "docs" is:
        """json
        {
          "jsonrpc": "2.0", "id": "<id>", "method": "tools/call",
          "params": {
            "name": "echo", "arguments": {}, "requestState": "two",
            "_meta": {
              "io.modelcontextprotocol/protocolVersion": "2026-07-28",
              "io.modelcontextprotocol/clientCapabilities": {"roots": {"listChanged": false}},
              "io.modelcontextprotocol/clientInfo": {"name": "omp-coding-agent", "version": "1.0.0"}
            }
          }
        }
        """

      Examples:
        | kind  |
        | stdio |
        | http  |
