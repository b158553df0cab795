@omp @virtual
Feature: A session id is kept for the server and ended with the connection
  An HTTP connection is an idea of the client: it exists once the transport is
  usable, whether or not the server is there. If the server gives out a session
  id, every later message carries it, and closing tells the server that it can
  forget the session. Closing never fails because of a server.

  @OMP-TP-64
  Rule: Connecting does no network I/O

    Example: the server hears nothing, not even an hour later
      Given server "docs" over http
      And a bare transport to server "docs"
      When the transport connects
      And 1h passes
      Then the transport is connected
      And server "docs" received nothing
      And the link to "docs" saw 0 attempts to connect

  @OMP-TP-65 @real
  Rule: Connected means usable, also when the server is down

    Example: connected before, during and after a failed request
      Given server "docs" over http
      And server "docs" cannot be started
      And a bare transport to server "docs"
      Then the transport is not connected
      When the transport connects
      Then the transport is connected
      When the request "tools/list" is sent
      Then request 1 fails with a text that begins with "sending POST: "
      And the transport is connected
      And the transport reported nothing

  @OMP-TP-66 @real
  Rule: Without a session id from the server, none is ever sent

    Example: a server without sessions
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        """
      When the runtime starts
      And server "docs" is disconnected
      Then server "docs" received in order:
        """
        initialize
        GET
        notifications/initialized
        tools/list
        """
      And "GET" number 1 to server "docs" has no header "Mcp-Session-Id"
      And "notifications/initialized" number 1 to server "docs" has no header "Mcp-Session-Id"
      And "tools/list" number 1 to server "docs" has no header "Mcp-Session-Id"

  @OMP-TP-67 @OMP-TP-68
  Rule: The session id of a POST answer is kept and sent with every later request and notification

    @real
    Example: from initialize on
      Given server "docs" over http
      And server "docs" follows these rules:
        """yaml
        - {when: {method: initialize}, do: [{session: {do: mint, id: S1}}]}
        """
      When the runtime starts
      Then "initialize" number 1 to server "docs" has no header "Mcp-Session-Id"
      And "GET" number 1 to server "docs" has the header "Mcp-Session-Id" set to "S1"
      And "notifications/initialized" number 1 to server "docs" has the header "Mcp-Session-Id" set to "S1"
      And "tools/list" number 1 to server "docs" has the header "Mcp-Session-Id" set to "S1"

    @real
    Example: also when the answer is an error
      Given server "docs" over http
      And server "docs" follows these rules:
        """yaml
        - when: {method: initialize}
          do: [{status: {code: 500, headers: {Mcp-Session-Id: S1}}}]
        """
      And a connected transport to server "docs"
      When the request "initialize" is sent
      And the request "tools/list" is sent
      Then request 1 fails with "HTTP 500: "
      And "tools/list" number 1 to server "docs" has the header "Mcp-Session-Id" set to "S1"

    Example: also when it is the answer to a notification, whatever its status
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        rules:
          - {when: {method: notifications/initialized}, do: [{status: {code: 202, headers: {Mcp-Session-Id: S1}}}]}
          - {when: {method: notifications/cancelled}, do: [{status: {code: 500, headers: {Mcp-Session-Id: S2}}}]}
        """
      And a connected transport to server "docs"
      When the notification "notifications/initialized" is sent
      And the request "tools/list" is sent
      And the notification "notifications/cancelled" is sent
      And the notification "notifications/progress" is sent
      And the transport is closed
      Then "notifications/initialized" number 1 to server "docs" has no header "Mcp-Session-Id"
      And "tools/list" number 1 to server "docs" has the header "Mcp-Session-Id" set to "S1"
      And "notifications/cancelled" number 1 to server "docs" has the header "Mcp-Session-Id" set to "S1"
      And "notifications/progress" number 1 to server "docs" has the header "Mcp-Session-Id" set to "S2"
      And "DELETE" number 1 to server "docs" has the header "Mcp-Session-Id" set to "S2"

    Example: also when the answer is a stream
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        rules: [{when: {method: ping}, do: [{as: sse}, {headers: {Mcp-Session-Id: S1}}]}]
        """
      And a connected transport to server "docs"
      When the request "ping" is sent
      And the request "tools/list" is sent
      Then "tools/list" number 1 to server "docs" has the header "Mcp-Session-Id" set to "S1"

    Example: also when it is the answer to an answer, and answers carry it
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        rules:
          - {when: {method: tools/list}, do: [{as: sse}, {request: {method: ping}}, {delay: 1s}, {request: {method: ping}}, {delay: 1s}]}
          - {when: {verb: POST, nth: 2}, do: [{status: {code: 202, headers: {Mcp-Session-Id: S1}}}]}
        """
      And a connected transport to server "docs"
      When the request "tools/list" is sent
      And 2s pass
      Then "answer" number 1 to server "docs" has no header "Mcp-Session-Id"
      And "answer" number 2 to server "docs" has the header "Mcp-Session-Id" set to "S1"

  @OMP-TP-69
  Rule: A newer session id takes the place of the older one

    Example: S1 from initialize, S2 from the list
      Given server "docs" over http
      And server "docs" follows these rules:
        """yaml
        - {when: {method: initialize}, do: [{session: {do: mint, id: S1}}]}
        - {when: {method: tools/list}, do: [{session: {do: mint, id: S2}}]}
        """
      When the runtime starts
      And tool "mcp__docs_echo" is called
      And server "docs" is disconnected
      Then "GET" number 1 to server "docs" has the header "Mcp-Session-Id" set to "S1"
      And "tools/list" number 1 to server "docs" has the header "Mcp-Session-Id" set to "S1"
      And "tools/call" number 1 to server "docs" has the header "Mcp-Session-Id" set to "S2"
      And "DELETE" number 1 to server "docs" has the header "Mcp-Session-Id" set to "S2"
