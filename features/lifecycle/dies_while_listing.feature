@omp @virtual
Feature: A server that dies while it lists its tools has been tried, like any other
  Its handshake has succeeded, so it looks as if it were there. It counts as a failed
  attempt all the same: start-up does not wait for the next one, and a ladder ends.

  @OMP-LC-95
  Rule: A server that dies in the list of each attempt is tried five times

    Scenario Outline: over <kind>
      Given server "docs" over <kind>
      And the runtime has started
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list}, do: [<dies>]}
        """
      When server "docs" <lost>
      And 8s pass
      Then server "docs" is in state "failed"
      When 24h pass
      Then server "docs" received "tools/list" 6 times
      And server "docs" is in state "failed"
      And no timer is pending

      Examples:
        | kind  | dies    | lost                  |
        | stdio | exit: 1 | exits with code 1     |
        | ws    | exit: 1 | drops its connections |

  @OMP-LC-59
  Rule: Start-up is over when a server dies while it lists its tools, and not when it is back

    Scenario Outline: after <time>, over <kind>
      Given servers "docs, mail" over <kind>
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list, nth: 1}, do: [{delay: <time>}, <dies>]}
        """
      And server "docs" answers "initialize" after 10ms
      When the runtime starts
      And 1h passes
      Then startup returned at <end>

      Examples:
        | kind  | time  | dies      | end   |
        | stdio | 100ms | {exit: 1} | 110ms |
        | ws    | 30ms  | {exit: 1} | 40ms  |

  @OMP-LC-47
  Rule: A server that is kept without tools has no other list loaded until its tools are

    Example: its first list fails, and it gives notice of another one
      Given the switch "startup.list_failure" is "keep"
      And server "docs" over stdio with this script:
        """yaml
        tools: [search]
        resources: ["doc:a"]
        prompts: [review]
        rules:
          - {when: {method: tools/list, nth: 1}, do: [{error: {code: -32000, message: no}}]}
        """
      When the runtime starts
      And 1m passes
      Then server "docs" is connected
      And server "docs" received "resources/list" 0 times
      And server "docs" received "prompts/list" 0 times
      When server "docs" sends the notification "notifications/tools/list_changed"
      And 1m passes
      Then server "docs" received "resources/list" 1 time
      And the runtime has the prompts "review" of server "docs"
