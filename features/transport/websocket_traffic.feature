Feature: Messages over a WebSocket are treated like those on a pipe
  One text message is one JSON-RPC message. Ids, deadlines, order and what is dropped
  are the same on every wire, so that a server may change its wire and nothing else.

  @X-WS-05 @virtual
  Rule: Requests over a WebSocket have ids, deadlines and answers of their own

    Scenario Outline: a request <what>
      Given server "docs" over ws with this script:
        """yaml
        rules:
          - {when: {method: a}, do: [{delay: 3s}, {result: {answers: a}}]}
          - {when: {method: b}, do: [{delay: 1s}, {result: {answers: b}}], mayNotHappen: true}
          - {when: {method: c}, do: [{error: {code: -32000, message: busy}}], mayNotHappen: true}
          - {when: {method: d}, do: [never], mayNotHappen: true}
        """
      And server "docs" has a timeout of 5s
      And a connected transport to server "docs"
      When the request "a" is sent
      And the request "<method>" is sent
      And 1h passes
      Then request 1 ended at 3s
      And request 2 ended at <at>
      And request 2 <outcome>
      And the transport is connected

      Examples:
        | what                          | method | at | outcome                                    |
        | that overtakes another        | b      | 1s | succeeds                                   |
        | that is answered by an error  | c      | 0s | fails with "MCP error -32000: busy"        |
        | that is never answered        | d      | 5s | fails with "Request timeout after 5000ms"  |

    Example: one that is given up is forgotten, and the server is not told
      Given server "docs" over ws
      And server "docs" answers "ping" after 4s
      And a connected transport to server "docs"
      When the request "ping" is sent
      And 1s passes
      And the sender gives up request 1
      Then request 1 was aborted
      When 1h passes
      Then the transport reported:
        """text
        dropped unknown id
        """
      And server "docs" received in order:
        """
        GET
        ping
        """

    Example: closing fails what is pending and says goodbye
      Given server "docs" over ws
      And server "docs" never answers "ping"
      And a connected transport to server "docs"
      When the request "ping" is sent 3 times at once
      And the transport is closed
      Then requests 1 to 3 fail with "Transport closed"
      And the transport has closed
      And the link to "docs" saw:
        """
        0s 1 conn.open runtime -> docs.test:80
        0s 1 conn.close server
        0s 1 conn.close client
        """
      And the transport reported:
        """
        close
        """

    Example: a goodbye that is not answered is waited for half a second
      Given server "docs" over ws
      And a connected transport to server "docs"
      When the link to "docs" gets stall
      And the transport is closed
      And 500ms pass
      Then the transport has closed

  @X-WS-06 @virtual
  Rule: What a server sends over a WebSocket is delivered, answered or dropped, one at a time and in order

    Example: notifications, questions and what is neither
      Given server "docs" over ws
      And a connected transport to server "docs"
      When server "docs" sends:
        """jsonl
        {"jsonrpc":"2.0","method":"a","params":{"n":1}}
        not json
        42
        {"jsonrpc":"2.0","id":"no-such-id","result":{}}
        {"jsonrpc":"2.0","id":7,"method":"ping"}
        {"jsonrpc":"2.0","method":"b"}
        """
      Then the transport reported:
        """text
        notification a
        dropped not json
        dropped not a message
        dropped unknown id
        request ping
        notification b
        """
      And server "docs" received these answers:
        """jsonl
        {"jsonrpc": "2.0", "id": 7, "result": {"answered": "ping"}}
        """
      And the transport is connected

    Example: without a handler a question is answered with an error
      Given server "docs" over ws
      And a connected transport to server "docs"
      And the transport has no callbacks
      When server "docs" sends the request "ping"
      And server "docs" sends the notification "a"
      And the request "ping" is sent
      Then request 1 succeeds
      And server "docs" received these answers:
        """jsonl
        {"jsonrpc": "2.0", "id": "s-1", "error": {"code": -32601, "message": "Method not found"}}
        """

    Example: notifications go out in the order of their sending
      Given server "docs" over ws
      And a connected transport to server "docs"
      When the notification "notifications/progress" is sent 500 times
      Then server "docs" received "notifications/progress" 500 times in the order sent

    Example: whoever handles a message for a second holds up those behind it
      Given server "docs" over ws with this script:
        """yaml
        rules: [{when: {method: ping}, do: [{notify: a}, {notify: b}]}]
        """
      And a connected transport to server "docs"
      And each callback of the transport takes 1s
      When the request "ping" is sent
      And the clock reaches 1999ms
      Then request 1 is pending
      When the clock reaches 2s
      Then request 1 succeeds
