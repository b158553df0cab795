@omp @virtual
Feature: What a server answers to server/discover says which protocol it speaks
  For a year servers and clients of two protocols meet. A client that guesses wrong
  hangs, starts a server twice, or gives up on one that would have worked. So each
  outcome of the first question has one meaning, and none is keyed to one error code.

  Background:
    Given the switch "protocol.era" is "auto"

  @MOD-01 @MOD-CLI-25 @MOD-CLI-39 @MOD-CLI-40 @MOD-CLI-42 @MOD-CLI-44 @MOD-CLI-45 @MOD-CLI-46 @MOD-CLI-47 @MOD-CLI-48 @MOD-CLI-51 @MOD-CLI-52 @FF-31 @FF-32 @MOD-CLI-43
  Rule: Every outcome of server/discover has one meaning

    Scenario Outline: over <kind>, <what>
      Given server "docs" over <kind> with this script:
        """yaml
        era: <era>
        tools: [search]
        """
      And server "docs" follows these rules:
        """yaml
        - {when: {method: server/discover, <moment>}, do: [<do>]}
        """
      When the runtime starts
      And 1h passes
      Then the runtime has the tools "mcp__docs_search"
      And server "docs" received "server/discover" at "<asked>"
      And server "docs" received "initialize" <opened>

      Examples:
        | kind  | what                             | era    | moment | do                                                                                  | asked  | opened  |
        | stdio | an error                         | legacy | nth: 1 | error: {code: -32601, message: no}                                                  | 0s     | 1 time  |
        | stdio | another error                    | legacy | nth: 1 | error: {code: -32000, message: no}                                                  | 0s     | 1 time  |
        | stdio | a wish for initialize            | legacy | nth: 1 | error: {code: -32602, message: initialize first}                                    | 0s     | 1 time  |
        | stdio | an invalid request               | legacy | nth: 1 | error: {code: -32600, message: Invalid Request}                                     | 0s     | 1 time  |
        | stdio | a result of another form         | legacy | nth: 1 | result: {ok: true}                                                                  | 0s     | 1 time  |
        | stdio | versions that are no list        | legacy | nth: 1 | result: {supportedVersions: 2026-07-28}                                             | 0s     | 1 time  |
        | stdio | legacy versions only             | legacy | nth: 1 | result: {supportedVersions: ["2025-11-25"], capabilities: {}}                       | 0s     | 1 time  |
        | stdio | a refusal that names legacy ones | legacy | nth: 1 | error: {code: -32022, message: no, data: {supported: ["2025-11-25"]}}               | 0s     | 1 time  |
        | stdio | nothing                          | legacy | nth: 1 | never                                                                               | 0s     | 1 time  |
        | stdio | the end of the process           | legacy | nth: 1 | exit: 1                                                                             | 0s     | 1 time  |
        | stdio | a refusal that names this one    | modern | nth: 1 | error: {code: -32022, message: no, data: {supported: ["2030-01-01", "2026-07-28"]}} | 0s, 0s | 0 times |
        | stdio | the result, late                 | modern | nth: 1 | delay: 7s                                                                           | 0s, 5s | 1 time  |
        | http  | an error                         | legacy | nth: 1 | error: {code: -32601, message: no}                                                  | 0s     | 1 time  |
        | http  | an error of a foreign id         | legacy | nth: 1 | error: {code: -32000, message: no}, id: "null"                                      | 0s     | 1 time  |
        | http  | a page                           | legacy | nth: 1 | status: 404                                                                         | 0s     | 1 time  |
        | http  | a method that is not allowed     | legacy | nth: 1 | status: 405                                                                         | 0s     | 1 time  |
        | http  | a bad request                    | legacy | nth: 1 | status: 400                                                                         | 0s     | 1 time  |
        | http  | legacy versions only             | legacy | nth: 1 | result: {supportedVersions: ["2025-11-25"], capabilities: {}}                       | 0s     | 1 time  |
        | http  | a refusal that names this one    | modern | nth: 1 | error: {code: -32022, message: no, data: {supported: ["2030-01-01", "2026-07-28"]}} | 0s, 0s | 0 times |
        | http  | the result, late                 | modern | nth: 1 | delay: 7s                                                                           | 0s     | 0 times |

    Example: a result that comes before initialize is answered counts
      Given server "docs" over stdio with this script:
        """yaml
        era: dual
        tools: [search]
        """
      And server "docs" follows these rules:
        """yaml
        - {when: {method: server/discover}, do: [{delay: 7s}]}
        - {when: {method: initialize}, do: [{delay: 10s}]}
        """
      When the runtime starts
      And 1h passes
      Then server "docs" received "tools/list" at "7s"
      And server "docs" received "server/discover" 1 time
      And server "docs" received "notifications/initialized" 0 times
      When server "docs" sends the request "ping"
      And 1s passes
      Then server "docs" received "answer" 0 times

    Example: after silence the handshake begins in the same process
      Given server "docs" over stdio
      And server "docs" never answers "server/discover"
      When the runtime starts
      And 1h passes
      Then server "docs" received "initialize" at "5s"
      And server "docs" was started 1 time

    Example: a process that ends is started again, with initialize first
      Given server "docs" over stdio
      And server "docs" follows these rules:
        """yaml
        - {when: {method: server/discover}, do: [{exit: 1}]}
        """
      When the runtime starts
      And 1h passes
      Then the runtime has the tools "mcp__docs_echo"
      And server "docs" received in this timeline:
        """
        0s server/discover
        0s initialize
        0s notifications/initialized
        0s tools/list
        """
      And server "docs" was started 2 times
      And the runtime told this story of server "docs":
        """
        0s server.state c1 >connecting
        0s server.state c1 connecting>handshaking
        0s era.found c1 server/discover 2026-07-28: it ended when it was asked server/discover >legacy server/discover 2026-07-28: it ended when it was asked server/discover
        0s server.state c1 handshaking>listing
        0s server.state c1 listing>ready
        0s tools.changed 1 mcp__docs_echo
        0s cache.write 1
        """

    Scenario Outline: over <kind>, <what> ends the attempt
      Given server "docs" over <kind> with this script:
        """yaml
        era: modern
        """
      And server "docs" follows these rules:
        """yaml
        - {when: {method: server/discover}, do: [<do>]}
        """
      When the runtime starts
      And 1h passes
      Then startup reported these errors:
        | server | error   |
        | docs   | <error> |
      And server "docs" received "initialize" 0 times

      Examples:
        | kind  | what                     | do                                                                             | error                                                                                             |
        | stdio | a foreign modern version | result: {supportedVersions: ["2030-01-01"], capabilities: {}}                  | MCP server "docs" cannot be talked to: it speaks no revision that this client speaks; it speaks ["2030-01-01"], this client "2026-07-28" |
        | http  | a foreign modern version | result: {supportedVersions: ["2030-01-01"], capabilities: {}}                  | MCP server "docs" cannot be talked to: it speaks no revision that this client speaks; it speaks ["2030-01-01"], this client "2026-07-28" |
        | stdio | no version at all        | error: {code: -32022, message: no}                                             | MCP server "docs" cannot be talked to: it refuses the revision and names none that it speaks                                             |
        | stdio | an empty list            | error: {code: -32022, message: no, data: {supported: []}}                      | MCP server "docs" cannot be talked to: it refuses the revision and names none that it speaks                                             |
        | stdio | the same refusal twice   | error: {code: -32022, message: no, data: {supported: ["2026-07-28"]}}          | MCP server "docs" cannot be talked to: it refuses the revision that it names; it speaks ["2026-07-28"], this client "2026-07-28" |
        | http  | the same refusal twice   | error: {code: -32022, message: no, data: {supported: ["2026-07-28"]}}          | MCP server "docs" cannot be talked to: it refuses the revision that it names; it speaks ["2026-07-28"], this client "2026-07-28" |
        | stdio | a header mismatch        | error: {code: -32020, message: odd}                                            | MCP error -32020: odd                                                                             |
        | http  | a missing capability     | error: {code: -32021, message: odd}                                            | MCP error -32021: odd                                                                             |
        | http  | 401                      | status: {code: 401, body: no} | HTTP 401: no |
        | http  | 403                      | status: {code: 403, body: no} | HTTP 403: no |
        | http  | 429                      | status: {code: 429, body: no} | HTTP 429: no |
        | http  | 503                      | status: {code: 503, body: no} | HTTP 503: no |
        | http  | nothing                  | never                                                                          | Connection to MCP server "docs" timed out after 30000ms                                                                                         |
