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
