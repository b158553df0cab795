@omp @virtual
Feature: A server keeps a journal of what it saw and did
  Every Rule about the wire is read from the journal of a server: what is not in it,
  or is in it twice, would be held for what the runtime did.

  @HARNESS-24
  Rule: The journal of a process says in order what was read, done and written

    Example: a handshake, a list, a call, and what the script adds to them
      Given server "docs" over stdio with this script:
        """yaml
        tools: [{name: bump, commit: bumped}]
        rules:
          - {when: {method: initialize}, do: [{stderr: "hello"}, {raw: "noise\n"}]}
          - {when: {method: tools/list, nth: 1}, do: [answer, {notify: notifications/message}, {request: {method: ping, wait: true}}, {state: warm}]}
          - {when: {method: tools/list, state: warm}, do: [{error: -32001}]}
          - {when: {phase: closing}, do: [{delay: 5ms}]}
        """
      And a connected transport to server "docs"
      When the request "initialize" is sent with:
        """json
        {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "x", "version": "1"}}
        """
      And the notification "notifications/initialized" is sent
      And the request "tools/list" is sent
      And 1s passes
      And the request "tools/list" is sent
      And the request "tools/call" is sent with:
        """json
        {"name": "bump", "arguments": {}}
        """
      And 1s passes
      And the transport is closed
      And 1s passes
      Then server "docs" kept this journal:
        """
        0s 1 spawn
        0s 1 message received initialize
        0s 1 fault initialize stderr
        0s 1 stderr sent hello
        0s 1 fault initialize raw
        0s 1 raw sent noise
        0s 1 message sent initialize
        0s 1 message received notifications/initialized
        0s 1 message received tools/list
        0s 1 fault tools/list answer
        0s 1 message sent tools/list
        0s 1 fault tools/list notify
        0s 1 message sent notifications/message
        0s 1 fault tools/list request
        0s 1 message sent ping
        0s 1 message received
        0s 1 answered "s-1"
        0s 1 fault tools/list state
        0s 1 state warm
        1s 1 message received tools/list
        1s 1 fault tools/list error
        1s 1 message sent tools/list
        1s 1 message received tools/call
        1s 1 commit bump bumped
        1s 1 message sent tools/call
        2s 1 term
        2s 1 fault closing delay
        2.005s 1 exit 143
        """

    Example: an action that has no meaning over a pipe, stdin that is not read, and signals that are ignored
      Given server "docs" over stdio with this script:
        """yaml
        stdio: {ignore: [eof, term]}
        rules:
          - {when: {method: ping}, do: [{status: 500}, {delay: 1ms}]}
          - {when: {method: pong, nth: 1}, do: [{stdin: stop}, {delay: 2s}, {stdin: resume}]}
        """
      And a connected transport to server "docs"
      When the request "ping" is sent
      And the request "pong" is sent
      And the request "ping" is sent
      And 10s pass
      And the transport is closed
      And 10s pass
      Then server "docs" kept this journal:
        """
        0s 1 spawn
        0s 1 message received ping
        0s 1 fault ping status
        0s 1 ignored ping status
        0s 1 fault ping delay
        0s 1 message received pong
        0s 1 fault pong stdin
        0s 1 fault pong delay
        1ms 1 message sent ping
        2s 1 fault pong stdin
        2s 1 message sent pong
        2s 1 message received ping
        2s 1 fault ping status
        2s 1 ignored ping status
        2s 1 fault ping delay
        2.001s 1 message sent ping
        10s 1 term
        11s 1 kill
        11s 1 exit 137
        """

    Example: the server exits, with what it wrote before
      Given server "docs" over stdio with this script:
        """yaml
        rules:
          - {when: {method: ping}, do: [{raw: "bye\n"}, {exit: 7}]}
        """
      And a connected transport to server "docs"
      When the request "ping" is sent
      And 1s passes
      Then server "docs" kept this journal:
        """
        0s 1 spawn
        0s 1 message received ping
        0s 1 fault ping raw
        0s 1 raw sent bye
        0s 1 fault ping exit
        0s 1 exit 7
        """
