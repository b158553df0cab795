@omp @virtual
Feature: An HTTP server keeps a journal of what it saw and did
  Heads of requests and answers, sessions and streams are entries of their own: from
  them Rules read when a stream was opened and which session was given up.

  @HARNESS-25
  Rule: The journal of an HTTP server says in order what was asked, done and answered

    @seed-1
    Example: sessions, streams, and answers that are refused, cut or missing
      Given server "docs" over http with this script:
        """yaml
        rules:
          - {when: {method: ping, nth: 1}, do: [{status: 503}]}
          - {when: {method: ping, nth: 2}, do: [drop]}
          - {when: {method: ping, nth: 3}, do: [{sse: {events: [{comment: x}], end: eof}}]}
          - {when: {method: ping, nth: 4}, do: [{exit: 1}, {as: sse}]}
          - {when: {method: ping, nth: 5}, do: [{session: expire}]}
        """
      And a connected transport to server "docs"
      When the request "initialize" is sent with:
        """json
        {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "x", "version": "1"}}
        """
      And the notification "notifications/initialized" is sent
      And the transport opens its background stream
      And the request "ping" is sent 4 times at once
      And 1s passes
      And server "docs" ends its stream
      And the request "ping" is sent
      And 1s passes
      And the transport is closed
      Then server "docs" kept this journal:
        """
        0s 0 http received POST /mcp
        0s 1 spawn
        0s 1 message received POST initialize
        0s 1 session minted d933e720b5eb1c1132436487e7431c42
        0s 1 message sent POST initialize
        0s 1 http sent POST 200
        0s 1 http received POST /mcp
        0s 1 message received POST notifications/initialized
        0s 1 http sent POST 202
        0s 1 http received GET /mcp
        0s 1 stream open GET
        0s 1 http sent GET 200
        0s 1 http received POST /mcp
        0s 1 message received POST ping
        0s 1 fault ping status
        0s 1 http sent POST 503
        0s 1 http received POST /mcp
        0s 1 message received POST ping
        0s 1 fault ping drop
        0s 1 http received POST /mcp
        0s 1 message received POST ping
        0s 1 fault ping sse
        0s 1 http sent POST 200
        0s 1 http received POST /mcp
        0s 1 message received POST ping
        0s 1 fault ping exit
        0s 1 ignored ping exit
        0s 1 fault ping as
        0s 1 http sent POST 200
        0s 1 message sent POST ping
        1s 1 stream end GET
        1s 1 http received POST /mcp
        1s 1 message received POST ping
        1s 1 fault ping session
        1s 1 session expired d933e720b5eb1c1132436487e7431c42
        1s 1 http sent POST 404
        2s 1 http received DELETE /mcp
        2s 1 http sent DELETE 404
        """
