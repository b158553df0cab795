@omp @virtual
Feature: A lost process is the end of its transport
  A process may exit, or close its output, at any moment. Whoever waits for an
  answer learns so at once. The transport itself never starts a process a second
  time: whether and when to try again is decided by those who own it.

  @OMP-TP-46 @OMP-TP-58
  Rule: When the process or its output ends, every request in flight is rejected and the end is announced

    @real
    Example: the process exits with three requests in flight
      Given server "docs" over stdio
      And server "docs" never answers "ping"
      And a connected transport to server "docs"
      When the request "ping" is sent 3 times at once
      And 2s pass
      And server "docs" exits with code 1
      Then requests 1 to 3 fail with "Transport closed"
      And request 1 ended at 2s
      And request 3 ended at 2s
      And the transport is not connected
      And the transport reported:
        """text
        close
        """

    Example: the process closes its output, and is ended
      Given server "docs" over stdio
      And server "docs" never answers "ping"
      And a connected transport to server "docs"
      When the request "ping" is sent
      And the link to "docs" gets half_close down
      Then request 1 fails with "Transport closed"
      And the transport is not connected
      When the clock reaches 99ms
      Then server "docs" has 1 live process
      When the clock reaches 101ms
      Then server "docs" has 0 live processes
      And the transport reported:
        """text
        close
        """

    Example: an answer that was written before the exit still counts
      Given server "docs" over stdio with this script:
        """yaml
        rules: [{when: {method: ping}, do: [answer, {exit: 0}]}]
        """
      And the link to "docs" has latency 200ms down
      And a connected transport to server "docs"
      When the request "ping" is sent
      And 1s passes
      Then request 1 succeeds
      And the transport is not connected

    Example: requests are rejected before the end is announced
      Given server "docs" over stdio
      And server "docs" never answers "ping"
      And a connected transport to server "docs"
      And each callback of the transport takes 1s
      When the request "ping" is sent
      And 2s pass
      And server "docs" exits with code 1
      And 2s pass
      Then request 1 ended at 2s

  @OMP-TP-59 @real
  Rule: A transport never restarts its process

    Example: an hour after the exit
      Given server "docs" over stdio
      And a connected transport to server "docs"
      When server "docs" exits with code 1
      And 1h passes
      Then server "docs" was started 1 time
      And the transport is not connected
      When the request "ping" is sent
      And the notification "ping" is sent
      And 1h passes
      Then request 1 fails with "Transport not connected"
      And server "docs" was started 1 time
      And server "docs" received nothing

  @OMP-TP-60 @real
  Rule: Only a new transport brings a lost server back

    Example: the old one stays unusable, the new one works
      Given server "docs" over stdio
      And a connected transport to server "docs"
      When server "docs" exits with code 1
      And the transport connects
      And the request "ping" is sent
      Then the transport failed to connect with "connecting again: Transport not connected"
      And request 1 fails with "Transport not connected"
      And server "docs" was started 1 time
      When a new transport to server "docs" connects
      And the request "ping" is sent
      Then request 2 succeeds
      And server "docs" was started 2 times

  @OMP-TP-40
  Rule: A server that closes stderr alone is connected as before

    Scenario Outline: <when>
      Given server "docs" over stdio with this script:
        """yaml
        rules: [{when: {<when>}, do: [{stderr: {text: "no more of it\n", close: true}}]}]
        """
      And a connected transport to server "docs"
      When the request "ping" is sent
      And 1h passes
      And the request "ping" is sent
      Then request 2 succeeds
      And the transport is connected
      And the transport reported nothing

      Examples:
        | when                 |
        | phase: spawn         |
        | method: ping, nth: 1 |
