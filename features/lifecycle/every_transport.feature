@omp @virtual
Feature: What is promised of a server holds over every transport

  @OMP-LC-22
  Rule: A failure at start is an error of that server only, over every transport

    Scenario Outline: over <kind>
      Given servers "bad, docs" over <kind>
      And server "bad" answers "initialize" with error -32600 "no"
      When the runtime starts
      Then startup reported these errors:
        | server | error                |
        | bad    | MCP error -32600: no |
      And the runtime has the tools "mcp__docs_echo"

      Examples:
        | kind |
        | sse  |
        | ws   |

  @OMP-LC-36
  Rule: A server that is connected is left alone, whatever its definition is by now

    Scenario Outline: over <kind>
      Given server "docs" over <kind>
      And server "docs" is defined with the header "X-Key" set to "one"
      And the runtime has started
      And server "docs" is defined with the header "X-Key" set to "two"
      When the runtime starts server "docs"
      And 1h passes
      Then server "docs" received "initialize" 1 time
      And server "docs" is connected

      Examples:
        | kind  |
        | http  |
        | sse   |
        | ws    |

    Scenario Outline: over <kind>, with another <field> by now
      Given server "docs" over <kind>
      And the runtime has started
      And server "docs" is defined with <field> "<value>"
      When the runtime starts server "docs"
      And 1h passes
      Then server "docs" received "initialize" 1 time
      And server "docs" is connected

      Examples:
        | kind  | field   | value                 |
        | stdio | command | other                 |
        | http  | url     | http://other.test/mcp |
        | ws    | url     | ws://other.test/mcp   |

  @OMP-LC-37
  Rule: A server whose values are still looked up is not started again

    Example: a command that takes two seconds
      Given the command "get-token" prints "tok-1" after 2s
      And server "docs" over http
      And server "docs" is defined with the header "X-Token" set to "!get-token"
      When the runtime starts
      And 1s passes
      Then server "docs" is in state "connecting"
      When the runtime starts server "docs"
      And 1h passes
      Then the command "get-token" was run 1 time
      And server "docs" received "initialize" 1 time

  @OMP-LC-43 @OMP-LC-93
  Rule: A connection that ends by itself is made anew, over every transport and from its first list on

    Scenario Outline: over <kind>, <when>
      Given server "docs" over <kind>
      And server "docs" answers "tools/list" after 1s
      When the runtime starts
      And <wait> pass
      And server "docs" drops its connections
      And 1m passes
      Then server "docs" received "initialize" 2 times
      And server "docs" is connected
      And the runtime has the tools "mcp__docs_echo"

      Examples:
        | kind  | when                      | wait  |
        | stdio | while its tools are listed | 500ms |
        | http  | while its tools are listed | 500ms |
        | sse   | while its tools are listed | 500ms |
        | ws    | while its tools are listed | 500ms |
        | stdio | an hour later             | 61m   |
        | sse   | an hour later             | 61m   |
        | ws    | an hour later             | 61m   |

  @OMP-LC-95 @OMP-LC-102
  Rule: Stale tools stay while a server is reconnected, and after the last attempt nothing follows

    Scenario Outline: over <kind>
      Given server "docs" over <kind>
      And the runtime has started
      When server "docs" goes down
      And 2s pass
      Then server "docs" is in state "backoff"
      And the runtime has the tools "mcp__docs_echo"
      When 24h pass
      Then server "docs" is in state "failed"
      And the link to "docs" saw <n> attempts to connect
      And no timer is pending

      Examples:
        | kind | n |
        | sse  | 8 |
        | ws   | 6 |

  @OMP-LC-107
  Rule: Disconnecting closes the connection over every transport, also while its first tools are listed

    Scenario Outline: over <kind>
      Given server "docs" over <kind>
      And the runtime has started
      When server "docs" is disconnected
      Then the link to "docs" has 0 open connections
      And server "docs" has 0 live processes

      Examples:
        | kind  |
        | stdio |
        | http  |
        | sse   |
        | ws    |

    Scenario Outline: over <kind>, while <method> is unanswered
      Given server "docs" over <kind>
      And server "docs" answers "<method>" after 1m
      When the runtime starts
      And 1s passes
      And server "docs" is disconnected
      Then the link to "docs" has 0 open connections
      And server "docs" has 0 live processes

      Examples:
        | kind  | method     |
        | stdio | tools/list |
        | http  | tools/list |
        | ws    | tools/list |
