@omp @virtual
Feature: What was lost is found again, and only that
  A server comes back with other tools, a proxy swallows a stream, a session is dead and
  its server says so in a way of its own. What works goes on meanwhile, and what was
  given up can be had again.

  @FF-41
  Rule: The old tools are there until the new ones are, and then no longer

    Scenario Outline: over <kind>
      Given server "docs" over <kind> with this script:
        """yaml
        tools: [a, b]
        connections: [{number: 2, tools: [{name: b, description: new}, c]}]
        rules: [{when: {connection: 2, method: initialize}, do: [{delay: 3s}]}, {when: {connection: 2, method: tools/list}, do: [{delay: 3s}]}]
        """
      And the runtime has started
      When server "docs" drops its connections
      And 5s pass
      Then the runtime has the tools "mcp__docs_a, mcp__docs_b"
      When 1m passes
      Then the runtime has these tools:
        | name        | description        |
        | mcp__docs_b | new                |
        | mcp__docs_c | MCP tool from docs |
      And server "docs" never lost a tool

      Examples:
        | kind  |
        | stdio |
        | http  |
        | sse   |

    Example: one that does not come back
      Given server "docs" over stdio
      And the runtime has started
      When server "docs" goes down
      And 1h passes
      Then the runtime has the tools "mcp__docs_echo"
      When tool "mcp__docs_echo" is called
      And 1m passes
      Then call 1 returns an error text with "docs"
      When server "docs" comes up
      And tool "mcp__docs_echo" is called with:
        """json
        {"text": "hi"}
        """
      And 1m passes
      Then call 2 returns "hi"

  @FF-48
  Rule: A background stream that is refused a second time costs neither the session nor a call

    Example: 409 for ever after
      Given server "docs" over http as "second-stream-conflict"
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/call}, do: [{delay: 10s}]}
        """
      And the runtime has started
      When 5s pass
      And tool "mcp__docs_echo" is called with:
        """json
        {"text": "hi"}
        """
      And 1h passes
      Then call 1 returns "hi"
      And server "docs" is connected
      And server "docs" received "GET" 2 times
      And the log has 0 records of "docs" with "listener"

  @FF-60
  Rule: A call that meets a dead session is connected anew for at most once, and what the server said is told

    Scenario Outline: <what>
      Given server "docs" over http with this script:
        """yaml
        rules: [{when: {method: tools/call, nth: 1}, do: [<do>]}]
        """
      And the runtime has started
      When tool "mcp__docs_echo" is called with:
        """json
        {"text": "1"}
        """
      And 1m passes
      Then call 1 <outcome>
      And server "docs" received "initialize" <sessions>
      When tool "mcp__docs_echo" is called with:
        """json
        {"text": "2"}
        """
      Then call 2 returns "2"

      Examples:
        | what           | do                                                      | outcome                                                                         | sessions |
        | 503            | status: {code: 503, body: gone}                         | returns "1"                                                                     | 2 times  |
        | 400            | status: {code: 400, body: No valid session ID provided} | returns the error text "MCP error: HTTP 400: No valid session ID provided"      | 1 time   |
        | 429            | status: {code: 429, body: Too many requests}            | returns the error text "MCP error: HTTP 429: Too many requests"                 | 1 time   |
        | -32001 in 200  | error: {code: -32001, message: Session not found}       | returns the error text "MCP error: MCP error -32001: Session not found"         | 1 time   |

  @FF-68
  Rule: Attempts are counted anew after each success

    Example: five losses, an hour apart
      Given server "docs" over stdio
      And the runtime has started
      When server "docs" drops its connections 5 times, 1h apart
      And 1h passes
      Then server "docs" is connected
      And server "docs" was started 6 times

    Scenario Outline: an outage of <outage>, then <cure>
      Given server "docs" over stdio
      And the runtime has started
      When server "docs" goes down
      And <outage> pass
      And server "docs" comes up
      And 1m passes
      Then server "docs" is disconnected
      When <cure>
      And 1m passes
      Then server "docs" is connected

      Examples:
        | outage | cure                            |
        | 8s     | server "docs" is reconnected    |
        | 31s    | tool "mcp__docs_echo" is called |
        | 2h     | tool "mcp__docs_echo" is called |
