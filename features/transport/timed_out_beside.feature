@omp @virtual
Feature: One request that is late costs no other, and a notice is heard wherever it comes
  A server may be busy with one thing and quick with all others.

  @OMP-TP-53
  Rule: A call that timed out or was given up ends nothing else on its connection

    Scenario Outline: a <what> <ends>, over <kind>
      Given server "docs" over <kind> with this script:
        """yaml
        tools: [slow, quick]
        resources: ["doc:a"]
        prompts: [review]
        rules:
          - {when: {method: tools/call, tool: slow}, do: [never]}
          - {when: {method: tools/call, tool: quick}, do: [{delay: 7s}]}
        """
      And server "docs" has a timeout of 10s
      And the runtime has started
      When tool "mcp__docs_slow" is called
      And 6s pass
      And tool "mcp__docs_quick" is called
      And <end>
      And 1h passes
      Then call 2 succeeds
      And call 2 ended at 13s
      And server "docs" received "initialize" 1 time
      And server "docs" received "tools/call" 2 times

      Examples:
        | kind  | what | ends        | end                        |
        | stdio | call | times out   | 5s pass                    |
        | http  | call | times out   | 5s pass                    |
        | sse   | call | times out   | 5s pass                    |
        | ws    | call | times out   | 5s pass                    |
        | stdio | call | is given up | the caller gives up call 1 |
        | http  | call | is given up | the caller gives up call 1 |
        | sse   | call | is given up | the caller gives up call 1 |
        | ws    | call | is given up | the caller gives up call 1 |

    Scenario Outline: a late answer to <method> ends no connection, over <kind>
      Given server "docs" over <kind> with this script:
        """yaml
        tools: [echo]
        resources: ["doc:a"]
        prompts: [review]
        rules:
          - {when: {method: <method>, after: 1}, do: [never]}
        """
      And server "docs" has a timeout of 10s
      And the runtime has started
      When server "docs" sends the notification "notifications/<notice>/list_changed"
      And 5s pass
      And tool "mcp__docs_echo" is called
      And 1h passes
      Then call 1 succeeds
      And server "docs" received "initialize" 1 time
      And the runtime has the tools "mcp__docs_echo"

      Examples:
        | method         | notice    | kind  |
        | tools/list     | tools     | stdio |
        | tools/list     | tools     | http  |
        | prompts/list   | prompts   | stdio |
        | prompts/list   | prompts   | http  |
        | resources/list | resources | ws    |

  @OMP-TP-35 @OMP-TP-36
  Rule: A notice counts while a reconnect lists, and in the stream that answers a notification

    Scenario Outline: during the list of a reconnect, over <kind>
      Given server "docs" over <kind>
      And the runtime has started
      And server "docs" answers "tools/list" after 1s
      When server "docs" is reconnected
      And 500ms pass
      And server "docs" changes its tools to "find"
      And server "docs" sends the notification "notifications/tools/list_changed"
      And 1h passes
      Then the runtime has the tools "mcp__docs_find"
      And server "docs" received "tools/list" 3 times

      Examples:
        | kind  |
        | stdio |
        | http  |
        | ws    |

    Scenario Outline: while <method> is under way, over <kind>
      Given server "docs" over <kind>
      And server "docs" offers the resource "doc:a"
      And server "docs" offers the prompt "review"
      And server "docs" answers "<method>" after 1s
      When the runtime starts
      And 500ms pass
      And server "docs" sends the notification "notifications/<notice>/list_changed"
      And 1h passes
      Then server "docs" received "<method>" 2 times

      Examples:
        | method                   | notice    | kind  |
        | prompts/list             | prompts   | stdio |
        | prompts/list             | prompts   | http  |
        | resources/list           | resources | stdio |
        | resources/templates/list | resources | http  |

    Example: in the stream that answers notifications/initialized
      Given server "docs" over http with this script:
        """yaml
        tools: [echo]
        prompts: [review]
        rules:
          - when: {method: notifications/initialized}
            do:
              - sse: {events: [{data: '{"jsonrpc":"2.0","method":"notifications/early"}'}, {data: '{"jsonrpc":"2.0","method":"notifications/unheard-of","params":{"n":1}}'}]}
        """
      When the runtime starts
      And 1s passes
      Then the host saw these notifications of server "docs": "notifications/early, notifications/unheard-of"
