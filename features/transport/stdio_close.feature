@omp @virtual
Feature: Closing a stdio transport leaves nothing behind
  Who closes a transport wants it gone: callers that still wait learn it at once,
  the process is ended, its last output is read, and only then is the end
  announced. After that there is no process, no reader and no second announcement.

  @OMP-TP-41 @OMP-TP-42 @real
  Rule: Closing disconnects at once and rejects every pending request with "Transport closed"

    Example: three requests wait for a process that takes a while to end
      Given server "docs" over stdio with this script:
        """yaml
        rules:
          - {when: {method: ping}, do: [never]}
          - {when: {phase: closing}, do: [{delay: 700ms}]}
        """
      And a connected transport to server "docs"
      When the request "ping" is sent 3 times at once
      And 5s pass
      And the transport is closed
      And the request "ping" is sent
      Then the transport is not connected
      And requests 1 to 3 fail with "Transport closed"
      And request 3 ended at 5s
      And request 4 fails with "Transport not connected"
      And the transport has not closed
      And server "docs" received "ping" 3 times

    Example: a thousand requests
      Given server "docs" over stdio
      And server "docs" never answers "ping"
      And a connected transport to server "docs"
      When the request "ping" is sent 1000 times at once
      And 5s pass
      And the transport is closed
      Then requests 1 to 1000 fail with "Transport closed"
      And request 1000 ended at 5s

  @OMP-TP-43 @real
  Rule: Closing ends the process

    Example: a process that does as it is told
      Given server "docs" over stdio
      And a connected transport to server "docs"
      When the transport is closed
      Then server "docs" has 0 live processes
      And the transport has closed

    Example: a process that does not is killed after a second
      Given server "docs" over stdio with this script:
        """yaml
        stdio: {ignore: [term, eof]}
        """
      And a connected transport to server "docs"
      When the transport is closed
      And the clock reaches 999ms
      Then server "docs" has 1 live process
      And the transport has not closed
      When the clock reaches 1s
      Then server "docs" has 0 live processes
      And the transport has closed

  @OMP-TP-44
  Rule: Closing returns when the server's output has been read to its end

    Example: the end of the output arrives 300 ms after the exit
      Given server "docs" over stdio
      And the link to "docs" has slow_close 300ms down
      And a connected transport to server "docs"
      When the transport is closed
      And the clock reaches 299ms
      Then server "docs" has 0 live processes
      And the transport has not closed
      When the clock reaches 300ms
      Then the transport has closed

  @OMP-TP-45
  Rule: The end of a transport is announced last

    Example: after the callers, after the process and after its output
      Given server "docs" over stdio with this script:
        """yaml
        rules:
          - {when: {method: ping}, do: [never]}
          - {when: {phase: closing}, do: [{delay: 700ms}]}
        """
      And the link to "docs" has slow_close 200ms down
      And a connected transport to server "docs"
      When the request "ping" is sent
      And the transport is closed
      And the clock reaches 899ms
      Then request 1 ended at 0s
      And server "docs" has 0 live processes
      And the transport reported nothing
      When the clock reaches 900ms
      Then the transport reported:
        """text
        close
        """

    Example: once the output of a process that has exited is at its end, nothing is waited for
      Given server "docs" over stdio
      And the link to "docs" has slow_close 200ms down
      And a connected transport to server "docs"
      When server "docs" exits with code 1
      And 201ms pass
      Then the transport reported:
        """text
        close
        """
      And no timer is pending

  @OMP-TP-47 @real
  Rule: The end of a transport is announced once

    Example: a transport whose process has exited is closed
      Given server "docs" over stdio
      And a connected transport to server "docs"
      When server "docs" exits with code 1
      And the transport is closed
      And the transport is closed
      And 1h passes
      Then the transport has closed
      And the transport reported:
        """text
        close
        """

    Scenario Outline: also with stdio.close at <value>
      Given the switch "stdio.close" is "<value>"
      And server "docs" over stdio
      And a connected transport to server "docs"
      When server "docs" exits with code 1
      And 1h passes
      Then the transport reported:
        """text
        close
        """

      Examples:
        | value    |
        | kill     |
        | escalate |
