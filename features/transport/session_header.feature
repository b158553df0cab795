@omp @virtual
Feature: The session is the one that the server has named last

  @OMP-TP-68
  Rule: The session id of the server takes the place of a header of that name in the definition

    Example: from the answer to initialize on
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        rules:
          - {when: {method: tools/list}, do: [{headers: {Mcp-Session-Id: S1}}]}
        """
      And server "docs" is defined with the header "Mcp-Session-Id" set to "mine"
      When the runtime starts
      And tool "mcp__docs_echo" is called
      And server "docs" is disconnected
      Then "initialize" number 1 to server "docs" has the header "Mcp-Session-Id" set to "mine"
      And "tools/call" number 1 to server "docs" has the header "Mcp-Session-Id" set to "S1"
      And "DELETE" number 1 to server "docs" has the header "Mcp-Session-Id" set to "S1"

    Example: a stream that is resumed belongs to the session, too
      Given the switch "http.stream_end" is "resume"
      And server "docs" over http with this script:
        """yaml
        http: {answers: sse, resume: true}
        rules:
          - {when: {method: ping}, do: [{notify: m}, {delay: 100ms}, end, {delay: 500ms}, answer]}
        """
      And a connected transport to server "docs"
      When the request "initialize" is sent with:
        """json
        {"protocolVersion": "2025-03-26", "capabilities": {}}
        """
      And the request "ping" is sent
      And 1h passes
      Then request 2 succeeds
      And server "docs" received "GET" 1 time
