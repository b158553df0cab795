@omp @virtual
Feature: Tools outlive the last attempt to reconnect
  A model that was told of them may still ask for them, and the server may be back by then.

  @OMP-LC-103
  Rule: When every attempt has failed, the stale tools are still there and a call on one tries again

    Scenario Outline: a call over <kind> that fails once more
      Given server "docs" over <kind>
      And the runtime has started
      When server "docs" goes down
      And 1h passes
      Then the runtime has the tools "mcp__docs_echo"
      When tool "mcp__docs_echo" is called
      And 7s pass
      Then call 1 is pending
      When 1s passes
      Then call 1 returns the error text "MCP error: MCP server not connected: docs"
      And the log has 2 records of "docs" with "MCP reconnect failed after retries"
      And the runtime has the tools "mcp__docs_echo"

      Examples:
        | kind  |
        | stdio |
        | http  |

    Example: a reconnect that was asked for, and failed too
      Given server "docs" over stdio
      And the runtime has started
      When server "docs" goes down
      And 1h passes
      And server "docs" is reconnected
      And 1h passes
      Then the runtime has the tools "mcp__docs_echo"
      When tool "mcp__docs_echo" is called
      And 8s pass
      Then call 1 returns the error text "MCP error: MCP server not connected: docs"

    @real
    Example: a call that finds the server back again
      Given server "docs" over stdio
      And server "docs" offers the tool "search"
      And the runtime has started
      When server "docs" goes down
      And 1h passes
      And server "docs" comes up
      And tool "mcp__docs_search" is called
      Then call 1 returns "ok"
      And server "docs" is connected

  @OMP-LC-98
  Rule: Consumers are not told of anything when every list fails

    Scenario Outline: five connections over <kind> that cannot list, no word
      Given server "docs" over <kind>
      And the runtime has started
      When the counts start anew
      Given server "docs" answers "tools/list" with error -32000 "no"
      When server "docs" is reconnected
      And 1h passes
      Then server "docs" is in state "failed"
      And server "docs" received "tools/list" 5 times
      And consumers were told of changed tools 0 times
      And the runtime has the tools "mcp__docs_echo"

      Examples:
        | kind  |
        | stdio |
        | http  |
