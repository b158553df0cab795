@omp @virtual
Feature: A modern server that does not know a method is there all the same
  Over HTTP it says so with 404, which is what a legacy server answers whose session has
  ended. The body tells the two apart: nothing is connected anew, and nothing asked again.

  Background:
    Given the switch "protocol.era" is "auto"

  @MOD-CLI-50
  Rule: A call that a modern server answers with 404 and -32601 fails, and is made once

    Scenario Outline: over <kind>
      Given server "docs" over <kind> with this script:
        """yaml
        era: dual
        tools: [search]
        rules:
          - {when: {method: tools/call, nth: 1}, do: [error: {code: -32601, message: no such method}]}
        """
      And the runtime has started
      When tool "mcp__docs_search" is called
      And 1h passes
      Then call 1 returns the error text "MCP error: MCP error -32601: no such method"
      And server "docs" received "tools/call" 1 time
      And server "docs" received "server/discover" 1 time
      And server "docs" received "tools/list" 1 time
      And server "docs" received "GET" 0 times
      And server "docs" is connected

      Examples:
        | kind  |
        | http  |
        | stdio |

    Scenario Outline: a call that is answered with 404 and <what> finds the server at its next attempt
      Given server "docs" over http with this script:
        """yaml
        era: dual
        tools: [search]
        rules:
          - {when: {method: tools/call, nth: 1}, do: [<answer>]}
        """
      And the runtime has started
      When tool "mcp__docs_search" is called
      Then call 1 returns "ok"
      And server "docs" received "tools/call" 2 times
      And server "docs" received "server/discover" 2 times

      Examples:
        | what         | answer                                                                                                                |
        | a page       | status: {code: 404, body: gone}                                                                                       |
        | another code | status: {code: 404, body: '{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"no"}}', headers: {Content-Type: application/json}} |

  @MOD-CLI-50
  Rule: A list that a modern server answers with 404 and -32601 is one that it does not have

    Scenario Outline: <method>
      Given server "docs" over http with this script:
        """yaml
        era: dual
        tools: [search]
        prompts: [review]
        resources: ["doc:a"]
        rules:
          - {when: {method: <method>}, do: [error: {code: -32601, message: no such method}]}
        """
      And the runtime has started
      When 1m passes
      Then the log has 0 warnings of "docs" with ""
      And server "docs" received "<method>" 1 time
      And server "docs" received "server/discover" 1 time

      Examples:
        | method                   |
        | prompts/list             |
        | resources/list           |
        | resources/templates/list |

  @MOD-CLI-50
  Rule: A probe that is answered with 404 and -32601 has reached a server, of the legacy protocol

    Example: the server is there and speaks it
      Given server "docs" over http with this script:
        """yaml
        rules:
          - {when: {method: server/discover}, do: [status: {code: 404, body: '{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no"}}', headers: {Content-Type: application/json}}]}
        """
      When the runtime starts
      And 1m passes
      Then the runtime has the tools "mcp__docs_echo"
      And server "docs" received "server/discover" 1 time
