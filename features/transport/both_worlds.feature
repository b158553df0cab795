@omp @virtual @real
Feature: Real processes and sockets keep the promises of a transport, with short times
  Elsewhere these promises are shown with the figures that matter, and on wires that
  can be looked into. Here the times are so short that they hold for real as well.

  @OMP-TP-12
  Rule: Requests of several bursts never share an id

    Example: two bursts of a hundred
      Given server "docs" over stdio
      And a connected transport to server "docs"
      When the request "ping" is sent 100 times at once
      And the request "ping" is sent 100 times at once
      Then requests 1 to 200 succeed
      And server "docs" received "ping" 200 times
      And server "docs" saw the request id only once each

  @OMP-TP-31
  Rule: A stream is listened to after its answer has arrived

    Example: a notification and a request follow the answer
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        rules:
          - when: {method: tools/list}
            do: [{as: sse}, answer, {delay: 300ms}, {notify: notifications/late}, {request: {method: ping, id: 78}}]
        """
      And a connected transport to server "docs"
      When the request "tools/list" is sent
      And 1s passes
      Then request 1 succeeds
      And the transport reported:
        """
        notification notifications/late
        request ping
        """

  @OMP-TP-44 @OMP-TP-45
  Rule: Closing returns, and is announced, when the process is gone and its output is read

    Example: a server that takes a second to exit
      Given server "docs" over stdio with this script:
        """yaml
        rules:
          - {when: {method: ping}, do: [never]}
          - {when: {phase: closing}, do: [{delay: 900ms}]}
        """
      And a connected transport to server "docs"
      When the request "ping" is sent
      And the transport is closed
      Then request 1 fails with "Transport closed"
      And the transport reported nothing
      And the transport has not closed
      When 1s passes
      Then server "docs" has 0 live processes
      And the transport has closed
      And the transport reported:
        """text
        close
        """

  @OMP-TP-48 @OMP-TP-53
  Rule: The time of a request counts from its own beginning and ends no other request

    Example: one times out while another waits for its answer
      Given server "docs" over stdio
      And server "docs" has a timeout of 2s
      And server "docs" never answers "tools/call"
      And server "docs" answers "ping" after 1500ms
      And a connected transport to server "docs"
      When the request "tools/call" is sent
      And the clock reaches 1s
      And the request "ping" is sent
      And 2s pass
      Then request 1 fails with "Request timeout after 2000ms"
      And request 2 succeeds

  @OMP-TP-52
  Rule: Nothing on the wire says that a request was given up or timed out

    Example: one of each
      Given server "docs" over stdio
      And server "docs" has a timeout of 500ms
      And server "docs" never answers "ping"
      And a connected transport to server "docs"
      When the request "ping" is sent
      And the request "ping" is sent
      And the sender gives up request 1
      And 1s passes
      Then request 1 was aborted
      And request 2 fails with "Request timeout after 500ms"
      And server "docs" read these lines:
        """jsonl
        {"jsonrpc":"2.0","id":<id>,"method":"ping"}
        {"jsonrpc":"2.0","id":<id>,"method":"ping"}
        """

  @OMP-TP-61
  Rule: A sender is not held up by a server that does not read

    Example: a megabyte, then a notification
      Given server "docs" over stdio with this script:
        """yaml
        rules: [{when: {phase: spawn}, do: [{stdin: stop}]}]
        """
      And server "docs" has a timeout of 1s
      And a connected transport to server "docs"
      When the request "tools/call" is sent with 1048576 bytes
      And the notification "notifications/progress" is sent
      And 1s passes
      Then request 2 succeeds
      And request 2 ended at 0s
      And request 1 fails with "Request timeout after 1000ms"
      And the transport is connected

  @OMP-TP-94
  Rule: The wait for the background stream is a quarter of a small request timeout

    Example: two seconds make it half a second
      Given server "docs" over http with this script:
        """yaml
        http: {get: hang}
        """
      And server "docs" has a timeout of 2s
      When the runtime starts
      And 1s passes
      Then server "docs" received "notifications/initialized" at "500ms"
