@virtual
Feature: The end comes also for what only waits
  A server that waits for its next attempt, and settings that wait for saving to be
  over, have nothing open that could be closed. They end all the same.

  @U-03
  Rule: A server that waits for its next attempt is not tried again once it was closed on purpose

    Scenario Outline: <profile>
      Given the runtime of "<profile>" with the servers "docs, mail"
      And the runtime has started
      When server "docs" goes down
      And 600ms pass
      And server "docs" is disconnected
      And server "docs" comes up
      And 1h passes
      Then server "docs" received "initialize" 1 time
      And nothing of the server "docs" is left
      And no timer is pending
      And the tools of "mail" are offered and no others

      Examples:
        | profile            |
        | omp                |
        | hardened           |
        | modern             |
        | qwen               |
        | room               |
        | agents             |
        | agents in parallel |

  @U-06 @qwen
  Rule: Settings that were saved a moment before the end are not waited for

    Example: a hundred milliseconds before
      Given servers "docs, mail" over stdio
      And the user settings define the server "docs"
      And the workspace has started
      When the user settings are saved with the server "mail"
      And 100ms pass
      And all servers are disconnected
      Then no timer is pending
      And nothing of the servers "docs, mail" is left

  @U-05
  Rule: A caller who gives up while a server is reached for the first time starts nothing anew

    Scenario Outline: <profile>
      Given the runtime of "<profile>" with the server "docs"
      And server "docs" answers "initialize" after 10s
      And the cache holds the tools "echo" of server "docs"
      When the runtime starts
      And 1s passes
      And tools of "docs" are called
      And the caller gives up call 1
      Then call 1 was aborted
      When 1h passes
      Then server "docs" received "initialize" 1 time

      Examples:
        | profile  |
        | omp      |
        | hardened |

  @U-05
  Rule: A caller of a server over HTTP whose time is over gets neither an answer nor a second try either

    Scenario Outline: <how>: <profile>
      Given the runtime is that of "<profile>"
      And server "docs" over http
      And server "docs" answers "tools/call" after 10s
      And requests to server "docs" are retried 2 times
      And the runtime has started
      When tools of "docs" are called
      And 1s passes
      And <how>
      Then call 1 <ends>
      When 1h passes
      Then server "docs" received "tools/call" 1 time
      And server "docs" received "initialize" 1 time

      Examples:
        | profile            | how                           | ends                                   |
        | omp                | the caller gives up call 1    | was aborted                            |
        | omp                | the deadline of call 1 passes | fails with "context deadline exceeded" |
        | hardened           | the deadline of call 1 passes | fails with "context deadline exceeded" |
        | modern             | the caller gives up call 1    | was aborted                            |
        | qwen               | the deadline of call 1 passes | fails with "context deadline exceeded" |
        | agents             | the caller gives up call 1    | was aborted                            |
        | agents             | the deadline of call 1 passes | fails with "context deadline exceeded" |
        | agents in parallel | the caller gives up call 1    | was aborted                            |

    Scenario Outline: a modern server: <profile>
      Given the runtime is that of "<profile>"
      And server "docs" over http with this script:
        """yaml
        era: modern
        """
      And server "docs" is defined with era "modern"
      And server "docs" answers "tools/call" after 10s
      And the runtime has started
      When 1s passes
      And tools of "docs" are called
      And 1s passes
      And the caller gives up call 1
      And 1h passes
      Then call 1 was aborted
      And server "docs" received "tools/call" 1 time

      Examples:
        | profile  |
        | omp      |
        | modern   |
        | agents   |
