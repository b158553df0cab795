@omp @virtual
Feature: A lost connection comes back by itself
  Servers crash, restart and move. When a connection ends the runtime connects
  again, at once and then after growing waits, and gives up after five attempts
  until somebody asks. Until then the old tools stay, so that a session does not
  lose its hands for a second of trouble. Nothing is polled: an idle runtime is
  silent.

  @OMP-LC-92
  Rule: An idle connection causes no message and waits for no moment

    Example: a day of silence over stdio and HTTP
      Given server "docs" over stdio
      And server "mail" over http
      And the runtime has started
      When the counts start anew
      And 24h pass
      Then server "docs" received nothing
      And server "mail" received nothing
      And no timer is pending

  @OMP-LC-93 @real
  Rule: A connection that ends by itself is connected anew, without being asked

    Example: a process exits
      Given server "docs" over stdio
      And the runtime has started
      When server "docs" exits with code 0
      Then server "docs" was started 2 times
      And server "docs" is connected

    Example: a background stream ends
      Given server "docs" over http
      And the runtime has started
      When server "docs" ends its stream
      Then server "docs" received "initialize" 2 times
      And server "docs" is connected

  @OMP-LC-94
  Rule: Attempts are made at once and after waits of 500, 1000, 2000 and 4000 ms

    Example: an address that answers 503 from now on
      Given server "docs" over http
      When the runtime starts
      Given server "docs" follows these rules:
        """yaml
        - when: {method: initialize}
          do: [{status: 503}]
        """
      When the counts start anew
      And server "docs" ends its stream
      And the clock reaches 7499ms
      Then server "docs" is in state "backoff"
      When 1h passes
      Then server "docs" received "initialize" at "0s, 500ms, 1500ms, 3500ms, 7500ms"

    Example: a wait begins when the attempt before it has failed
      Given server "docs" over http
      When the runtime starts
      Given server "docs" follows these rules:
        """yaml
        - when: {method: initialize}
          do: [{delay: 100ms}, {error: {code: -32000, message: no}}]
        """
      When the counts start anew
      And server "docs" ends its stream
      And 1h passes
      Then server "docs" received "initialize" at "0s, 600ms, 1700ms, 3800ms, 7900ms"

    Example: a list that fails is a failed attempt and its connection is given up
      Given server "docs" over stdio
      When the runtime starts
      Given server "docs" answers "tools/list" with error -32000 "not now"
      When the counts start anew
      And server "docs" exits with code 1
      And the clock reaches 7499ms
      Then server "docs" received "tools/list" at "0s, 500ms, 1500ms, 3500ms"
      When 1h passes
      Then server "docs" was started 5 times
      And server "docs" has 0 live processes

  @OMP-LC-95
  Rule: After five failed attempts there is no sixth on its own

    Example: not within an hour, nor within a day
      Given server "docs" over http
      And the runtime has started
      And server "docs" follows these rules:
        """yaml
        - when: {method: initialize}
          do: [{status: 503}]
        """
      When server "docs" ends its stream
      And 8s pass
      Then server "docs" is in state "failed"
      And the log has 1 record of "docs" with "MCP reconnect failed after retries"
      And server "docs" received "initialize" 6 times
      When 24h pass
      Then server "docs" received "initialize" 6 times
      And no timer is pending

  @OMP-LC-96 @real
  Rule: A reconnect lists the tools again and shows the new list

    Example: other tools after a restart
      Given server "docs" over stdio
      And server "docs" offers the tools "read, search"
      And the runtime has started
      When server "docs" changes its tools to "search, write"
      And server "docs" exits with code 0
      Then server "docs" received "tools/list" 2 times
      And the runtime has the tools "mcp__docs_search, mcp__docs_write"

  @OMP-LC-97 @real
  Rule: Consumers are told once of a reconnect that succeeded

    Example: after the third attempt, with the same tools as before
      Given server "docs" over stdio
      And the runtime has started
      When the counts start anew
      And server "docs" goes down
      And 1s passes
      Then consumers were told of changed tools 0 times
      When server "docs" comes up
      And 1h passes
      Then server "docs" was started 1 time
      And consumers were told of changed tools 1 time

    Scenario Outline: over <kind>, <how>
      Given server "docs" over <kind>
      And the runtime has started
      When the counts start anew
      And server "docs" <how>
      And 1h passes
      Then consumers were told of changed tools 1 time

      Examples:
        | kind  | how              |
        | http  | ends its stream  |
        | http  | is reconnected   |
        | stdio | is reconnected   |
