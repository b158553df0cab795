@omp @virtual
Feature: Several things want a server at once
  A start, a call, a reload and a user's command come together while a handshake is
  slow; a caller gives up while others wait; a server counts who was there first.

  @FF-23
  Rule: However many causes to connect come together, one process at a time is started

    Example: a start, a call and two commands during a slow handshake
      Given server "docs" over stdio
      And server "docs" answers "initialize" after 5s
      And the cache holds the tools "echo" of server "docs"
      When the runtime starts
      And 1s passes
      And tool "mcp__docs_echo" is called with:
        """json
        {"text": "hi"}
        """
      And server "docs" is reconnected
      And server "docs" is reconnected
      And 1m passes
      Then server "docs" is connected
      And call 1 returns "hi"
      And server "docs" kept this journal of "spawn, exit":
        """
        0s 1 spawn
        1s 1 exit 143
        1s 2 spawn
        """

    Example: a command during the handshake that another command has asked for
      Given server "docs" over stdio
      And server "docs" follows these rules:
        """yaml
        - {when: {method: initialize, after: 1}, do: [{delay: 5s}]}
        """
      And the runtime has started
      When server "docs" is reconnected
      And 1s passes
      And server "docs" is reconnected
      And 1m passes
      Then server "docs" is connected
      And server "docs" was started 2 times

    Example: two calls that lose one process
      Given server "docs" over stdio
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/call, first: 2}, do: [{delay: 1s}, {exit: 1}]}
        - {when: {method: initialize, after: 1}, do: [{delay: 5s}]}
        """
      And the runtime has started
      When tool "mcp__docs_echo" is called
      And tool "mcp__docs_echo" is called
      And 1m passes
      Then server "docs" kept this journal of "spawn, exit":
        """
        0s 1 spawn
        1s 1 exit 1
        1s 2 spawn
        """

  @FF-25
  Rule: A caller that gives up costs nobody else the server

    Scenario Outline: the first of two calls, over <kind>
      Given server "docs" over <kind>
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/call, first: 2}, do: [{delay: 10s}]}
        """
      And the runtime has started
      When tool "mcp__docs_echo" is called
      And tool "mcp__docs_echo" is called with:
        """json
        {"text": "second"}
        """
      And 5s pass
      And the caller gives up call 1
      And 10s pass
      And tool "mcp__docs_echo" is called
      Then call 2 returns "second"
      And call 3 succeeds
      And server "docs" received "initialize" 1 time

      Examples:
        | kind  |
        | stdio |
        | http  |
        | sse   |
        | ws    |

  @FF-29
  Rule: A server that lists everything only once it knows that the client is ready is told before it is asked

    Scenario Outline: over <kind>, a server that <refuses> before
      Given server "docs" over <kind> with this script:
        """yaml
        tools: [a, b]
        rules:
          - {when: {method: initialize}, do: [{state: waiting}]}
          - {when: {method: notifications/initialized}, do: [{state: ready}]}
          - {when: {method: tools/list, state: waiting}, do: [<do>], mayNotHappen: true}
        """
      When the runtime starts
      And 1h passes
      Then the runtime has the tools "mcp__docs_a, mcp__docs_b"
      And server "docs" received "tools/list" 1 time

      Examples:
        | kind  | refuses          | do                                                                       |
        | stdio | lists less       | result: {tools: [{name: a, inputSchema: {type: object}}]}                |
        | stdio | refuses          | error: {code: -32602, message: "Invalid request parameters"}             |
        | http  | lists less       | result: {tools: [{name: a, inputSchema: {type: object}}]}                |
        | http  | refuses          | error: {code: -32602, message: "Invalid request parameters"}             |
        | sse   | refuses          | error: {code: -32602, message: "Invalid request parameters"}             |
