@omp @virtual
Feature: What is promised of one wire holds for those that are seldom met
  A WebSocket and the two connections of an old server are one transport each, like a
  process: they end, answer and give up in the same way.

  @OMP-TP-76 @OMP-TP-77
  Rule: Over HTTP+SSE, too, an abort is the caller's and a timeout is a timeout

    Example: one of two requests is given up
      Given the switch "transport.sse" is "legacy"
      And server "docs" over sse with this script:
        """yaml
        http: {legacy: {}}
        rules: [{when: {method: ping}, do: [never]}]
        """
      And a connected transport to server "docs"
      When the request "ping" is sent
      And the request "ping" is sent
      And the clock reaches 29s
      And the sender gives up request 1
      And the clock reaches 30s
      Then request 1 was aborted
      And request 2 fails with "Request timeout after 30000ms"

  @OMP-TP-16
  Rule: An error with the code 0 rejects over every wire

    Scenario Outline: over <kind>
      Given server "docs" over <kind> with this script:
        """yaml
        rules: [{when: {method: ping}, do: [error: {code: 0, message: no}]}]
        """
      And a connected transport to server "docs"
      When the request "ping" is sent
      Then request 1 fails with "MCP error 0: no"

      Examples:
        | kind  |
        | stdio |
        | ws    |

  @OMP-TP-110
  Rule: A reconnect that is asked for leaves one connection open, over every wire

    Scenario Outline: over <kind>
      Given server "docs" over <kind>
      And the runtime has started
      When server "docs" is reconnected
      And 1m passes
      Then server "docs" received "initialize" 2 times
      And the link to "docs" has <n> open connections

      Examples:
        | kind | n |
        | ws   | 1 |

  @OMP-LC-37
  Rule: A server over any wire whose connect is pending is not started besides

    Scenario Outline: over <kind>
      Given server "docs" over <kind>
      And server "docs" answers "initialize" after 5s
      And the cache holds the tools "search" of server "docs"
      When the runtime starts
      And 1s passes
      And the runtime starts server "docs"
      And 1m passes
      Then server "docs" received "initialize" 1 time
      And server "docs" is connected

      Examples:
        | kind |
        | ws   |
        | sse  |

  @OMP-LC-53
  Rule: A client that listens afterwards says once that it is initialized

    Example: the background stream is opened last
      Given the switch "handshake.listener" is "after-initialized"
      And server "docs" over http
      When the runtime starts
      And 1m passes
      Then server "docs" received in order:
        """
        initialize
        notifications/initialized
        GET
        tools/list
        """

  @FF-14
  Rule: On the one stream of an old server, too, an answer that nobody waits for is dropped

    Example: of an id that was never sent
      Given the switch "transport.sse" is "legacy"
      And server "docs" over sse with this script:
        """yaml
        http: {legacy: {}}
        """
      And a connected transport to server "docs"
      When the request "ping" is sent
      And server "docs" sends:
        """jsonl
        {"jsonrpc":"2.0","id":"no-such-id","result":{}}
        """
      Then request 1 succeeds
      And the transport is connected
      And the transport reported:
        """
        dropped unknown id
        """
