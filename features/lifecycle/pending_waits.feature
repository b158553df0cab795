@omp @virtual
Feature: A reconnect is one thing from its first attempt to its last
  Whoever asks for a server that is being reconnected waits for that reconnect, also in the
  pauses between its attempts, and nothing is begun beside it.

  @OMP-LC-28
  Rule: A reconnect is pending in the waits between its attempts, too, whatever began it

    Scenario Outline: a session waits for a server that <how>, over <kind>
      Given server "docs" over <kind>
      And a session has started
      When server "docs" goes down
      And server "docs" is reconnected
      And <pause> pass
      Then server "docs" is in state "backoff"
      When server "docs" comes up
      And the session waits for server "docs"
      And 10s pass
      Then the session's command succeeds

      Examples:
        | kind  | pause | how                                 |
        | stdio | 300ms | waits for its second attempt        |
        | http  | 2s    | waits for its fourth attempt        |

    Scenario Outline: a reconnect that is asked for is the one after a lost connection, over <kind>
      Given server "docs" over <kind>
      And the runtime has started
      When server "docs" goes down
      And <pause> pass
      And server "docs" comes up
      And the counts start anew
      And server "docs" is reconnected
      And 1h passes
      Then server "docs" received "initialize" 1 time
      And server "docs" is connected

      Examples:
        | kind  | pause |
        | stdio | 1s    |
        | http  | 1s    |
        | stdio | 3s    |

  @OMP-LC-32
  Rule: A server that is being reconnected is connecting until its last attempt has failed

    Scenario Outline: over <kind>, <after> after it was lost
      Given server "docs" over <kind>
      And the runtime has started
      When server "docs" goes down
      And <after> pass
      Then server "docs" is in state "backoff"
      And server "docs" is connecting

      Examples:
        | kind  | after  |
        | stdio | 300ms  |
        | stdio | 1200ms |
        | stdio | 3s     |
        | stdio | 7s     |
        | http  | 300ms  |
        | http  | 1200ms |
        | http  | 3s     |
        | http  | 7s     |

  @OMP-LC-38
  Rule: A server whose connection is being opened anew is not started again

    Example: a WebSocket that takes ten seconds to open
      Given server "docs" over ws
      And the runtime has started
      And server "docs" follows these rules:
        """yaml
        - {when: {verb: GET}, do: [delay: 10s]}
        """
      When server "docs" is reconnected
      And 1s passes
      Then server "docs" is in state "connecting"
      When the runtime starts server "docs"
      And 1h passes
      Then server "docs" received "initialize" at "0s, 10s"
      And server "docs" received "GET" 2 times
