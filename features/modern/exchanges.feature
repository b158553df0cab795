@omp @virtual
Feature: The single exchange with a modern server has no memory and no loose ends
  A cursor goes back as it came, each form of answer is taken, and what ends without an
  answer is over at once. What is given up is told in the way of the transport.

  Background:
    Given the switch "protocol.era" is "modern"

  @MOD-02 @MOD-CLI-20 @MOD-CLI-21
  Rule: A cursor is given back as it came, and an empty one is no end

    Scenario Outline: the cursor <cursor>, over <kind>
      Given server "docs" over <kind> with this script:
        """yaml
        era: modern
        tools: [a]
        """
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list, nth: 1}, do: [set: {path: /nextCursor, value: <cursor>}]}
        - {when: {method: tools/list, nth: 2}, do: [result: {resultType: complete, tools: [{name: b, inputSchema: {type: object}}], ttlMs: 0, cacheScope: public}]}
        """
      When the runtime starts
      And 1m passes
      Then "tools/list" number 2 to server "docs" is:
        """json
        {
          "jsonrpc": "2.0", "id": "<id>", "method": "tools/list",
          "params": {
            "cursor": <cursor>,
            "_meta": {
              "io.modelcontextprotocol/protocolVersion": "2026-07-28",
              "io.modelcontextprotocol/clientCapabilities": {"roots": {"listChanged": false}},
              "io.modelcontextprotocol/clientInfo": {"name": "omp-coding-agent", "version": "1.0.0"}
            }
          }
        }
        """
      And the runtime has the tools "mcp__docs_a, mcp__docs_b"
      And server "docs" received "tools/list" 2 times

      Examples:
        | cursor      | kind  |
        | ""          | stdio |
        | ""          | http  |
        | " 1/ä\u0000" | http  |
        | "0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789" | stdio |

    Example: an empty one that comes back for ever ends the list
      Given server "docs" over stdio with this script:
        """yaml
        era: modern
        tools: [a]
        """
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list}, do: [result: {resultType: complete, tools: [{name: a, inputSchema: {type: object}}], nextCursor: ""}]}
        """
      When the runtime starts
      And 1m passes
      Then the runtime has the tools "mcp__docs_a"
      And server "docs" received "tools/list" 2 times

  @MOD-02 @MOD-CLI-08 @MOD-CLI-67
  Rule: Answers as JSON and as events are both taken, whatever else is in the stream

    Scenario Outline: <what>
      Given server "docs" over http with this script:
        """yaml
        era: modern
        tools: [a]
        """
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/call}, do: [<do>]}
        """
      And the runtime has started
      When tool "mcp__docs_a" is called
      Then call 1 returns "ok"
      And "tools/call" number 1 to server "docs" has the header "Accept" set to "application/json, text/event-stream"

      Examples:
        | what                        | do                                                                                      |
        | JSON                        | as: json                                                                                |
        | events, and a parameter     | {as: sse}, {headers: {Content-Type: "text/event-stream; charset=utf-8"}}                |
        | events of another case      | {as: sse}, {headers: {Content-Type: "Text/Event-Stream"}}                               |
        | JSON, and a parameter       | {headers: {Content-Type: "application/json; charset=utf-8"}}                            |
        | events                      | as: sse                                                                                 |
        | comments and foreign events | sse: {noSpace: true, events: [{comment: hi}, {event: heartbeat, data: no}, {answer: true}]} |

  @MOD-02 @MOD-CLI-30 @MOD-CLI-68
  Rule: A stream that ends without the answer ends the call at once

    Example: a server whose streams die
      Given the switch "calls.repeat" is "unsent"
      And server "docs" over http as "modern-stream-dies"
      And the runtime has started
      When tool "mcp__docs_echo" is called
      Then call 1 ended at 0s
      And server "docs" received "tools/call" 1 time
      And server "docs" saw the request id only once each

  @MOD-02 @MOD-CLI-29 @FF-75
  Rule: A call that is given up is told over a pipe, and ends its exchange over HTTP

    Scenario Outline: over <kind>
      Given server "docs" over <kind> with this script:
        """yaml
        era: modern
        tools: [a]
        rules: [{when: {method: tools/call, nth: 1}, do: [delay: 1h]}]
        """
      And the runtime has started
      When tool "mcp__docs_a" is called
      And 1s passes
      And the caller gives up call 1
      And 1s passes
      And tool "mcp__docs_a" is called
      Then call 2 returns "ok"
      And server "docs" received "notifications/cancelled" <n>

      Examples:
        | kind  | n       |
        | stdio | 1 time  |
        | http  | 0 times |

  @MOD-02 @MOD-CLI-88
  Rule: Codes that mean nothing in this protocol lead to nothing

    Scenario Outline: <code> over <kind>
      Given server "docs" over <kind> with this script:
        """yaml
        era: modern
        tools: [a]
        rules: [{when: {method: tools/call}, do: [error: {code: <code>, message: no}]}]
        """
      And the runtime has started
      When tool "mcp__docs_a" is called
      And 1h passes
      Then call 1 returns the error text "MCP error: MCP error <code>: no"
      And server "docs" received "server/discover" 1 time
      And server "docs" received "tools/call" 1 time

      Examples:
        | code   | kind  |
        | -32000 | stdio |
        | -32001 | http  |
        | -32019 | http  |
