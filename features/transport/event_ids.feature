@omp @virtual
Feature: The id of the last event says where a stream goes on
  A client that loses a stream says which event it had last. The id lasts until another
  one, or none, takes its place, whatever else comes and however often the stream breaks.

  Background:
    Given the switch "http.stream_end" is "resume"

  @D-09
  Rule: An id that is taken back is not resumed from

    Example: an empty id after a full one
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        rules:
          - {when: {method: ping}, do: [{sse: {end: eof, events: [{raw: "id: 7\ndata:\n\nid:\ndata:\n\n"}]}}]}
        """
      And a connected transport to server "docs"
      When the request "ping" is sent
      And 1h passes
      Then request 1 fails with "No response received for request ID <id>"
      And server "docs" received "GET" 0 times

  @D-09
  Rule: A comment says nothing of the id

    Example: one behind the last event
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        rules:
          - {when: {method: ping}, do: [{sse: {end: eof, events: [{raw: "id: 7\ndata:\n\n:wait\n\n"}]}}]}
          - {when: {verb: GET}, do: [{status: {code: 404, body: no}}]}
        """
      And a connected transport to server "docs"
      When the request "ping" is sent
      And 1h passes
      Then server "docs" received "GET" 1 time
      And "GET" number 1 to server "docs" has the header "Last-Event-Id" set to "7"

  @D-09
  Rule: An id lasts over streams and events that have none

    Example: a stream that was resumed brings events without ids and ends
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        rules:
          - {when: {method: ping}, do: [{sse: {end: eof, events: [{raw: "id: 7\ndata:\n\ndata:\n\n"}]}}]}
          - {when: {verb: GET, nth: 1}, do: [{as: sse}, {raw: ":\n\n"}, {delay: 5s}, {raw: "data:\n\n"}, {end: eof}]}
          - {when: {verb: GET, nth: 2}, do: [{status: {code: 404, body: no}}]}
        """
      And a connected transport to server "docs"
      When the request "ping" is sent
      And 1h passes
      Then server "docs" received "GET" at "1s, 7s"
      And "GET" number 2 to server "docs" has the header "Last-Event-Id" set to "7"
      And request 1 fails with "No response received for request ID <id>: resuming the stream: HTTP 404: no"

    Example: a stream goes on as often as it ends
      Given the switch "rpc.ids" is "integer"
      And server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        rules:
          - {when: {method: ping}, do: [{sse: {end: eof, events: [{raw: "id: 7\ndata:\n\n"}]}}]}
          - {when: {verb: GET, first: 3}, do: [{as: sse}, {raw: ":\n\n"}, {delay: 5s}, {raw: "id: 8\ndata:\n\n"}, {end: eof}]}
          - {when: {verb: GET, nth: 4}, do: [{as: sse}, {raw: "data: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n\n"}, {end: eof}]}
        """
      And a connected transport to server "docs"
      When the request "ping" is sent
      And 1h passes
      Then request 1 succeeds
      And server "docs" received "GET" at "1s, 7s, 13s, 19s"
