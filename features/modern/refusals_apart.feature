@omp @virtual
Feature: What a refusal says is read to its end, and what an answer was for is not sent again

  Background:
    Given the switch "protocol.era" is "auto"

  @MOD-CLI-42
  Rule: A refusal that names this revision among others leads to no initialize, wherever it stands

    Scenario Outline: <supported>, over <kind>
      Given server "docs" over <kind> with this script:
        """yaml
        era: dual
        tools: [search]
        rules:
          - {when: {method: server/discover, nth: 1}, do: [error: {code: -32022, message: no, data: {supported: [<supported>]}}]}
        """
      When the runtime starts
      And 1m passes
      Then the runtime has the tools "mcp__docs_search"
      And server "docs" received "server/discover" 2 times
      And server "docs" received "initialize" 0 times

      Examples:
        | kind  | supported                              |
        | stdio | "2025-11-25", "2026-07-28"             |
        | http  | "2025-11-25", "2026-07-28"             |
        | stdio | "2024-11-05", "2025-11-25", "2026-07-28" |
        | http  | "2030-01-01", "2025-11-25", "2026-07-28" |

  @MOD-CLI-48
  Rule: 400 with a modern error is one whatever its type and its id are

    Scenario Outline: <code> as <type>, with the id <id>
      Given server "docs" over http with this script:
        """yaml
        era: dual
        rules:
          - {when: {method: server/discover}, do: [status: {code: 400, body: '{"jsonrpc":"2.0","id":<id>,"error":{"code":<code>,"message":"odd"}}', headers: {Content-Type: <type>}}]}
        """
      When the runtime starts
      And 1m passes
      Then startup reported one error, of "docs", with "MCP error <code>: odd"
      And server "docs" received "initialize" 0 times

      Examples:
        | code   | type             | id   |
        | -32020 | text/plain       | 1    |
        | -32021 | application/json | null |
        | -32020 | ""               | null |

  @MOD-CLI-54
  Rule: A verdict that is kept ends a day after the server was asked, however often it is used

    Scenario Outline: over <kind>
      Given server "docs" over <kind>
      And the runtime has started
      When 20h pass
      And the program ends and another one starts
      Then server "docs" received "server/discover" 1 time
      When <more> pass
      And the program ends and another one starts
      And 1m passes
      Then server "docs" received "server/discover" <times>

      Examples:
        | kind  | more | times   |
        | stdio | 3h   | 1 time  |
        | stdio | 5h   | 2 times |
        | http  | 3h   | 1 time  |
        | http  | 5h   | 2 times |

  @MOD-04
  Rule: A request that is made again says what the last result asks for, and nothing of results before

    Example: a question, and then nothing but a state
      Given server "docs" over stdio with this script:
        """yaml
        era: modern
        tools: [search]
        rules:
          - {when: {method: tools/call, nth: 1}, do: [result: {resultType: input_required, requestState: one, inputRequests: {r: {method: roots/list}}}]}
          - {when: {method: tools/call, nth: 2}, do: [result: {resultType: input_required, requestState: two}]}
        """
      And the runtime has started
      When tool "mcp__docs_search" is called
      Then call 1 returns "ok"
      And "tools/call" number 3 to server "docs" is:
        """json
        {
          "jsonrpc": "2.0", "id": "<id>", "method": "tools/call",
          "params": {
            "name": "search", "arguments": {}, "requestState": "two",
            "_meta": {
              "io.modelcontextprotocol/protocolVersion": "2026-07-28",
              "io.modelcontextprotocol/clientCapabilities": {"roots": {"listChanged": false}},
              "io.modelcontextprotocol/clientInfo": {"name": "omp-coding-agent", "version": "1.0.0"}
            }
          }
        }
        """

  @MOD-CLI-47
  Rule: The probe of a server that has to be modern has its bound, too

    Example: it says nothing
      Given the switch "protocol.era" is "modern"
      And server "docs" over stdio
      And server "docs" never answers "server/discover"
      When the runtime starts
      And 1h passes
      Then startup returned at 5s
      And server "docs" received "initialize" 0 times
