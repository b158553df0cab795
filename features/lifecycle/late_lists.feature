@omp @virtual
Feature: A list that becomes new a moment after its notice is seen
  Some servers say that a list has changed before they have the new one. A runtime
  that looks at once sees the old list and never looks again. With a switch it
  looks once more when the last notice is a while ago.

  @D-23
  Rule: With notifications.settle, a list is fetched once more after the last notice of it

    Scenario Outline: <method> over <kind> is new 400 ms after the notice, and the switch is <value>
      Given the switch "notifications.settle" is "<value>"
      And server "docs" over <kind>
      And server "docs" offers the <what> "a"
      And the runtime has started
      When server "docs" sends the notification "notifications/<notice>/list_changed"
      And 400ms pass
      And server "docs" changes its <what> to "b"
      And the clock reaches 999ms
      Then the runtime has the <old>
      When 24h pass
      Then server "docs" received "<method>" at "<at>"
      And the runtime has the <new>

      Examples: It looks once more
        | value | kind  | what               | method                   | notice    | old                                  | new                                  | at     |
        | 1s    | stdio | tools              | tools/list               | tools     | tools "mcp__docs_a"                  | tools "mcp__docs_b"                  | 0s, 0s, 1s |
        | 1s    | http  | tools              | tools/list               | tools     | tools "mcp__docs_a"                  | tools "mcp__docs_b"                  | 0s, 0s, 1s |
        | 1s    | http  | resources          | resources/list           | resources | resources "a" of server "docs"          | resources "b" of server "docs"          | 0s, 0s, 1s |
        | 1s    | stdio | resource templates | resources/templates/list | resources | resource templates "a" of server "docs" | resource templates "b" of server "docs" | 0s, 0s, 1s |
        | 1s    | stdio | prompts            | prompts/list             | prompts   | prompts "a" of server "docs"            | prompts "b" of server "docs"            | 0s, 0s, 1s |

      Examples: The document's way
        | value | kind  | what    | method       | notice  | old                          | new                          | at |
        | off   | stdio | tools   | tools/list   | tools   | tools "mcp__docs_a"          | tools "mcp__docs_a"          | 0s, 0s |
        | off   | http  | prompts | prompts/list | prompts | prompts "a" of server "docs" | prompts "a" of server "docs" | 0s, 0s |

    Scenario Outline: several notices of <method>, followed at once, and once more after the last
      Given the switch "notifications.settle" is "1s"
      And server "docs" over stdio
      And server "docs" offers the prompt "a"
      And server "docs" offers the tool "search"
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/call}, do: [notify: {method: <notice>, count: 3, every: 600ms}]}
        """
      And the runtime has started
      When the counts start anew
      And tool "mcp__docs_search" is called
      And 24h pass
      Then server "docs" received "<method>" at "0s, 600ms, 1200ms, 2200ms"
      And no timer is pending

      Examples:
        | method       | notice                             |
        | tools/list   | notifications/tools/list_changed   |
        | prompts/list | notifications/prompts/list_changed |

    Scenario Outline: a notice of <method>, and another one much later
      Given the switch "notifications.settle" is "1s"
      And server "docs" over stdio
      And server "docs" offers the prompt "a"
      And server "docs" offers the resource "a"
      And the runtime has started
      When the counts start anew
      And server "docs" sends the notification "notifications/<notice>/list_changed"
      And the clock reaches 10s
      And server "docs" sends the notification "notifications/<notice>/list_changed"
      And 24h pass
      Then server "docs" received "<method>" at "0s, 1s, 10s, 11s"
      And the log has 0 warnings with ""

      Examples:
        | method         | notice    |
        | tools/list     | tools     |
        | prompts/list   | prompts   |
        | resources/list | resources |

    Example: looking once more at what is the same tells no one and writes nothing
      Given the switch "notifications.settle" is "1s"
      And server "docs" over http
      And server "docs" offers the prompt "a"
      And the runtime has started
      When server "docs" sends the notification "notifications/tools/list_changed"
      And server "docs" sends the notification "notifications/prompts/list_changed"
      And the counts start anew
      And 24h pass
      Then server "docs" received "tools/list" 1 time
      And consumers were told of changed tools 0 times
      And consumers were told of changed prompts 0 times
      And the cache was written 2 times

    Scenario Outline: <what> in between, and nothing is fetched for the old connection's notice
      Given the switch "notifications.settle" is "1s"
      And servers "docs, mail" over stdio
      And server "docs" offers the prompt "a"
      And the runtime has started
      When server "docs" sends the notification "notifications/tools/list_changed"
      And server "docs" sends the notification "notifications/prompts/list_changed"
      And the counts start anew
      And <what>
      And 24h pass
      Then server "docs" received "tools/list" <times>
      And server "docs" received "prompts/list" <times>
      And no timer is pending

      Examples:
        | what                            | times   |
        | server "docs" is disconnected   | 0 times |
        | server "docs" exits with code 1 | 1 time  |
