@omp @virtual
Feature: A call that its caller gives up ends at once and stays given up
  People press Escape. Whatever the call is doing then, it ends at that moment
  with the caller's own reason: no content is made up, nothing is tried again,
  and what others wait for goes on.

  @OMP-LC-84 @real
  Rule: An abort of the caller is not turned into content, a reconnect or another call

    Scenario Outline: while the server is working, over <kind>
      Given server "docs" over <kind>
      And server "docs" never answers "tools/call"
      And the runtime has started
      When tool "mcp__docs_echo" is called
      And 1s passes
      And the caller gives up call 1
      Then call 1 was aborted
      When 1h passes
      Then server "docs" received "tools/call" 1 time
      And server "docs" received "initialize" 1 time
      And server "docs" is connected

      Examples:
        | kind  |
        | stdio |
        | http  |

    Scenario Outline: while a deferred tool waits for its server, over <kind>
      Given server "docs" over <kind>
      And server "docs" answers "initialize" after 10s
      And the cache holds the tools "echo" of server "docs"
      When the runtime starts
      And 250ms pass
      And tool "mcp__docs_echo" is called
      And the caller gives up call 1
      Then call 1 was aborted
      When 1h passes
      Then server "docs" received "tools/call" 0 times
      And server "docs" received "initialize" 1 time

      Examples:
        | kind  |
        | stdio |
        | http  |

    Scenario Outline: while the server is being reconnected for it, over <kind>
      Given server "docs" over <kind>
      And server "docs" follows these rules:
        """yaml
        - when: {method: tools/call, first: 1}
          do: [<fault>]
        - when: {method: initialize, after: 1}
          do: [{delay: 2s}]
        """
      And the runtime has started
      When tool "mcp__docs_echo" is called
      And 1s passes
      And the caller gives up call 1
      Then call 1 was aborted
      And server "docs" is connecting
      When 1h passes
      Then server "docs" received "tools/call" 1 time
      And server "docs" is connected

      Examples:
        | kind  | fault         |
        | stdio | {exit: 1}     |
        | http  | {status: 503} |

    Scenario Outline: while it is called again, over <kind>
      Given server "docs" over <kind>
      And server "docs" follows these rules:
        """yaml
        - when: {method: tools/call, first: 1}
          do: [<fault>]
        - when: {method: tools/call, after: 1}
          do: [never]
        """
      And the runtime has started
      When tool "mcp__docs_echo" is called
      And 1s passes
      And the caller gives up call 1
      Then call 1 was aborted
      When 1h passes
      Then server "docs" received "tools/call" 2 times
      And server "docs" received "initialize" 2 times

      Examples:
        | kind  | fault         |
        | stdio | {exit: 1}     |
        | http  | {status: 503} |

    Scenario Outline: while the server of a cached tool is being reconnected for it, over <kind>
      Given server "docs" over <kind>
      And the cache holds the tools "echo" of server "docs"
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list}, do: [{delay: 10s}]}
        - {when: {method: tools/call, nth: 1}, do: [<fault>]}
        - {when: {method: initialize, after: 1}, do: [{delay: 10s}]}
        """
      When the runtime starts
      And 1s passes
      And tool "mcp__docs_echo" is called
      And 1s passes
      And the caller gives up call 1
      Then call 1 was aborted
      And call 1 ended at 2s
      And server "docs" received "tools/call" 1 time

      Examples:
        | kind  | fault         |
        | stdio | {exit: 1}     |
        | http  | {status: 503} |

    Scenario Outline: by a deadline of the caller, over <kind>
      Given server "docs" over <kind>
      And server "docs" never answers "tools/call"
      And the runtime has started
      When tool "mcp__docs_echo" is called
      And 1s passes
      And the deadline of call 1 passes
      Then call 1 fails with "context deadline exceeded"
      When 1h passes
      Then server "docs" received "tools/call" 1 time

      Examples:
        | kind  |
        | stdio |
        | http  |
