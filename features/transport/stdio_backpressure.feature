@omp @virtual
Feature: Nobody waits for a pipe that is full
  A pipe holds 64 KiB. A server that stops reading its input, or writes more than
  anybody cares for, would stop everything if the client waited for the pipe.
  It does not: what is to be sent is queued in order, what arrives is handled in
  order, and deadlines hold whatever the server does.

  @OMP-TP-40 @real
  Rule: What a server writes to stderr is read and dropped

    Scenario Outline: <size> of it do not delay the answer behind it
      Given server "docs" over stdio with this script:
        """yaml
        rules: [{when: {method: ping}, do: [{stderr: {text: "WARN cache is cold\n", size: <size>}}]}]
        """
      And a connected transport to server "docs"
      When the request "ping" is sent
      Then request 1 succeeds
      And request 1 ended at 0s
      And the transport reported nothing

      Examples:
        | size |
        | 1MiB |
        | 8MiB |

    Example: messages on stderr are no messages
      Given server "docs" over stdio with this script:
        """yaml
        rules: [{when: {phase: spawn}, do: [{stderr: {text: "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\"}\n"}}]}]
        """
      And a connected transport to server "docs"
      When 1s passes
      Then the transport reported nothing

  @OMP-TP-61
  Rule: Writing does not wait for the server to read

    Example: a request of 1 MiB keeps its deadline
      Given server "docs" over stdio with this script:
        """yaml
        rules: [{when: {phase: spawn}, do: [{stdin: stop}]}]
        """
      And server "docs" has a timeout of 10s
      And a connected transport to server "docs"
      When the request "tools/call" is sent with 1048576 bytes
      And the clock reaches 9999ms
      Then request 1 is pending
      When the clock reaches 10s
      Then request 1 fails with "Request timeout after 10000ms"
      And the transport is connected

    Example: what follows a request of 1 MiB is not held up by it
      Given server "docs" over stdio with this script:
        """yaml
        rules: [{when: {phase: spawn}, do: [{stdin: stop}]}]
        """
      And server "docs" has a timeout of 10s
      And a connected transport to server "docs"
      When the request "tools/call" is sent with 1048576 bytes
      And the notification "notifications/progress" is sent
      And the request "ping" is sent
      Then request 2 succeeds
      And request 2 ended at 0s
      When the clock reaches 10s
      Then request 3 fails with "Request timeout after 10000ms"

  @OMP-TP-62
  Rule: Messages go out in the order of their sending, none dropped and none merged

    @real
    Example: two thousand notifications to a server that reads
      Given server "docs" over stdio
      And a connected transport to server "docs"
      When the notification "notifications/progress" is sent 2000 times
      Then request 1 succeeds
      And server "docs" received "notifications/progress" 2000 times in the order sent

    Example: two thousand notifications, more than the pipe holds, to a server that does not read for a minute
      Given server "docs" over stdio with this script:
        """yaml
        rules: [{when: {phase: spawn}, do: [{stdin: stop}, {delay: 1m}, {stdin: resume}]}]
        """
      And a connected transport to server "docs"
      When the notification "notifications/progress" is sent 2000 times
      And the clock reaches 59999ms
      Then request 1 ended at 0s
      And server "docs" received "notifications/progress" 0 times
      When the clock reaches 1m
      Then server "docs" received "notifications/progress" 2000 times in the order sent

    Example: more notifications than answers may wait
      Given server "docs" over stdio with this script:
        """yaml
        rules: [{when: {phase: spawn}, do: [{stdin: stop}, {delay: 1m}, {stdin: resume}]}]
        """
      And a connected transport to server "docs"
      When the notification "notifications/progress" is sent 18000 times
      And the clock reaches 1m
      Then server "docs" received "notifications/progress" 18000 times in the order sent

    Example: no limit but memory to what waits for a server that does not read
      Given server "docs" over stdio with this script:
        """yaml
        rules: [{when: {phase: spawn}, do: [{stdin: stop}]}]
        """
      And a connected transport to server "docs"
      When the request "tools/call" is sent with 35000000 bytes
      And the request "tools/call" is sent with 35000000 bytes
      And the notification "notifications/progress" is sent
      Then request 1 is pending
      And request 2 is pending
      And request 3 succeeds

  @OMP-TP-63 @real
  Rule: Messages are handled one at a time, in the order of their arrival

    Example: whoever handles a message for a second holds up those behind it
      Given server "docs" over stdio with this script:
        """yaml
        rules: [{when: {method: ping}, do: [{notify: a}, {request: b}, {notify: c}]}]
        """
      And a connected transport to server "docs"
      And each callback of the transport takes 1s
      When the request "ping" is sent
      Then the transport reported:
        """text
        notification a
        """
      When the clock reaches 1s
      Then the transport reported:
        """text
        notification a
        request b
        """
      When the clock reaches 2999ms
      Then request 1 is pending
      And the transport reported:
        """text
        notification a
        request b
        notification c
        """
      When the clock reaches 3s
      Then request 1 succeeds
