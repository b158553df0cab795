@omp @virtual
Feature: A call that ends in another way than with a result costs no connection either

  @OMP-LC-77
  Rule: A call is one message over the connection that is there, whatever becomes of it

    Scenario Outline: over <kind> it is refused, given up and answered
      Given the switch "transport.sse" is "legacy"
      And server "docs" over <kind> with this script:
        """yaml
        http: {legacy: {}}
        tools: [search]
        rules:
          - {when: {method: tools/call, nth: 1}, do: [error: {code: -32602, message: no}]}
          - {when: {method: tools/call, nth: 2}, do: [never]}
        """
      And the runtime has started
      When the counts start anew
      And tool "mcp__docs_search" is called
      And tool "mcp__docs_search" is called
      And the caller gives up call 2
      And tool "mcp__docs_search" is called
      And 1m passes
      Then call 3 returns "ok"
      And server "docs" received "tools/call" 3 times
      And server "docs" received "initialize" 0 times

      Examples:
        | kind  |
        | stdio |
        | sse   |

    Example: the seventh call
      Given server "docs" over stdio
      And the runtime has started
      When tools of "docs" are called
      And tools of "docs" are called
      And tools of "docs" are called
      And tools of "docs" are called
      And tools of "docs" are called
      And tools of "docs" are called
      And tools of "docs" are called
      Then server "docs" received "tools/call" 7 times
      And server "docs" received "tools/list" 1 time
