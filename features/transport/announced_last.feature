@omp @virtual
Feature: The end of a connection is announced last, and giving up says nothing, on every wire

  @OMP-TP-45
  Rule: The end of a transport is announced when nothing of it is left, whatever it runs over

    Example: over HTTP, whose farewell takes a second
      Given server "docs" over http
      And server "docs" follows these rules:
        """yaml
        - {when: {verb: DELETE}, do: [{delay: 1s}]}
        """
      And a connected transport to server "docs"
      When the request "initialize" is sent with:
        """json
        {"protocolVersion": "2025-03-26", "capabilities": {}}
        """
      And the transport is closed
      And the clock reaches 999ms
      Then the transport reported nothing
      When the clock reaches 1s
      Then the transport reported:
        """text
        close
        """

    Example: over a WebSocket, whose other side says no farewell
      Given server "docs" over ws
      And a connected transport to server "docs"
      When the link to "docs" gets stall
      And the transport is closed
      And the clock reaches 499ms
      Then the transport reported nothing
      When the clock reaches 1s
      Then the transport reported:
        """text
        close
        """

  @OMP-TP-42
  Rule: What is pending on any wire fails at once with the same words when the transport is closed

    Scenario Outline: over <kind>, <what>
      Given server "docs" over <kind>
      And server "docs" follows these rules:
        """yaml
        - {when: {method: ping}, do: [<do>]}
        """
      And a connected transport to server "docs"
      When the request "ping" is sent
      And the link to "docs" gets <fault>
      And the transport is closed
      And 1m passes
      Then request 1 fails with "Transport closed"
      And request 1 ended at 0s

      Examples:
        | kind | what                         | do                                 | fault       |
        | http | in a stream                  | {as: sse}, {raw: ": hi\n\n"}, never | latency 1ms |
        | http | before an answer             | never                              | latency 1ms |
        | ws   | and the other side is silent | never                              | stall       |

  @OMP-TP-52
  Rule: A request that is given up or takes too long is cancelled on no wire

    Scenario Outline: over <kind>
      Given the switch "transport.sse" is "legacy"
      And server "docs" over <kind>
      And server "docs" never answers "tools/call"
      And server "docs" has a timeout of 3s
      And the runtime has started
      When tool "mcp__docs_echo" is called
      And 10s pass
      And tool "mcp__docs_echo" is called
      And the caller gives up call 2
      And 1h passes
      Then server "docs" received "notifications/cancelled" 0 times
      And server "docs" received "tools/call" 2 times

      Examples:
        | kind  |
        | stdio |
        | http  |
        | ws    |

  @OMP-TP-102
  Rule: The client's own end of a background stream is told in no way where streams are resumed

    Example: the server is disconnected
      Given the switch "http.listener_drop" is "resume-first"
      And server "docs" over http
      And the runtime has started
      When 1m passes
      And server "docs" is disconnected
      And 1m passes
      Then the log has 0 records of "docs" with ""

  @OMP-TP-93
  Rule: A listener that is not answered holds the handshake up for a second where streams are resumed, too

    Example: the GET is never answered
      Given the switch "http.listener_drop" is "resume-first"
      And server "docs" over http
      And server "docs" follows these rules:
        """yaml
        - {when: {verb: GET}, do: [never]}
        """
      When the runtime starts
      And 1h passes
      Then server "docs" received "notifications/initialized" at "1s"
      And server "docs" is connected

  @OMP-TP-21
  Rule: An answer that comes too late counts as unknown, on every wire

    Scenario Outline: <what>, over <kind>
      Given the switch "transport.sse" is "legacy"
      And server "docs" over <kind> with this script:
        """yaml
        http: {legacy: {}}
        rules: [{when: {method: ping}, do: [delay: 4s, <answer>]}]
        """
      And server "docs" has a timeout of 3s
      And a connected transport to server "docs"
      When the request "ping" is sent
      And 1h passes
      Then the transport reported:
        """text
        dropped unknown id
        """

      Examples:
        | kind | what      | answer                             |
        | ws   | an error  | error: {code: -32000, message: no} |
        | ws   | a result  | result: {}                         |
        | sse  | an error  | error: {code: -32000, message: no} |
        | sse  | a result  | result: {}                         |
