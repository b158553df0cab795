@omp @virtual
Feature: A server that asks without taking answers gets no more of them
  Questions of a server are answered one at a time, each by a request of its own. A
  server that asks and asks and takes no answer must not fill the client's memory.

  @X-TP-06
  Rule: Of the answers to questions over HTTP, 1,024 wait for the one that is being sent, 16 MiB of those over any transport, and no more

    Example: 1,030 questions while the first answer is held
      Given the switch "rpc.ids" is "integer"
      And server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        rules:
          - when: {method: ping}
            do:
              - headers: {Content-Type: text/event-stream}
              - raw: {text: "data: {\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"a\"}\n\n", size: 45}
              - delay: 1s
              - raw: {text: "data: {\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"a\"}\n\n", size: 46305}
              - raw: "data: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n\n"
              - end: eof
          - {when: {verb: POST, nth: 2}, do: [{hold: first}]}
        """
      And a connected transport to server "docs"
      When the request "ping" is sent
      And 1s passes
      Then request 1 succeeds
      And server "docs" received "POST" 2 times
      When server "docs" releases its answers
      Then server "docs" received "answer" 1025 times
      When the request "tools/list" is sent
      Then request 2 succeeds
      And no timer is pending

    Example: answers of 16 MiB while the first one is held
      Given the switch "rpc.ids" is "integer"
      And server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        rules:
          - when: {method: ping}
            do:
              - headers: {Content-Type: text/event-stream}
              - raw: "data: {\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"a\"}\n\n"
              - delay: 1s
              - raw: "data: {\"jsonrpc\":\"2.0\",\"method\":\"a\",\"id\":\"1"
              - raw: {text: "0", size: 8388556}
              - raw: "\"}\n\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"a\",\"id\":\"2"
              - raw: {text: "0", size: 8388556}
              - raw: "\"}\n\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"a\",\"id\":3}\n\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"a\",\"id\":4}\n\ndata: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n\n"
              - end: eof
          - {when: {verb: POST, nth: 2}, do: [{hold: first}]}
        """
      And a connected transport to server "docs"
      When the request "ping" is sent
      And 1s passes
      Then request 1 succeeds
      And server "docs" received "POST" 2 times
      When server "docs" releases its answers
      Then server "docs" received "answer" 3 times

    Example: over a pipe, 16 MiB wait for the server to read
      Given server "docs" over stdio with this script:
        """yaml
        rules:
          - when: {method: ping, first: 1}
            do:
              - stdin: stop
              - raw: "{\"jsonrpc\":\"2.0\",\"method\":\"a\",\"id\":\"1"
              - raw: {text: "0", size: 8388555}
              - raw: "\"}\n{\"jsonrpc\":\"2.0\",\"method\":\"a\",\"id\":\"2"
              - raw: {text: "0", size: 8388555}
              - raw: "\"}\n{\"jsonrpc\":\"2.0\",\"method\":\"a\",\"id\":3}\n{\"jsonrpc\":\"2.0\",\"method\":\"a\",\"id\":4}\n"
              - delay: 1s
              - stdin: resume
        """
      And a connected transport to server "docs"
      When the request "ping" is sent
      And 2s pass
      Then request 1 succeeds
      And server "docs" received "answer" 2 times
      When the request "ping" is sent
      Then request 2 succeeds

  @X-TP-07
  Rule: What is sent to a process that takes no more says so

    Example: its input is closed, and it ends late
      Given server "docs" over stdio with this script:
        """yaml
        stdio: {ignore: [term, eof]}
        """
      And a connected transport to server "docs"
      And the link to "docs" has reset_peer up
      When the request "ping" is sent
      And 500ms pass
      And the request "ping" is sent
      And the request "a" is sent
      Then request 3 fails with "Transport closed while sending "a": write |stdin: broken pipe"
      When the clock reaches 1499ms
      Then request 2 is pending
      When 1s passes
      Then request 2 fails with "Transport closed"

  @OMP-TP-86
  Rule: An answer that the server never takes is given up at the deadline, and the next one is sent

    Example: the first of two
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        rules:
          - when: {method: tools/list}
            do: [{as: sse}, {request: {method: roots/list, id: 77}}, {delay: 1s}, {request: {method: ping, id: 78}}]
          - {when: {verb: POST, nth: 2}, do: [never]}
        """
      And a connected transport to server "docs"
      When the request "tools/list" is sent
      And 1h passes
      Then request 1 ended at 1s
      And server "docs" received "answer" at "0s, 30s"
      And the transport is connected
      And the transport reported:
        """
        request roots/list
        request ping
        """
