@omp @virtual
Feature: What is kept of a server yields to what its user says and to what it has shown
  A verdict is a guess that saves time. A definition that names the protocol is no guess,
  and neither is what the server itself has said in this life of the program.

  @MOD-09
  Rule: A server whose protocol is given is not taken for what is kept of it

    Scenario Outline: over <kind>
      Given the switch "protocol.era" is "auto"
      And server "docs" over <kind>
      And the runtime has started
      And server "docs" is defined with era "modern"
      When the program ends and another one starts
      And 1h passes
      Then server "docs" received "server/discover" 2 times
      And server "docs" received "initialize" 1 time
      And server "docs" is disconnected

      Examples:
        | kind  |
        | stdio |
        | http  |

  @MOD-09 @MOD-12
  Rule: A server that has spoken the modern protocol is not asked to initialize again, whatever is kept of it

    Example: it was a legacy one in the program before
      Given the switch "protocol.era" is "auto"
      And server "docs" over http with this script:
        """yaml
        era: modern
        rules:
          - {when: {method: server/discover, nth: 1}, do: [error: {code: -32601, message: no}]}
          - {when: {method: initialize, nth: 1}, do: [result: {protocolVersion: "2025-11-25", capabilities: {}, serverInfo: {name: docs, version: "1"}}]}
        """
      And the runtime has started
      When the program ends and another one starts
      And server "docs" is reconnected
      And 1h passes
      Then server "docs" received "initialize" 2 times
      And server "docs" received "server/discover" 3 times
      And server "docs" is connected

  @MOD-01
  Rule: What is told of an attempt that has failed is what was tried, and why nothing is known

    Example: a server without any protocol
      Given the switch "protocol.era" is "auto"
      And server "docs" over stdio
      And server "docs" follows these rules:
        """yaml
        - {when: {method: server/discover}, do: [error: {code: -32601, message: no}]}
        - {when: {method: initialize}, do: [error: {code: -32603, message: no}]}
        """
      When the runtime starts
      Then the runtime told this story of server "docs":
        """
        0s server.state c1 >connecting
        0s server.state c1 connecting>handshaking
        0s era.found c1 server/discover 2026-07-28: it answered server/discover with MCP error -32601: no >unknown server/discover 2026-07-28: it answered server/discover with MCP error -32601: no error: MCP error -32603: no
        0s server.state c1 handshaking>failed error: MCP error -32603: no
        """

  @MOD-09
  Rule: A verdict is good for a day from when it was found, however often it is used

    Example: three programs within 25 hours
      Given the switch "protocol.era" is "auto"
      And server "docs" over stdio
      And the runtime has started
      When 23h pass
      And the program ends and another one starts
      And 2h pass
      And the program ends and another one starts
      And 1m passes
      Then server "docs" received "server/discover" 2 times
