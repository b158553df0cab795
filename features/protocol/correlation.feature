@omp @virtual
Feature: Every answer finds the caller it belongs to
  Many requests share one pair of pipes, and a server answers in any order, late,
  twice or not at all. An id ties an answer to its request. What has no caller is
  ignored: one stray answer must not hurt the calls beside it.

  @OMP-TP-12
  Rule: Every request has an id of its own that its transport never uses again

    Example: a burst of ten thousand requests, and another one a millisecond later
      Given server "docs" over stdio
      And a connected transport to server "docs"
      When the request "ping" is sent 10000 times at once
      And 1ms passes
      And the request "ping" is sent
      And 5ms pass
      And the request "ping" is sent
      Then requests 1 to 10002 succeed
      And server "docs" received "ping" 10002 times
      And server "docs" saw the request id only once each
      And "ping" number 10001 to server "docs" is:
        """json
        {"jsonrpc": "2.0", "id": "2006515713447040784", "method": "ping"}
        """
      And "ping" number 10002 to server "docs" is:
        """json
        {"jsonrpc": "2.0", "id": "2006515713463816192", "method": "ping"}
        """

  @OMP-TP-13 @real
  Rule: An id means nothing on another transport

    Example: a server answers with the id of a request to its neighbour
      Given servers "docs, mail" over stdio
      And server "docs" never answers "ping"
      And server "mail" never answers "ping"
      And a connected transport to server "docs"
      When the request "ping" is sent
      And a new transport to server "mail" connects
      And the request "ping" is sent
      And server "mail" sends:
        """json
        {"jsonrpc":"2.0","id":<id of "ping" number 1 to server "docs">,"result":{}}
        """
      Then request 1 is pending
      And request 2 is pending
      And the transport reported:
        """text
        dropped unknown id
        """

  @OMP-TP-15 @real
  Rule: Requests overlap, and answers in any order reach their callers

    Example: the third of three requests is answered first, the first one last
      Given server "docs" over stdio with this script:
        """yaml
        rules:
          - {when: {method: a}, do: [{delay: 3s}, {result: {answers: a}}]}
          - {when: {method: b}, do: [{delay: 2s}, {error: {code: -32000, message: of b}}]}
          - {when: {method: c}, do: [{delay: 1s}, {result: {answers: c}}]}
        """
      And a connected transport to server "docs"
      When the request "a" is sent
      And the request "b" is sent
      And the request "c" is sent
      And 3s pass
      Then request 3 ended at 1s
      And request 2 ended at 2s
      And request 1 ended at 3s
      And request 1 succeeds with:
        """json
        {"answers": "a"}
        """
      And request 2 fails with "MCP error -32000: of b"
      And request 3 succeeds with:
        """json
        {"answers": "c"}
        """

  @OMP-TP-16 @real
  Rule: A result resolves the request, an error rejects it

    Example: one of each
      Given server "docs" over stdio
      And server "docs" answers "tools/call" with error -32000 "busy"
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list}, do: [{raw: "{\"jsonrpc\":\"2.0\",\"id\":<id>,\"error\":{\"code\":0,\"message\":\"none\"}}\n"}]}
        """
      And a connected transport to server "docs"
      When the request "ping" is sent
      And the request "tools/call" is sent
      And the request "tools/list" is sent
      Then request 1 succeeds with:
        """json
        {}
        """
      And request 2 fails with "MCP error -32000: busy"
      And request 3 fails with "MCP error 0: none"

    Example: a result of null is a result
      Given server "docs" over stdio with this script:
        """yaml
        rules: [{when: {method: ping}, do: [{result: null}]}]
        """
      And a connected transport to server "docs"
      When the request "ping" is sent
      Then request 1 succeeds with:
        """json
        null
        """

  @OMP-TP-20 @real
  Rule: An answer that nobody waits for is ignored

    Example: it rejects nothing, reports no error and leaves the connection open
      Given server "docs" over stdio
      And server "docs" answers "ping" after 1s
      And a connected transport to server "docs"
      When the request "ping" is sent
      And server "docs" sends:
        """jsonl
        {"jsonrpc":"2.0","id":"no-such-id","result":{}}
        {"jsonrpc":"2.0","id":12345,"error":{"code":-32603,"message":"no"}}
        {"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}
        """
      Then request 1 is pending
      And the transport is connected
      And the transport reported:
        """text
        dropped unknown id
        dropped unknown id
        dropped unknown id
        """
      When 1s passes
      Then request 1 succeeds

    Example: a second answer to the same request is one too many
      Given server "docs" over stdio with this script:
        """yaml
        rules: [{when: {method: ping}, do: [duplicate: 1]}]
        """
      And a connected transport to server "docs"
      When the request "ping" is sent
      Then request 1 succeeds
      And the transport reported:
        """text
        dropped unknown id
        """
