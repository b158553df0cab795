@omp @qwen @room @agents @virtual
Feature: What has ended stays ended
  A server that was closed must not come back by itself, an answer that comes
  too late must not be taken for one of now, and a program that has ended must
  leave nothing running. Every documented runtime promises it.

  @U-03
  Rule: A server that is closed on purpose is not connected again

    Scenario Outline: while it is connected: <profile>
      Given the runtime of "<profile>" with the servers "docs, mail"
      And the runtime has started
      When 1s passes
      And server "docs" is disconnected
      And 1h passes
      Then server "docs" received "initialize" 1 time
      And server "docs" is disconnected
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

  @U-04
  Rule: A result that comes after its server was closed or replaced changes nothing

    Scenario Outline: closed during the handshake: <profile>
      Given the runtime of "<profile>" with the servers "docs, mail"
      And server "docs" answers "initialize" after 5s
      When the runtime starts
      And the clock reaches 1s
      And server "docs" is disconnected
      And 1h passes
      Then server "docs" received "initialize" 1 time
      And server "docs" is disconnected
      And nothing of the server "docs" is left
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

    Scenario Outline: replaced during the handshake: <profile>
      Given the runtime of "<profile>" with the servers "docs, mail"
      And server "docs" follows these rules:
        """yaml
        - {when: {method: initialize, nth: 1}, do: [{delay: 5s}]}
        """
      When the runtime starts
      And the clock reaches 1s
      And server "docs" is disconnected
      And the runtime starts server "docs"
      And 1h passes
      Then server "docs" received "initialize" 2 times
      And server "docs" is connected
      And what is said of each server is what it has seen itself
      And the tools of "docs, mail" are offered and no others

      Examples:
        | profile            |
        | omp                |
        | hardened           |
        | modern             |
        | qwen               |
        | room               |
        | agents             |
        | agents in parallel |

  @U-05
  Rule: A caller who gives up gets neither an answer nor a second try

    Scenario Outline: <profile>
      Given the runtime of "<profile>" with the server "docs"
      And server "docs" answers "tools/call" after 10s
      And the runtime has started
      When 1s passes
      And tools of "docs" are called
      And 1s passes
      And the caller gives up call 1
      Then call 1 was aborted
      And call 1 ended at 2s
      When 1h passes
      Then server "docs" received "tools/call" 1 time
      And server "docs" received "initialize" 1 time

      Examples:
        | profile            |
        | omp                |
        | hardened           |
        | modern             |
        | qwen               |
        | room               |
        | agents             |
        | agents in parallel |

  @U-06
  Rule: After the end no process, no connection and no timer is left

    Scenario Outline: in the middle of everything: <profile>
      Given the runtime of "<profile>" with the servers "docs, mail, wiki"
      And server "docs" answers "tools/call" after 10s
      And server "wiki" never answers "initialize"
      When the runtime starts
      And tools of "docs" are called
      And server "mail" goes down
      And all servers are disconnected
      And <after> passes
      Then nothing of the servers "docs, mail, wiki" is left
      And no timer is pending
      When 1h passes
      Then server "wiki" received "initialize" 1 time

      Examples:
        | profile            | after |
        | omp                | 1ms   |
        | hardened           | 1ms   |
        | modern             | 1ms   |
        | qwen               | 1ms   |
        | room               | 1ms   |
        | agents             | 10s   |
        | agents in parallel | 10s   |
