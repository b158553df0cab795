@omp @virtual
Feature: The end is the last that is told of a transport, after its reason and its callers

  @OMP-TP-45
  Rule: A connection without a session is told to be closed, too

    Example: over HTTP
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        """
      And a connected transport to server "docs"
      When the request "ping" is sent
      And the transport is closed
      Then the transport reported:
        """text
        close
        """

  @OMP-TP-45
  Rule: Why a connection has ended comes before its end

    Scenario Outline: over <kind>, which breaks off
      Given the switch "transport.sse" is "legacy"
      And server "docs" over <kind> with this script:
        """yaml
        http: {legacy: {}}
        """
      And a connected transport to server "docs"
      When server "docs" drops its connections
      And 1s passes
      Then the transport reported:
        """text
        <why>
        close
        """

      Examples:
        | kind | why |
        | ws   | error unexpected EOF |
        | sse  | error reading the stream: read tcp runtime:1->docs.test:80: read: connection reset by peer |

    Example: a process exits while a caller waits, and each callback takes a second
      Given server "docs" over stdio
      And server "docs" never answers "ping"
      And a bare transport to server "docs"
      And each callback of the transport takes 1s
      When the transport connects
      And the request "ping" is sent
      And server "docs" exits with code 1
      And 500ms pass
      Then request 1 fails with "Transport closed"
