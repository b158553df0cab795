@omp @virtual
Feature: A broken stream is reported once and ends the connection
  A bad line can be skipped, a bad stream cannot: when it breaks inside a line,
  or a line has no end, nothing that follows can be trusted. The host is told why,
  and then that the connection is over. A stream that breaks while the connection
  is being closed anyway is nobody's business any more.

  @OMP-TP-56 @real
  Rule: A stream that fails while connected is an error, and then the connection closes

    Example: a process that dies in the middle of a line
      Given server "docs" over stdio with this script:
        """yaml
        rules: [{when: {method: ping}, do: [{raw: '{"jsonrpc":"2.0","id'}, {exit: 1}]}]
        """
      And a connected transport to server "docs"
      When the request "ping" is sent
      Then request 1 fails with "Transport closed"
      And the transport is not connected
      And the transport reported:
        """text
        error JSONL stream ended unexpectedly
        close
        """

    Example: a last line without a line end is fine if it is complete
      Given server "docs" over stdio with this script:
        """yaml
        rules: [{when: {method: ping}, do: [{frame: {noNewline: true}}, answer, {exit: 0}]}]
        """
      And a connected transport to server "docs"
      When the request "ping" is sent
      Then request 1 succeeds
      And the transport reported:
        """text
        close
        """

    Example: a line of 16 MiB is read
      Given server "docs" over stdio with this script:
        """yaml
        rules: [{when: {method: ping}, do: [{pad: 16777216}]}]
        """
      And a connected transport to server "docs"
      When the request "ping" is sent
      Then request 1 succeeds
      And the transport reported nothing

    Example: a line of 16 MiB and one byte is too long
      Given server "docs" over stdio with this script:
        """yaml
        rules: [{when: {method: ping}, do: [{pad: 16777217}]}]
        """
      And a connected transport to server "docs"
      When the request "ping" is sent
      And 1s passes
      Then request 1 fails with "Transport closed"
      And server "docs" has 0 live processes
      And the transport reported:
        """text
        error line exceeds 16777216 bytes
        close
        """

  @OMP-TP-57
  Rule: A stream that fails when no longer connected is no error

    @real
    Example: half a line while the transport closes
      Given server "docs" over stdio with this script:
        """yaml
        rules: [{when: {phase: closing}, do: [{raw: '{"jsonrpc":"2.0","id'}]}]
        """
      And a connected transport to server "docs"
      When the transport is closed
      Then the transport has closed
      And the transport reported:
        """text
        close
        """

    Example: output that stays open after the exit is given up
      Given server "docs" over stdio
      And the link to "docs" has slow_close 10s down
      And a connected transport to server "docs"
      When server "docs" exits with code 0
      And the clock reaches 5499ms
      Then the transport reported nothing
      When the clock reaches 5500ms
      Then the transport is not connected
      And the transport reported:
        """text
        close
        """

  @OMP-TP-43
  Rule: A process that has closed its output is ended like any other

    Scenario Outline: one that ignores <what>
      Given server "docs" over stdio with this script:
        """yaml
        stdio: {ignore: [<what>]}
        """
      And a connected transport to server "docs"
      When the link to "docs" gets half_close down
      And the transport is closed
      And 1h passes
      Then server "docs" has 0 live processes
      And the transport has closed

      Examples:
        | what      |
        | eof       |
        | term, eof |

  @OMP-TP-44
  Rule: What a process writes at its end does not hold it up

    Example: two mebibytes, and then it exits
      Given server "docs" over stdio with this script:
        """yaml
        rules: [{when: {phase: closing}, do: [{raw: {text: "bye\n", size: 2097152}}]}]
        """
      And a connected transport to server "docs"
      When the transport is closed
      Then server "docs" has 0 live processes
      And the transport has closed
