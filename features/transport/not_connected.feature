@omp @virtual
Feature: A transport is used between connecting and closing, and once
  Before it is connected and after it is closed a transport refuses to send, on every
  wire in the same words. A transport is not connected twice: who wants another
  connection makes another transport.

  @F-33
  Rule: Before connecting and after closing, nothing is sent and the error says so

    Scenario Outline: over <kind>
      Given server "docs" over <kind> with this script:
        """yaml
        http: {sessions: false}
        """
      And a bare transport to server "docs"
      When the request "ping" is sent
      And the notification "a" is sent
      And the transport connects
      And the request "ping" is sent
      And the transport is closed
      And the request "ping" is sent
      And the notification "b" is sent
      Then requests 1 to 2 fail with "Transport not connected"
      And request 3 succeeds
      And requests 4 to 5 fail with "Transport not connected"

      Examples:
        | kind      |
        | http      |
        | stdio     |
        | ws        |

    Scenario Outline: over <kind>, a second attempt to connect is refused and changes nothing
      Given server "docs" over <kind> with this script:
        """yaml
        http: {sessions: false}
        """
      And a connected transport to server "docs"
      When the transport connects
      Then the transport failed to connect with "connecting again: Transport not connected"
      And the transport is connected
      When the request "ping" is sent
      Then request 1 succeeds

      Examples:
        | kind      |
        | http      |
        | stdio     |
        | ws        |

    Scenario Outline: over <kind>, a transport that was closed before is not connected any more
      Given server "docs" over <kind> with this script:
        """yaml
        http: {sessions: false}
        """
      And a bare transport to server "docs"
      When the transport is closed
      And the transport connects
      Then the transport failed to connect with "connecting again: Transport not connected"
      And the transport is not connected
      And server "docs" was started 0 times
      And the link to "docs" saw 0 attempts to connect

      Examples:
        | kind      |
        | http      |
        | stdio     |
        | ws        |

  @F-45
  Rule: A request that was given up before it began is not sent

    Scenario Outline: over <kind>
      Given server "docs" over <kind> with this script:
        """yaml
        http: {sessions: false}
        """
      And a connected transport to server "docs"
      When the request "ping" is sent by a sender who has given up
      Then request 1 was aborted
      And server "docs" received "ping" 0 times
      And the transport is connected

      Examples:
        | kind      |
        | http      |
        | stdio     |
        | ws        |

    Scenario Outline: over <kind>, one that is given up while it waits ends for the reason of its sender
      Given server "docs" over <kind> with this script:
        """yaml
        http: {sessions: false}
        rules: [{when: {method: ping}, do: [never]}]
        """
      And a connected transport to server "docs"
      When the request "ping" is sent
      And 1s passes
      And the sender gives up request 1
      Then request 1 was aborted
      And the transport is connected

      Examples:
        | kind      |
        | http      |
        | stdio     |
        | ws        |

    Scenario Outline: over <kind>, one whose parameters are no JSON is not sent either
      Given server "docs" over <kind> with this script:
        """yaml
        http: {sessions: false}
        """
      And a connected transport to server "docs"
      When the request "a" is sent with:
        """text
        {"half":
        """
      And the notification "b" is sent with:
        """text
        {"half":
        """
      Then request 1 fails with a text that begins with "writing "
      And request 2 fails with a text that begins with "writing "
      When the request "ping" is sent
      Then request 3 succeeds
      And server "docs" received "a" 0 times
      And server "docs" received "b" 0 times

      Examples:
        | kind      |
        | http      |
        | stdio     |
        | ws        |
