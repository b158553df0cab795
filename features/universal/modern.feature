@omp @qwen @agents @virtual
Feature: A modern server is spoken to as its protocol demands, whatever happens
  A modern request stands alone. Every runtime that speaks the protocol says in each of
  them who asks and in which revision, and none falls back to a handshake once it has
  met a modern server: after lost connections, refusals, questions and changes.

  @MOD-12 @MOD-CLI-19 @MOD-CLI-22 @MOD-CLI-27 @MOD-CLI-41 @MOD-CLI-60
  Rule: What is said to a modern server keeps the laws of its protocol through calls, questions and lost connections

    Scenario Outline: over <kind>: <profile>
      Given the runtime is that of "<profile>"
      And server "docs" over <kind> with this script:
        """yaml
        era: dual
        instructions: Ask first.
        tools: [{name: echo, rounds: [{inputs: {where: {method: roots/list}}, state: true}, {inputs: {where: {method: roots/list}}}]}]
        """
      And server "docs" is defined with era "auto"
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/call, nth: 3}, do: [error: {code: -32020, message: odd}], mayNotHappen: true}
        """
      And the runtime has started
      When tools of "docs" are called
      And server "docs" drops its connections
      And 1m passes
      And tools of "docs" are called
      And 1h passes
      Then what was said to server "docs" keeps the laws of the modern protocol
      And server "docs" received "initialize" 0 times

      Examples:
        | profile            | kind  |
        | omp                | stdio |
        | omp                | http  |
        | hardened           | stdio |
        | hardened           | http  |
        | qwen               | stdio |
        | qwen               | http  |
        | qwen with a pool   | stdio |
        | agents             | http  |
        | agents in parallel | http  |

  @MOD-12 @MOD-CLI-41 @MOD-CLI-42
  Rule: No answer to a question that comes late leads a modern server back to a handshake

    Scenario Outline: <what>, over <kind>: <profile>
      Given the runtime is that of "<profile>"
      And server "docs" over <kind> with this script:
        """yaml
        era: dual
        tools: [echo]
        """
      And server "docs" is defined with era "auto"
      And server "docs" follows these rules:
        """yaml
        - {when: {method: <method>, nth: 1}, do: [<do>]}
        """
      When the runtime starts
      And 1h passes
      Then what was said to server "docs" keeps the laws of the modern protocol
      And server "docs" received "initialize" 0 times

      Examples:
        | what                 | profile  | kind  | method          | do                                                                       |
        | the list is refused  | omp      | stdio | tools/list      | error: {code: -32601, message: no}                                       |
        | the list is refused  | hardened | http  | tools/list      | status: 404                                                              |
        | another revision     | qwen     | stdio | server/discover | error: {code: -32022, message: no, data: {supported: ["2026-07-28"]}}    |
        | a slow discover      | qwen     | http  | server/discover | delay: 2s                                                                |

  @MOD-11
  Rule: What is fresh is not asked for, whoever looks

    Scenario Outline: over <kind>: <profile>
      Given the runtime is that of "<profile>"
      And server "docs" over <kind> with this script:
        """yaml
        era: modern
        modern: {ttl: 24h}
        tools: [echo]
        capabilities: {tools: {}}
        """
      And server "docs" is defined with era "modern"
      And the runtime has started
      When 1m passes
      And server "docs" drops its connections
      And 1h passes
      Then what was said to server "docs" keeps the laws of the modern protocol
      And server "docs" received "tools/list" 1 time

      Examples:
        | profile  | kind  |
        | omp      | stdio |
        | hardened | stdio |
        | omp      | http  |
        | hardened | http  |
