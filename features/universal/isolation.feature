@omp @qwen @room @agents @virtual
Feature: Servers do not suffer from each other
  Whatever runs many servers runs some that are broken. Every documented runtime
  keeps the trouble of one server with that server: the others answer as if it
  were not there, and nobody connects anew because of it.

  @U-01
  Rule: One server's failure neither removes nor delays the tools of another

    Scenario Outline: it fails at once: <profile>
      Given the runtime of "<profile>" with the servers "mail, docs"
      And server "mail" answers "initialize" with error -32000 "no"
      When the runtime starts
      And the clock reaches 1ms
      Then the tools of "docs" are offered and no others
      When tools of "docs" are called with:
        """json
        {"text": "hello"}
        """
      Then call 1 returns "hello"
      When 1h passes
      Then the tools of "docs" are offered and no others
      And server "docs" received "initialize" at "0s"

      Examples:
        | profile            |
        | omp                |
        | hardened           |
        | modern             |
        | qwen               |
        | room               |
        | agents             |
        | agents in parallel |

    Scenario Outline: it never answers: <profile>
      Given the runtime of "<profile>" with the servers "mail, docs"
      And server "mail" never answers "initialize"
      When the runtime starts
      And the clock reaches 1ms
      Then server "mail" is connecting
      And the tools of "docs" are offered and no others
      When 1h passes
      Then the tools of "docs" are offered and no others
      And server "docs" received "initialize" at "0s"

      Examples:
        | profile            |
        | omp                |
        | hardened           |
        | modern             |
        | qwen               |
        | room               |
        | agents in parallel |

    Scenario Outline: it dies while it works: <profile>
      Given the runtime of "<profile>" with the servers "mail, docs"
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/call}, do: [{delay: 2s}]}
        """
      When the runtime starts
      And 1s passes
      And tools of "docs" are called with:
        """json
        {"text": "hello"}
        """
      And server "mail" goes down
      And 2s pass
      Then call 1 returns "hello"
      And call 1 ended at 3s
      When 1h passes
      Then server "mail" is disconnected
      And server "docs" received "initialize" at "0s"

      Examples:
        | profile            |
        | omp                |
        | hardened           |
        | modern             |
        | qwen               |
        | room               |
        | agents             |
        | agents in parallel |

    Example: nor those of a server whose name begins alike
      Given the runtime is that of "omp"
      And servers "mail, mail_box, mailer" over stdio
      And server "mail" follows these rules:
        """yaml
        - {when: {method: initialize, nth: 1}, do: [{delay: 1s}, {error: {code: -32000, message: no}}]}
        """
      When the runtime starts
      And 2s pass
      Then the runtime has the tools "mcp__mail_box_echo, mcp__mailer_echo"
      When server "mail" is reconnected
      And server "mail" goes down
      And 1h passes
      Then server "mail" is disconnected
      And the runtime has the tools "mcp__mail_box_echo, mcp__mail_echo, mcp__mailer_echo"

  @U-02
  Rule: A healthy server is not touched by work on others

    Scenario Outline: <profile>
      Given the runtime of "<profile>" with the servers "docs, mail, wiki"
      And the runtime has started
      When 1s passes
      And the counts start anew
      And server "mail" is disconnected
      And the runtime starts server "mail"
      And server "wiki" drops its connections
      And 1h passes
      Then server "mail" received "initialize" 1 time
      And server "docs" received nothing
      And server "docs" is connected
      And what is said of each server is what it has seen itself

      Examples:
        | profile            |
        | omp                |
        | hardened           |
        | modern             |
        | qwen               |
        | room               |
        | agents             |
        | agents in parallel |

    Example: two are connected beside one
      Given servers "docs, mail, wiki" over ws
      And the room server has started
      When provider "docs" is loaded
      And 1s passes
      And the counts start anew
      And providers "mail, wiki" are loaded
      And 1h passes
      Then server "docs" received nothing
      And providers "docs, mail, wiki" are "connected"
