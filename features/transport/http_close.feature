@omp @virtual
Feature: Closing an HTTP transport leaves nothing behind
  Closing ends the background stream and tells the server to forget the session.
  What the server makes of that does not matter to the client: the transport is
  closed, and says so once.

  Background:
    Given server "docs" over http
    And server "docs" follows these rules:
      """yaml
      - {when: {method: initialize}, do: [{session: {do: mint, id: S1}}], mayNotHappen: true}
      """
    And a connected transport to server "docs"

  @OMP-TP-70 @real
  Rule: Closing sends a DELETE with the session id when there is one

    Example: one DELETE, whatever happens later
      When the request "initialize" is sent with:
        """json
        {"protocolVersion": "2025-03-26", "capabilities": {}}
        """
      And the transport opens its background stream
      And the transport is closed
      Then "DELETE" number 1 to server "docs" has the header "Mcp-Session-Id" set to "S1"
      And "DELETE" number 1 to server "docs" has no header "Accept"
      And the transport has closed
      When 1h passes
      Then server "docs" received "DELETE" 1 time

    Example: it names the newest session, and what is configured is sent with it
      Given server "docs" is defined with the header "X-Key" set to "one"
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list}, do: [{session: {do: mint, id: S2}}]}
        """
      When a new transport to server "docs" connects
      And the request "initialize" is sent with:
        """json
        {"protocolVersion": "2025-03-26", "capabilities": {}}
        """
      And the request "tools/list" is sent
      And the transport is closed
      Then "DELETE" number 1 to server "docs" has the header "Mcp-Session-Id" set to "S2"
      And "DELETE" number 1 to server "docs" has the header "X-Key" set to "one"

  @OMP-TP-71 @real
  Rule: Closing sends no DELETE when there is no session id

    Example: closed before the first message
      When the transport is closed
      And 1h passes
      Then the transport has closed
      And server "docs" received nothing

    Example: closed after a server that gave none
      Given server "mail" over http with this script:
        """yaml
        http: {sessions: false}
        """
      When a new transport to server "mail" connects
      And the request "tools/list" is sent
      And the transport is closed
      And 1h passes
      Then request 1 succeeds
      And server "mail" received in order:
        """
        tools/list
        """

  @OMP-TP-73
  Rule: Closing ends the background stream

    Example: the stream is gone before the DELETE is answered
      Given server "docs" follows these rules:
        """yaml
        - {when: {verb: DELETE}, do: [never]}
        """
      When the request "initialize" is sent with:
        """json
        {"protocolVersion": "2025-03-26", "capabilities": {}}
        """
      And the transport opens its background stream
      Then server "docs" has 1 open "GET"
      When the transport is closed
      Then server "docs" has 0 open "GET"
      And server "docs" has 1 open "DELETE"

  @OMP-TP-74 @real
  Rule: Closing is reported once

    Example: closed twice
      When the transport is closed
      And the transport is closed
      Then the transport is not connected
      And the transport reported:
        """
        close
        """

    Example: a close is reported when the server has answered DELETE
      Given server "docs" follows these rules:
        """yaml
        - {when: {verb: DELETE}, do: [{delay: 2s}]}
        """
      When the request "initialize" is sent with:
        """json
        {"protocolVersion": "2025-03-26", "capabilities": {}}
        """
      And the transport is closed
      Then the transport reported nothing
      When 2s pass
      Then the transport reported:
        """
        close
        """
