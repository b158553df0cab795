@omp @virtual
Feature: A server that wants a login has said nothing about its protocol
  Behind 401 and 403 there may be a server of either kind, whatever the body says. What
  it is shows when somebody has logged in.

  Background:
    Given the switch "protocol.era" is "auto"

  @MOD-CLI-51
  Rule: 401 and 403 lead to no initialize, whatever they say besides

    Scenario Outline: <status> with <what>
      Given server "docs" over http with this script:
        """yaml
        era: dual
        rules:
          - {when: {method: server/discover}, do: [status: {code: <status>, body: '<body>', headers: {Content-Type: application/json<more>}}]}
        """
      When the runtime starts
      And 1h passes
      Then server "docs" received "server/discover" 1 time
      And server "docs" received "initialize" 0 times
      And server "docs" was found to speak "unknown" after:
        """
        server/discover 2026-07-28: it wants a login
        """

      Examples:
        | status | what                        | body                                                                  | more                                |
        | 401    | an error of JSON-RPC        | {"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"login"}} |                                     |
        | 401    | an error, and a challenge   | {"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"login"}} | , WWW-Authenticate: Bearer          |
        | 403    | an error, and a challenge   | {"jsonrpc":"2.0","id":null,"error":{"code":-32601,"message":"no"}}    | , WWW-Authenticate: Bearer          |
        | 403    | an error of JSON-RPC        | {"jsonrpc":"2.0","id":null,"error":{"code":-32601,"message":"no"}}    |                                     |
        | 403    | an unsupported version      | {"jsonrpc":"2.0","id":null,"error":{"code":-32022,"message":"no"}}    |                                     |
        | 403    | an error of OAuth           | {"error":"insufficient_scope"}                                        |                                     |

  @MOD-CLI-51
  Rule: Behind a login that was missing there may be a server of either protocol

    Scenario Outline: <status>, and then a server that is <era>
      Given server "docs" over http with this script:
        """yaml
        era: <era>
        tools: [search]
        rules:
          - {when: {method: server/discover, nth: 1}, do: [status: <status>]}
        """
      And the runtime has started
      When 1m passes
      And server "docs" is reconnected
      And 1m passes
      Then the runtime has the tools "mcp__docs_search"
      And server "docs" received "server/discover" 2 times

      Examples:
        | status | era    |
        | 401    | legacy |
        | 403    | legacy |
        | 401    | modern |
        | 403    | modern |

    Scenario Outline: a server that is known as a legacy one is not asked again because it answers <status>
      Given server "docs" over http
      And server "docs" follows these rules:
        """yaml
        - {when: {method: initialize, after: 1}, do: [status: <status>]}
        """
      And the runtime has started
      When 1m passes
      And the counts start anew
      And the program ends and another one starts
      And 1h passes
      Then server "docs" received "initialize" 1 time
      And server "docs" received "server/discover" 0 times

      Examples:
        | status |
        | 401    |
        | 403    |
