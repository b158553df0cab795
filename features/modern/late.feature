@omp @virtual
Feature: A late answer changes nothing, and one connection speaks one protocol
  Once a client has gone on, what comes behind is of the past; and what a server shows
  itself to be it stays for as long as it runs.

  Background:
    Given the switch "protocol.era" is "auto"

  @MOD-CLI-46
  Rule: An answer to the probe that comes behind that to initialize is ignored, and a refusal of initialize leads back

    Example: a server of both eras that answers the probe after seven seconds
      Given server "docs" over stdio with this script:
        """yaml
        era: dual
        tools: [search]
        rules: [{when: {method: server/discover}, do: [delay: 7s]}]
        """
      When the runtime starts
      And 1h passes
      And tool "mcp__docs_search" is called
      Then call 1 returns "ok"
      And server "docs" received in this timeline:
        """
        0s server/discover
        5s initialize
        5s notifications/initialized
        5s tools/list
        1h0m0s tools/call
        """

    Example: a probe that is refused late, and then initialize
      Given server "docs" over stdio with this script:
        """yaml
        era: modern
        tools: [search]
        rules:
          - {when: {method: server/discover, nth: 1}, do: [delay: 6s, error: {code: -32601, message: not yet}]}
          - {when: {method: initialize}, do: [delay: 3s, error: {code: -32022, message: no}]}
        """
      When the runtime starts
      And 1h passes
      Then server "docs" received "server/discover" at "0s, 8s"
      And server "docs" received "initialize" 1 time
      And the runtime has the tools "mcp__docs_search"

  @MOD-CLI-50 @MOD-CLI-53
  Rule: A method that a modern server does not know leaves it a modern one

    Scenario Outline: <method> over <kind>
      Given server "docs" over <kind> with this script:
        """yaml
        era: dual
        tools: [search]
        prompts: [review]
        rules:
          - {when: {method: <method>, nth: 1}, do: [<do>]}
        """
      And the runtime has started
      When 1m passes
      And tool "mcp__docs_search" is called
      And tool "mcp__docs_search" is called
      And 1h passes
      Then call 2 returns "ok"
      And server "docs" received "initialize" 0 times
      And "tools/call" number 2 to server "docs" is:
        """json
        {
          "jsonrpc": "2.0", "id": "<id>", "method": "tools/call",
          "params": {
            "name": "search", "arguments": {},
            "_meta": {
              "io.modelcontextprotocol/protocolVersion": "2026-07-28",
              "io.modelcontextprotocol/clientCapabilities": {"roots": {"listChanged": false}},
              "io.modelcontextprotocol/clientInfo": {"name": "omp-coding-agent", "version": "1.0.0"}
            }
          }
        }
        """

      Examples:
        | method       | kind  | do                                                        |
        | tools/call   | stdio | error: {code: -32601, message: no}                        |
        | tools/call   | http  | error: {code: -32601, message: no}                        |
        | prompts/list | stdio | error: {code: -32601, message: no}                        |
        | prompts/list | http  | error: {code: -32601, message: no}                        |

  @MOD-CLI-52
  Rule: A probe over HTTP whose answer breaks off, or never begins, says nothing of the era

    Scenario Outline: <what>
      Given server "docs" over http with this script:
        """yaml
        era: dual
        rules:
          - {when: {method: server/discover}, do: [<do>]}
        """
      When the runtime starts
      And 1h passes
      Then server "docs" received "initialize" 0 times
      And server "docs" was found to speak "unknown" after:
        """
        server/discover 2026-07-28: no answer
        """

      Examples:
        | what                          | do                       |
        | a stream without the answer   | {as: sse}, {end: eof}    |
        | a stream that is reset        | {as: sse}, {end: reset}  |
        | a reset                       | {end: reset}             |
        | a cut connection              | drop                     |
        | the beginning of an answer    | {drop: 20}               |

  @MOD-CLI-55
  Rule: The error of a server without a common revision names all revisions that it speaks

    Scenario Outline: <how> over <kind>
      Given server "docs" over <kind>
      And server "docs" follows these rules:
        """yaml
        - {when: {method: server/discover}, do: [<do>]}
        """
      When the runtime starts
      And 1h passes
      Then startup reported one error, of "docs", with "it speaks no revision that this client speaks; it speaks ["2030-01-01" "2031-01-01"], this client "2026-07-28""

      Examples:
        | how        | kind  | do                                                                                         |
        | a result   | stdio | result: {supportedVersions: ["2030-01-01", "2031-01-01"], capabilities: {}}                |
        | a refusal  | stdio | error: {code: -32022, message: no, data: {supported: ["2030-01-01", "2031-01-01"]}}        |
        | a refusal  | http  | error: {code: -32022, message: no, data: {supported: ["2030-01-01", "2031-01-01"]}}        |

  @MOD-01
  Rule: A handshake that fails stays failed when a late answer to the probe is no modern one

    Example: both are refused, the probe between initialize and its answer
      Given server "docs" over stdio
      And server "docs" follows these rules:
        """yaml
        - {when: {method: server/discover}, do: [delay: 7s, error: {code: -32601, message: no}]}
        - {when: {method: initialize}, do: [delay: 4s, error: {code: -32603, message: closed today}]}
        """
      When the runtime starts
      And 1m passes
      Then startup reported one error, of "docs", with "MCP error -32603: closed today"
      And server "docs" received "server/discover" at "0s"
