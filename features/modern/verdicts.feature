@omp @virtual
Feature: A server that cannot be talked to says why, and silence costs little
  Which protocol a server speaks may be found out from what it does not say. How long
  that may take is bounded, and what stops a client from talking to it is told in words
  that name the server, so that its user knows which of the two to change.

  @MOD-01 @MOD-CLI-55
  Rule: A client of the modern protocol alone says how a server showed that it is a legacy one

    Scenario Outline: over <kind>, <what>
      Given the switch "protocol.era" is "modern"
      And server "docs" over <kind>
      And server "docs" follows these rules:
        """yaml
        - {when: {method: server/discover}, do: [<do>]}
        """
      When the runtime starts
      And 1h passes
      Then startup reported these errors:
        | server | error                                                                                      |
        | docs   | MCP server "docs" cannot be talked to: it speaks the legacy protocol only: <why> |
      And server "docs" received "server/discover" 1 time
      And server "docs" received "initialize" 0 times

      Examples:
        | kind  | what                     | do                                                                | why                                                      |
        | stdio | an error                 | error: {code: -32601, message: no}                                | it answered server/discover with MCP error -32601: no    |
        | http  | an error                 | error: {code: -32601, message: no}                                | it answered server/discover with MCP error -32601: no    |
        | stdio | a result of another form | result: {ok: true}                                                | its answer to server/discover is no discover result      |
        | stdio | a result of unknown type | result: {resultType: hologram, supportedVersions: ["2026-07-28"]} | its answer to server/discover is no discover result      |
        | http  | legacy versions only     | result: {supportedVersions: ["2025-11-25"], capabilities: {}}     | it names legacy revisions only; it speaks ["2025-11-25"], this client "2026-07-28" |
        | stdio | the end of the process   | exit: 1                                                           | it ended when it was asked server/discover               |
        | stdio | nothing                  | never                                                             | it has not answered server/discover yet                  |
        | http  | a page                   | status: 404                                                       | it refused server/discover with HTTP 404 Not Found           |
        | http  | 501                      | status: 501                                                       | it refused server/discover with HTTP 501 Not Implemented     |

    Example: over HTTP+SSE, which is of the legacy protocol, that is spoken at once
      Given the switch "protocol.era" is "modern"
      And the switch "transport.sse" is "legacy"
      And server "docs" over sse with this script:
        """yaml
        http: {legacy: {}}
        """
      When the runtime starts
      And 1h passes
      Then the runtime has the tools "mcp__docs_echo"
      And server "docs" received "server/discover" 0 times

    Example: what a modern server says about itself is known as of a legacy one
      Given the switch "protocol.era" is "modern"
      And server "docs" over stdio with this script:
        """yaml
        era: modern
        name: docs
        version: "7"
        instructions: Read
        capabilities: {tools: {listChanged: true}, resources: {subscribe: true}}
        """
      When a bare connection to server "docs" is opened
      Then server "docs" has introduced itself to the bare connection as:
        """json
        {"protocolVersion": "2026-07-28", "capabilities": {"tools": {"listChanged": true}, "resources": {"subscribe": true}}, "serverInfo": {"name": "docs", "version": "7"}, "instructions": "Read",
         "_meta": {"io.modelcontextprotocol/serverInfo": {"name": "docs", "version": "7"}}}
        """

  @MOD-01 @MOD-CLI-47
  Rule: Silence over a pipe is waited for 5 s, or half of the server's timeout if that is less

    Scenario Outline: a timeout of <timeout>
      Given the switch "protocol.era" is "auto"
      And server "docs" over stdio
      And server "docs" has a timeout of <timeout>
      And server "docs" never answers "server/discover"
      When the runtime starts
      And 1h passes
      Then server "docs" received "initialize" at "<at>"

      Examples:
        | timeout | at     |
        | 4s      | 2s     |
        | 9998ms  | 4.999s |
        | 10002ms | 5s     |
        | 0s      | 5s     |

  @MOD-01
  Rule: What ends the handshake that follows on silence is told as it is, unless it is modern

    Scenario Outline: <what>
      Given the switch "protocol.era" is "auto"
      And server "docs" over stdio with this script:
        """yaml
        era: <era>
        """
      And server "docs" follows these rules:
        """yaml
        - {when: {method: server/discover, nth: 1}, do: [never]}
        - {when: {method: <method>, first: 9}, do: [<do>]}
        """
      When the runtime starts
      And 1h passes
      Then startup reported these errors:
        | server | error   |
        | docs   | <error> |
      And server "docs" received "server/discover" at "<asked>"

      Examples:
        | what                                              | era    | method                      | do                                                            | asked  | error                                                                                                                                                   |
        | an error of initialize                            | legacy | initialize                  | error: {code: -32603, message: no}                            | 0s     | MCP error -32603: no                                                                                                                                    |
        | a modern refusal, and no revision that both speak | modern | "server/discover", after: 1 | result: {supportedVersions: ["2030-01-01"], capabilities: {}} | 0s, 5s | MCP server "docs" cannot be talked to: it speaks no revision that this client speaks; it speaks ["2030-01-01"], this client "2026-07-28" |
        | a modern refusal, and an error                    | modern | "server/discover", after: 1 | error: {code: -32603, message: no}                            | 0s, 5s | MCP server "docs" cannot be talked to: it answered server/discover with MCP error -32603: no                                                            |

    Example: an answer that comes late and is no modern one changes nothing
      Given the switch "protocol.era" is "auto"
      And server "docs" over stdio
      And server "docs" follows these rules:
        """yaml
        - {when: {method: server/discover}, do: [delay: 7s, error: {code: -32601, message: no}]}
        - {when: {method: initialize}, do: [delay: 4s]}
        """
      When the runtime starts
      And 1h passes
      Then server "docs" received in this timeline:
        """
        0s server/discover
        5s initialize
        9s notifications/initialized
        9s tools/list
        """

    Example: after the handshake no answer is waited for
      Given the switch "protocol.era" is "auto"
      And server "docs" over stdio
      And server "docs" answers "server/discover" after 20s
      When the runtime starts
      And 1m passes
      Then the runtime ignored 1 answer of server "docs"

  @MOD-09
  Rule: What was found and cannot be kept is told

    Example: as a warning, and the server is asked again the next time
      Given the switch "protocol.era" is "auto"
      And the cache cannot be written
      And server "docs" over http
      And the runtime has started
      Then the log has 2 warnings of "docs" with "cache cannot be written"
      When 1m passes
      And the program ends and another one starts
      And 1h passes
      Then server "docs" received "server/discover" 2 times
