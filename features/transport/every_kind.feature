@omp @virtual
Feature: What holds of a transport holds of every kind

  A process, HTTP and a WebSocket begin and end in different ways. Who uses a transport
  does not have to know which it is.

  @OMP-TP-37 @real
  Rule: A transport that has not connected, or could not, accepts nothing

    Scenario Outline: before it connects, over <kind>
      Given server "docs" over <kind>
      And a bare transport to server "docs"
      When the request "ping" is sent
      And the notification "notifications/a" is sent
      Then the transport is not connected
      And requests 1 to 2 fail with "Transport not connected"
      And server "docs" received nothing
      And the transport reported nothing

      Examples:
        | kind |
        | http |
        | ws   |

    Example: nor after a process that could not be started
      Given server "docs" over stdio
      And server "docs" cannot be started
      And a bare transport to server "docs"
      When the transport connects
      Then the transport is not connected
      When the request "ping" is sent
      Then request 1 fails with "Transport not connected"
      And server "docs" has 0 live processes

  @OMP-TP-39
  Rule: A process is sent its first message as soon as it runs

    Example: one with arguments, and one without
      Given servers "docs, mail" over stdio
      And server "docs" is defined with the arguments "--stdio"
      When the runtime starts
      Then server "docs" received "initialize" at "0s"
      And server "mail" received "initialize" at "0s"

  @OMP-TP-41 @real
  Rule: A transport that is closed is not connected any more

    Scenario Outline: over <kind>
      Given server "docs" over <kind>
      And a connected transport to server "docs"
      When the transport is closed
      And the request "ping" is sent
      Then the transport is not connected
      And request 1 fails with "Transport not connected"
      And server "docs" received "ping" 0 times

      Examples:
        | kind |
        | http |
        | ws   |

    Example: over HTTP, while the server takes its time to end the session
      Given server "docs" over http
      And server "docs" follows these rules:
        """yaml
        - {when: {verb: DELETE}, do: [{delay: 300ms}]}
        """
      And a connected transport to server "docs"
      When the request "initialize" is sent with:
        """json
        {"protocolVersion": "2025-03-26", "capabilities": {}}
        """
      And the transport is closed
      And the request "ping" is sent
      Then the transport is not connected
      And request 2 fails with "Transport not connected"

  @OMP-TP-47 @real
  Rule: A transport whose stream has ended announces nothing more when it is closed

    Example: over http
      Given server "docs" over http
      And a connected transport to server "docs"
      When the request "initialize" is sent with:
        """json
        {"protocolVersion": "2025-03-26", "capabilities": {}}
        """
      And the transport opens its background stream
      And server "docs" ends its stream
      And the transport is closed
      And the transport is closed
      And 1h passes
      Then the transport reported:
        """text
        close
        """

    Example: over ws
      Given server "docs" over ws
      And a connected transport to server "docs"
      When server "docs" exits with code 0
      And the transport is closed
      And 1h passes
      Then the transport reported:
        """text
        close
        """

  @OMP-TP-60
  Rule: A transport that was closed, or could not connect, does not connect again

    Scenario Outline: closed, over <kind>
      Given server "docs" over <kind>
      And a connected transport to server "docs"
      When the transport is closed
      And the transport connects
      And the request "ping" is sent
      Then the transport failed to connect with "connecting again: Transport not connected"
      And request 1 fails with "Transport not connected"
      And server "docs" received "ping" 0 times

      Examples:
        | kind  |
        | stdio |
        | http  |
        | ws    |

    Scenario Outline: could not connect, over <kind>
      Given server "docs" over <kind>
      And server "docs" cannot be started
      And a bare transport to server "docs"
      When the transport connects
      And server "docs" comes up
      And the transport connects
      Then the transport failed to connect with "connecting again: Transport not connected"
      When a new transport to server "docs" connects
      And the request "ping" is sent
      Then request 1 succeeds

      Examples:
        | kind  |
        | stdio |
        | ws    |
