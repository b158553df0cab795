@omp @virtual
Feature: A connection begins with one handshake in one documented order
  Servers may refuse everything that comes before the end of the handshake, and
  some keep state that depends on its order. The client therefore says the same
  things in the same order every time, is ready for the server's own messages
  before it says the first word, and never waits for an answer for ever unless
  it was told to.

  @OMP-LC-50 @OMP-LC-52 @OMP-LC-44 @real
  Rule: Over stdio, initialize comes first, then notifications/initialized, then the list of tools

    Example: one process, three messages
      Given server "docs" over stdio
      When the runtime starts
      Then server "docs" was started 1 time
      And server "docs" received in order:
        """
        initialize
        notifications/initialized
        tools/list
        """

  @OMP-LC-51 @OMP-TP-01 @real
  Rule: Over HTTP, the background stream is opened between the answer to initialize and notifications/initialized

    Example: one server that answers each step after 100 ms
      Given server "docs" over http
      And server "docs" answers "initialize" after 100ms
      And server "docs" answers "notifications/initialized" after 100ms
      And server "docs" follows these rules:
        """yaml
        - when: {verb: GET}
          do: [{delay: 100ms}]
        """
      When the runtime starts
      And 1s passes
      Then server "docs" received in this timeline:
        """
        0s    initialize
        100ms GET
        200ms notifications/initialized
        300ms tools/list
        """

  @OMP-TP-02 @real
  Rule: The background stream carries the session id that the answer to initialize gave out

    Example: a session that the server named
      Given server "docs" over http
      And server "docs" follows these rules:
        """yaml
        - when: {method: initialize}
          do: [{session: {do: mint, id: session-7}}]
        """
      When the runtime starts
      Then "initialize" number 1 to server "docs" has no header "Mcp-Session-Id"
      And "GET" number 1 to server "docs" has the header "Mcp-Session-Id" set to "session-7"

    Example: a server without sessions
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        """
      When the runtime starts
      Then "GET" number 1 to server "docs" has no header "Mcp-Session-Id"

    Example: a new connection begins without a session and gets its own
      Given server "docs" over http
      And server "docs" follows these rules:
        """yaml
        - {when: {method: initialize, nth: 1}, do: [{session: {do: mint, id: session-7}}]}
        - {when: {method: initialize, nth: 2}, do: [{session: {do: mint, id: session-8}}]}
        """
      And the runtime has started
      When server "docs" is reconnected
      Then "initialize" number 2 to server "docs" has no header "Mcp-Session-Id"
      And "GET" number 2 to server "docs" has the header "Mcp-Session-Id" set to "session-8"

  @OMP-LC-53 @real
  Rule: notifications/initialized is sent exactly once per connection, before any other method

    Example: two connections, an hour, calls and a refresh
      Given server "docs" over stdio
      And the runtime has started
      When tool "mcp__docs_echo" is called
      And server "docs" sends the notification "notifications/tools/list_changed"
      And server "docs" is reconnected
      And 1h passes
      Then server "docs" received in order:
        """
        initialize
        notifications/initialized
        tools/list
        tools/call
        tools/list
        initialize
        notifications/initialized
        tools/list
        """

    Example: over HTTP, on each of two connections
      Given server "docs" over http
      And the runtime has started
      When tool "mcp__docs_echo" is called
      And server "docs" sends the notification "notifications/tools/list_changed"
      And server "docs" is reconnected
      Then server "docs" received "notifications/initialized" 2 times
      And server "docs" received "initialize" 2 times
      And server "docs" received "tools/list" 3 times

    Example: over HTTP, nothing else is sent before it has been taken
      Given server "docs" over http
      And server "docs" offers the prompt "review"
      And server "docs" answers "notifications/initialized" after 1s
      When the runtime starts
      Then server "docs" received in order:
        """
        initialize
        GET
        notifications/initialized
        """
      When 2s pass
      Then server "docs" received "notifications/initialized" 1 time
      And server "docs" received "tools/list" at "1s"

  @OMP-LC-42 @real
  Rule: Requests and notifications of the server are handled during the handshake itself

    Scenario Outline: a server over <kind> asks and tells before it answers initialize
      Given server "docs" over <kind>
      And server "docs" follows these rules:
        """yaml
        - when: {method: initialize}
          do: [session: none, {notify: notifications/message}, {request: {method: ping, id: 1, wait: true}}, {delay: 1s}]
        """
      When the runtime starts
      Then server "docs" received these answers:
        """jsonl
        {"jsonrpc": "2.0", "id": 1, "result": {}}
        """
      And the host saw these notifications of server "docs": "notifications/message"
      And server "docs" received "notifications/initialized" 0 times
      When 1s passes
      Then server "docs" is connected

      Examples:
        | kind  |
        | stdio |
        | http  |
