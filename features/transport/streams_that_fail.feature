@omp @virtual
Feature: A background stream that fails says so, and is not opened again by its transport
  Neither a name nor an id makes an event good, and none of them is a reason for a second GET.

  @OMP-TP-101
  Rule: A bad event is reported whatever fields it has, and so is a stream that breaks off within its length

    Scenario Outline: <what>
      Given server "docs" over http with this script:
        """yaml
        rules:
          - {when: {verb: GET}, do: [{as: sse}, {raw: "<events>"}, {delay: 1s}, <end>]}
        """
      And a bare transport to server "docs"
      When the transport connects
      And the transport opens its background stream
      And 1m passes
      Then the transport reported:
        """
        error <error>
        close
        """
      And server "docs" received "GET" 1 time

      Examples:
        | what                          | events                                  | end         | error                 |
        | it is named message           | event: message\\ndata: {no\\n\\n         | end: eof    | parsing an event: …   |
        | it has an id                  | id: 7\\ndata: {no\\n\\n                  | end: eof    | parsing an event: …   |
        | it has both, and a comment    | : hi\\nid: 7\\nevent: message\\ndata: {no\\n\\n | end: eof    | parsing an event: …   |
        | an id in an event before      | id: 6\\n\\ndata: {no\\n\\n                 | end: eof    | parsing an event: …   |
        | it is cut within a line       | data: {\\"jsonrpc\\"                      | end: eof    | reading the stream: … |
        | the connection is reset       | : hi\\n                                  | end: reset  | reading the stream: … |
        | the connection is dropped     | : hi\\n                                  | drop: 0     | reading the stream: … |

    Example: a stream that is shorter than it says
      Given server "docs" over http with this script:
        """yaml
        rules:
          - {when: {verb: GET}, do: [{headers: {Content-Type: text/event-stream, Content-Length: "1000"}}, {raw: ": hi\n"}, {delay: 1s}, {end: eof}]}
        """
      And a bare transport to server "docs"
      When the transport connects
      And the transport opens its background stream
      And 1m passes
      Then the transport reported:
        """
        error reading the stream: unexpected EOF
        close
        """

    Example: a runtime tells of it at each connection
      Given server "docs" over http
      And the runtime has started
      When server "docs" sends:
        """
        {"jsonrpc":
        """
      And 1m passes
      And server "docs" sends:
        """
        {"jsonrpc":
        """
      And 1m passes
      Then the log has 2 errors of "docs" with "stream failed"
      And server "docs" is connected
      And server "docs" received "GET" 3 times

  @OMP-TP-104
  Rule: A transport opens its stream once, whatever ids its events have and whatever the session is called later

    Scenario Outline: events with ids, <sessions>
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        rules:
          - {when: {method: initialize}, do: [<session>]}
          - {when: {verb: GET}, do: [{as: sse}, {raw: "id: 7\nretry: 1000\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"a\"}\n\n"}, {delay: 1s}, {end: <end>}]}
        """
      And a connected transport to server "docs"
      When the request "initialize" is sent with:
        """json
        {"protocolVersion": "2025-03-26", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
        """
      And the transport opens its background stream
      And 1h passes
      And the request "ping" is sent
      And 1h passes
      Then request 2 succeeds
      And server "docs" received "GET" 1 time

      Examples:
        | sessions            | session                          | end   |
        | within a session    | headers: {Mcp-Session-Id: S1}    | eof   |
        | within a session    | headers: {Mcp-Session-Id: S1}    | reset |
        | without one         | headers: {X-Other: S1}           | eof   |

    Example: another session id, while the stream is open and after its end
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        rules:
          - {when: {method: initialize}, do: [headers: {Mcp-Session-Id: S1}]}
          - {when: {method: ping, nth: 1}, do: [headers: {Mcp-Session-Id: S2}]}
          - {when: {method: ping, nth: 2}, do: [headers: {Mcp-Session-Id: S3}]}
        """
      And a connected transport to server "docs"
      When the request "initialize" is sent with:
        """json
        {"protocolVersion": "2025-03-26", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
        """
      And the transport opens its background stream
      And the request "ping" is sent
      And 1m passes
      And server "docs" ends its stream
      And the request "ping" is sent
      And 1h passes
      Then requests 1 to 3 succeed
      And server "docs" received "GET" 1 time

  @OMP-TP-81
  Rule: Each answer to the server has a refresh of its own, be it a result or an error

    Scenario Outline: <asked> is answered, and the answer is rejected with <status>
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        rules:
          - {when: {method: tools/list}, do: [{as: sse}, {request: {method: <asked>, id: 77}}, {delay: 1s}, {request: {method: <asked>, id: 78}}, {delay: 1s}]}
          - {when: {verb: POST, nth: 2}, do: [{status: <status>}]}
          - {when: {verb: POST, nth: 4}, do: [{status: <status>}]}
        """
      And a connected transport to server "docs"
      And rejected credentials are replaced by the header "Authorization" set to "Bearer new"
      And the transport answers requests <with>
      When the request "tools/list" is sent
      And 1h passes
      Then server "docs" received these answers:
        """jsonl
        {"jsonrpc": "2.0", "id": 77, "error": {"code": -32000, "message": "busy"}}
        {"jsonrpc": "2.0", "id": 77, "error": {"code": -32000, "message": "busy"}}
        {"jsonrpc": "2.0", "id": 78, "error": {"code": -32000, "message": "busy"}}
        {"jsonrpc": "2.0", "id": 78, "error": {"code": -32000, "message": "busy"}}
        """
      And new credentials were asked for 2 times

      Examples:
        | asked      | status | with                      |
        | ping       | 401    | with error -32000 "busy"  |
        | roots/list | 403    | with error -32000 "busy"  |
