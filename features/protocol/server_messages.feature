@omp @virtual
Feature: Servers speak up without being asked
  A server may notify and ask as well as answer. What a message is depends on its
  members alone: a method without an id is a notification, a method with an id is
  a request and gets exactly one answer, under the very same id.

  @OMP-TP-17 @real
  Rule: A method without an id is a notification, handed on with its parameters

    Example: with parameters and without
      Given server "docs" over stdio
      And a connected transport to server "docs"
      When server "docs" sends:
        """jsonl
        {"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":[1,2]}}
        {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}
        """
      Then the transport reported:
        """text
        notification notifications/message
        notification notifications/tools/list_changed
        """
      And notification 1 of the transport is:
        """json
        {"method": "notifications/message", "params": {"level": "info", "data": [1, 2]}}
        """
      And notification 2 of the transport is:
        """json
        {"method": "notifications/tools/list_changed"}
        """
      And server "docs" received nothing

  @OMP-TP-18 @real
  Rule: A method with an id is a request, answered once and under the same id

    Example: ids of every kind come back as they were sent
      Given server "docs" over stdio
      And a connected transport to server "docs"
      When server "docs" sends:
        """jsonl
        {"jsonrpc":"2.0","id":0,"method":"ping"}
        {"jsonrpc":"2.0","id":"7","method":"ping"}
        {"jsonrpc":"2.0","id":"","method":"ping"}
        {"jsonrpc":"2.0","id":9007199254740993,"method":"roots/list"}
        """
      Then server "docs" read these lines:
        """jsonl
        {"jsonrpc":"2.0","id":0,"result":{"answered":"ping"}}
        {"jsonrpc":"2.0","id":"7","result":{"answered":"ping"}}
        {"jsonrpc":"2.0","id":"","result":{"answered":"ping"}}
        {"jsonrpc":"2.0","id":9007199254740993,"result":{"answered":"roots/list"}}
        """

    Example: the id of a request under way is no obstacle
      Given server "docs" over stdio
      And server "docs" answers "ping" after 1s
      And a connected transport to server "docs"
      When the request "ping" is sent
      Then server "docs" received "ping" 1 time
      When server "docs" sends:
        """json
        {"jsonrpc":"2.0","id":<id of "ping" number 1 to server "docs">,"method":"roots/list"}
        """
      Then request 1 is pending
      And the transport reported:
        """text
        request roots/list
        """
      When 1s passes
      Then request 1 succeeds

  @OMP-TP-19 @real
  Rule: A request that nobody handles is answered with "Method not found"

    Example: a transport without callbacks
      Given server "docs" over stdio
      And a connected transport to server "docs"
      And the transport has no callbacks
      When server "docs" sends:
        """json
        {"jsonrpc":"2.0","id":"q-1","method":"ping"}
        """
      Then server "docs" read these lines:
        """jsonl
        {"jsonrpc":"2.0","id":"q-1","error":{"code":-32601,"message":"Method not found"}}
        """

    Scenario Outline: a transport that lacks this one, over <kind>
      Given server "docs" over <kind> with this script:
        """yaml
        http: {sessions: false}
        rules: [{when: {method: tools/list}, do: [{as: sse}, {request: {method: ping, id: 77}}]}]
        """
      And a connected transport to server "docs"
      And the transport has no callback for requests
      When the request "tools/list" is sent
      Then server "docs" received these answers:
        """jsonl
        {"jsonrpc": "2.0", "id": 77, "error": {"code": -32601, "message": "Method not found"}}
        """

      Examples:
        | kind  |
        | stdio |
        | http  |
