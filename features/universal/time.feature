@omp @qwen @room @agents @virtual
Feature: The same things take the same time, and nobody waits for ever
  A failure that cannot be repeated cannot be understood, and a program that
  waits for a server that hangs is a program that hangs. How long a start waits
  differs between documented runtimes, and each of them says how long.

  @U-09
  Rule: The same script and the same seed give the same journal

    Scenario Outline: three servers at the same instants: <profile>
      Given the runtime of "<profile>" with the servers "docs, mail, wiki"
      And waits between attempts have no jitter
      And the links to "docs, mail, wiki" have latency 20ms
      And the runtime has started
      When the clock reaches 1s
      And tools of "docs, wiki" are called
      And server "mail" drops its connections
      And 1h passes
      Then server "docs" received "initialize" at "<first>"
      And server "wiki" received "initialize" at "<last>"
      And server "wiki" received "tools/call" at "1020ms"
      And server "mail" received "initialize" at "<mail>"

      Examples:
        | profile            | first | last  | mail          |
        | omp                | 20ms  | 20ms  | 20ms, 1040ms  |
        | hardened           | 60ms  | 60ms  | 60ms, 1040ms  |
        | modern             | 60ms  | 60ms  | 60ms, 1040ms  |
        | qwen               | 20ms  | 20ms  | 20ms          |
        | room               | 100ms | 100ms | 100ms, 1120ms |
        | agents             | 20ms  | 100ms | 60ms          |
        | agents in parallel | 20ms  | 20ms  | 20ms          |

  @U-10
  Rule: A start does not wait for a server that hangs longer than its gate allows

    Scenario Outline: over <transport>: <profile>
      Given the runtime is that of "<profile>"
      And servers "docs, mail" over <transport>
      And server "mail" never answers "initialize"
      And server "mail" has a timeout of 0
      And the cache holds the tools "echo" of server "mail"
      When the runtime starts
      And 1h passes
      Then startup returned at <at>
      And server "docs" received "initialize" at "0s"

      Examples:
        | profile            | transport | at    |
        | omp                | stdio     | 250ms |
        | hardened           | stdio     | 250ms |
        | modern             | stdio     | 250ms |
        | omp                | http      | 250ms |
        | hardened           | http      | 250ms |
        | modern             | http      | 250ms |
        | qwen               | stdio     | 30s   |
        | qwen               | http      | 5s    |
        | room               | ws        | 0s    |
        | agents             | stdio     | 10s   |
        | agents             | http      | 10s   |
        | agents in parallel | stdio     | 10s   |

  @U-10
  Rule: Several servers that hang hold up a start together no longer than one does

    Scenario Outline: two over <transport>: <profile>
      Given the runtime is that of "<profile>"
      And servers "mail, wiki, docs" over <transport>
      And server "mail" never answers "initialize"
      And server "wiki" never answers "initialize"
      And server "mail" has a timeout of 0
      And server "wiki" has a timeout of 0
      And the cache holds the tools "echo" of server "mail"
      And the cache holds the tools "find" of server "wiki"
      When the runtime starts
      And 1h passes
      Then startup returned at <at>
      And server "docs" received "initialize" at "0s"

      Examples:
        | profile            | transport | at    |
        | omp                | stdio     | 250ms |
        | omp                | http      | 250ms |
        | hardened           | stdio     | 250ms |
        | modern             | http      | 250ms |
        | qwen               | stdio     | 30s   |
        | qwen               | http      | 5s    |
        | room               | ws        | 0s    |
        | agents in parallel | stdio     | 10s   |
        | agents in parallel | http      | 10s   |

  @U-09
  Rule: What happens at once happens in one order

    Example: seven questions
      Given the runtime is that of "modern"
      And the user answers what servers ask with:
        """json
        {"action": "decline"}
        """
      And server "docs" over stdio with this script:
        """yaml
        era: modern
        tools: [{name: a, rounds: [{inputs: {h: {method: elicitation/create, params: {mode: form, message: h}}, g: {method: elicitation/create, params: {mode: form, message: g}},
          f: {method: elicitation/create, params: {mode: form, message: f}}, e: {method: elicitation/create, params: {mode: form, message: e}}, d: {method: elicitation/create, params: {mode: form, message: d}},
          c: {method: elicitation/create, params: {mode: form, message: c}}, b: {method: elicitation/create, params: {mode: form, message: b}}}}]}]
        """
      And the runtime has started
      When tool "mcp__docs_a" is called
      And 1s passes
      Then the user was asked:
        """
        b
        c
        d
        e
        f
        g
        h
        """

    Example: twelve requests that fail at once fail in the order in which they were made
      Given the runtime is that of "agents"
      And server "docs" over stdio
      And server "docs" never answers "tools/call"
      And the manager has connected its servers
      When the program sends these requests to server "docs":
        """
        tools/call
        tools/call
        tools/call
        tools/call
        tools/call
        tools/call
        tools/call
        tools/call
        tools/call
        tools/call
        tools/call
        tools/call
        """
      And server "docs" exits with code 1
      Then the operations ended in the order "1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13"
