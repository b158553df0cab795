@omp @virtual
Feature: A reconnect touches one server, keeps its tools and shares its outcome
  While a server is away its tools stay in the session: a model that was told
  of them may still ask for them. A reconnect can be asked for, ends for
  everybody who waits at the same moment, and leaves all other servers alone.

  @OMP-LC-98
  Rule: Consumers are not told of anything when every attempt fails

    Scenario Outline: five attempts over <kind>, no word
      Given server "docs" over <kind>
      And server "docs" offers the prompt "review"
      And the runtime has started
      When the counts start anew
      And server "docs" goes down
      And 1h passes
      Then server "docs" is in state "failed"
      And consumers were told of changed tools 0 times
      And consumers were told of changed prompts 0 times

      Examples:
        | kind  |
        | stdio |
        | http  |

  @OMP-LC-99 @real
  Rule: A reconnect that is asked for touches that server only

    Example: the neighbours hear nothing
      Given servers "docs, mail" over stdio
      And server "news" over http
      And the runtime has started
      When the counts start anew
      And server "docs" is reconnected
      And 1h passes
      Then server "docs" received "initialize" 1 time
      And server "mail" received nothing
      And server "mail" was started 0 times
      And server "news" received nothing

  @OMP-LC-102
  Rule: The old tools stay visible while a reconnect is under way

    @real
    Scenario Outline: between two failed attempts, <later> later
      Given server "docs" over stdio
      And server "docs" offers the tools "read, search"
      And the runtime has started
      When server "docs" goes down
      And <later> pass
      Then server "docs" is in state "backoff"
      And the runtime has the tools "mcp__docs_read, mcp__docs_search"

      Examples:
        | later  |
        | 1ms    |
        | 700ms  |
        | 2s     |
        | 6s     |

    Example: during a slow attempt, until there is a new list
      Given server "docs" over stdio
      And server "docs" offers the tools "read, search"
      And the runtime has started
      And server "docs" answers "initialize" after 5s
      When server "docs" changes its tools to "write"
      And server "docs" exits with code 1
      And 4999ms pass
      Then server "docs" is in state "handshaking"
      And the runtime has the tools "mcp__docs_read, mcp__docs_search"
      When 1ms passes
      Then the runtime has the tools "mcp__docs_write"

    Example: after a list that failed
      Given server "docs" over stdio
      And server "docs" offers the tools "read, search"
      And the runtime has started
      And server "docs" answers "tools/list" with error -32000 "no"
      When server "docs" is reconnected
      And 2s pass
      Then the runtime has the tools "mcp__docs_read, mcp__docs_search"

    Example: during a slow list, over HTTP
      Given server "docs" over http
      And server "docs" offers the tools "read, search"
      And the runtime has started
      And server "docs" answers "tools/list" after 5s
      When server "docs" changes its tools to "write"
      And server "docs" is reconnected
      And 4999ms pass
      Then server "docs" is in state "listing"
      And the runtime has the tools "mcp__docs_read, mcp__docs_search"
      When 1ms passes
      Then the runtime has the tools "mcp__docs_write"

  @OMP-TP-110 @real
  Rule: A reconnect tears down the stale connection beside its first attempt

    Example: the old process ends, the new one lives
      Given server "docs" over stdio
      And the runtime has started
      When server "docs" is reconnected
      Then server "docs" was started 2 times
      And server "docs" has 1 live process

    Example: the old session is deleted and the new one made, although deleting it takes ten seconds
      Given server "docs" over http
      And server "docs" follows these rules:
        """yaml
        - when: {verb: DELETE}
          do: [{delay: 10s}]
        """
      When the runtime starts
      And the counts start anew
      And server "docs" is reconnected
      Then server "docs" received "DELETE" at "0s"
      And server "docs" received "initialize" at "0s"
      And server "docs" is connected

  @OMP-TP-07 @real
  Rule: A connection outside any manager is not connected anew

    Example: its process exits
      Given server "docs" over stdio
      When a bare connection to server "docs" is opened
      Then server "docs" received "initialize" 1 time
      When server "docs" exits with code 1
      And 1h passes
      Then server "docs" was started 1 time
      And server "docs" received "initialize" 1 time

    Example: its background stream ends
      Given server "docs" over http
      When a bare connection to server "docs" is opened
      And server "docs" ends its stream
      And 1h passes
      Then server "docs" received "initialize" 1 time
      And server "docs" received "GET" 1 time
