@omp @virtual
Feature: What is under way with a server can be seen until it ends
  A list of tools and a reconnect take time, and fail. Until it is clear what has
  become of them, the server is neither there nor gone, whether it is the first
  connection or a later one, over whatever it is reached.

  @OMP-LC-25 @real
  Rule: Between the handshake and the end of tools/list the tools are pending

    Scenario Outline: a list that takes a second, of the first connection and of the next, over <kind>
      Given server "docs" over <kind>
      And server "docs" answers "tools/list" after 1s
      When the runtime starts
      And the clock reaches 999ms
      Then server "docs" is in state "listing"
      And the runtime has the tools ""
      When the clock reaches 1s
      Then server "docs" is in state "ready"
      And the runtime has the tools "mcp__docs_echo"
      When server "docs" is reconnected
      And 500ms pass
      Then server "docs" is in state "listing"

      Examples:
        | kind  |
        | stdio |
        | http  |

  @OMP-LC-28
  Rule: A reconnect is pending after a lost connection and after a wish alike

    @real
    Scenario Outline: over <kind>, the server <how>
      Given server "docs" over <kind>
      And the runtime has started
      And server "docs" answers "initialize" after 1s
      When server "docs" <how>
      Then server "docs" is connecting
      When 1s passes
      Then server "docs" is connected

      Examples:
        | kind  | how               |
        | stdio | exits with code 1 |
        | stdio | is reconnected    |
        | http  | ends its stream   |
        | http  | is reconnected    |

    Scenario Outline: over <kind>, until the last attempt has failed
      Given server "docs" over <kind>
      And the runtime has started
      When server "docs" goes down
      And the clock reaches 3s
      Then server "docs" is connecting
      When the clock reaches 7499ms
      Then server "docs" is connecting
      When the clock reaches 7501ms
      Then server "docs" is disconnected

      Examples:
        | kind  |
        | stdio |
        | http  |

    @real
    Example: who asked for it gives up, and it goes on
      Given server "docs" over stdio
      And a session has started
      And server "docs" answers "initialize" after 1s
      When the session reconnects server "docs"
      And the caller gives up the session's command
      Then the session's command was aborted
      And server "docs" is connecting
      When 1s passes
      Then server "docs" is connected
