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
      And server "docs" offers the resource "doc:a"
      And server "mail" offers the resource "mail:a"
      And server "mail" offers the prompt "reply"
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

    Scenario Outline: over <kind>, whenever it happens
      Given server "docs" over <kind>
      And the runtime has started
      When 1h passes
      And server "docs" <ends>
      And 1h passes
      And server "docs" <ends>
      And 1h passes
      And server "docs" <ends>
      Then server "docs" received "initialize" 4 times
      And server "docs" is connected

      Examples:
        | kind  | ends              |
        | stdio | exits with code 1 |
        | http  | ends its stream   |
        | http  | drops its connections |

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

    Example: the next loss begins at once again
      Given server "docs" over http
      When the runtime starts
      Given server "docs" follows these rules:
        """yaml
        - {when: {method: initialize, nth: 1}, do: [{status: 503}]}
        - {when: {method: initialize, nth: 2}, do: [{status: 503}]}
        - {when: {method: initialize, nth: 4}, do: [{status: 503}]}
        """
      When the counts start anew
      And server "docs" ends its stream
      And 1m passes
      And server "docs" ends its stream
      And 1m passes
      Then server "docs" received "initialize" at "0s, 500ms, 1500ms, 1m, 1m0.5s"

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

    Example: nor for a process
      Given server "docs" over stdio
      And the runtime has started
      And server "docs" answers "initialize" with error -32600 "no"
      When server "docs" exits with code 1
      And 8s pass
      Then server "docs" was started 6 times
      When 24h pass
      Then server "docs" was started 6 times
      And no timer is pending
