@omp @virtual
Feature: A program listens to what it wants to hear
  Each of a transport's callbacks is optional. What would have been told there is not
  told, and nothing else is different.

  @OMP-TP-03 @real
  Rule: What happens while a callback is unset is harmless

    Example: a notification, a request, an unreadable line and the end, and nobody listens
      Given server "docs" over stdio
      And a connected transport to server "docs"
      And the transport has no callbacks
      When server "docs" sends the notification "notifications/message"
      And server "docs" sends the request "ping"
      And server "docs" sends:
        """
        not json
        """
      And the request "ping" is sent
      Then request 1 succeeds
      When server "docs" exits with code 1
      Then the transport is not connected
      And the transport reported nothing

    Example: a stream that cannot be read and ends, and nobody listens
      Given server "docs" over http
      And a connected transport to server "docs"
      And the transport has no callbacks
      When the request "initialize" is sent with:
        """json
        {"protocolVersion": "2025-03-26", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
        """
      And the transport opens its background stream
      And server "docs" sends the notification "notifications/message"
      And server "docs" sends:
        """
        not json
        """
      And the request "ping" is sent
      Then request 2 succeeds
      And the transport is connected
      And the transport reported nothing

    Scenario Outline: the callback for <what> alone, over stdio
      Given server "docs" over stdio with this script:
        """yaml
        rules: [{when: {method: tools/call}, do: [{raw: '{"jsonrpc"'}, {exit: 1}]}]
        """
      And a connected transport to server "docs"
      And the transport has no callback for <what>
      When server "docs" sends the notification "notifications/message"
      And server "docs" sends the request "ping"
      And server "docs" sends:
        """
        not json
        """
      And the request "tools/call" is sent
      Then request 1 fails with "Transport closed"
      And the transport is not connected
      And the transport reported:
        """
        <first>
        <second>
        <third>
        <fourth>
        """

      Examples:
        | what          | first                              | second           | third                                  | fourth                                 |
        | notifications | request ping                       | dropped not json | error JSONL stream ended unexpectedly | close                                  |
        | requests      | notification notifications/message | dropped not json | error JSONL stream ended unexpectedly | close                                  |
        | dropped input | notification notifications/message | request ping     | error JSONL stream ended unexpectedly | close                                  |
        | errors        | notification notifications/message | request ping     | dropped not json                      | close                                  |
        | its end       | notification notifications/message | request ping     | dropped not json                      | error JSONL stream ended unexpectedly |

    Scenario Outline: the callback for <what> alone, over HTTP
      Given server "docs" over http
      And a connected transport to server "docs"
      And the transport has no callback for <what>
      When the request "initialize" is sent with:
        """json
        {"protocolVersion": "2025-03-26", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
        """
      And the transport opens its background stream
      And server "docs" sends the notification "notifications/message"
      And server "docs" sends the request "ping"
      And server "docs" sends:
        """
        not json
        """
      Then the transport is connected
      And the transport reported:
        """
        <first>
        <second>
        <third>
        """

      Examples:
        | what          | first                              | second                     | third                      |
        | notifications | request ping                       | error parsing an event: …  | close                      |
        | requests      | notification notifications/message | error parsing an event: …  | close                      |
        | errors        | notification notifications/message | request ping               | close                      |
        | its end       | notification notifications/message | request ping               | error parsing an event: …  |
