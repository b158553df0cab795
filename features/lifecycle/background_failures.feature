@omp @virtual
Feature: What runs in the background may fail without consequences
  The tool cache, the loading of resources and prompts, subscriptions and
  refreshes make a session better. None of them is needed for it to work, so
  none of them may end it.

  @OMP-LC-104 @real
  Rule: A failure in the background is logged and stops nothing

    Example: the cache, every list besides the tools, and every subscription at once
      Given the switch "notifications.subscribe" is "on"
      And the cache cannot be written
      And server "docs" over stdio with this script:
        """yaml
        tools: [search]
        resources: ["doc:a", "doc:b"]
        prompts: [review]
        rules:
          - {when: {method: prompts/list}, do: [error: {code: -32000, message: no}]}
          - {when: {method: resources/templates/list}, do: [error: {code: -32000, message: no}]}
          - {when: {method: resources/subscribe}, do: [error: {code: -32000, message: no}]}
        """
      When the runtime starts
      And 1h passes
      Then the log has 5 records of "docs" with "failed"
      And startup reported no errors
      When tool "mcp__docs_search" is called
      Then call 1 returns "ok"

    Example: a subscription that is refused beside forty that are not
      Given the switch "notifications.subscribe" is "on"
      And server "docs" over stdio with this script:
        """yaml
        resources: [r1, r2, r3, r4, r5, r6, r7, r8, r9, r10, r11, r12, r13, r14, r15, r16, r17, r18, r19, r20, r21, r22, r23, r24, r25, r26, r27, r28, r29, r30, r31, r32, r33, r34, r35, r36, r37, r38, r39, r40, r41]
        rules: [{when: {method: resources/subscribe, params: {uri: r1}}, do: [error: {code: -32000, message: no}]}]
        """
      When the runtime starts
      And 1h passes
      Then server "docs" received "resources/subscribe" 41 times
      And the log has 1 record of "docs" with "subscribing to r1 failed"

    Scenario Outline: a refresh of <method> that fails keeps what there was
      Given server "docs" over http
      And server "docs" offers the resource "doc:a"
      And server "docs" offers the prompt "review"
      And server "docs" offers the tool "search"
      And the runtime has started
      Given server "docs" answers "<method>" with error -32000 "no"
      When server "docs" sends the notification "<notice>"
      And 1h passes
      Then the log has 1 record of "docs" with "refreshing <what> failed"
      And server "docs" received "<method>" 2 times
      And server "docs" is connected
      And the runtime has the <kept>

      Examples:
        | method         | what      | notice                               | kept                              |
        | tools/list     | tools     | notifications/tools/list_changed     | tools "mcp__docs_search"          |
        | resources/list | resources | notifications/resources/list_changed | resources "doc:a" of server "docs" |
        | prompts/list   | prompts   | notifications/prompts/list_changed   | prompts "review" of server "docs" |

    Scenario Outline: <method> that fails after a reconnect leaves what the reconnect has brought
      Given server "docs" over stdio
      And server "docs" offers the resource "doc:a"
      And server "docs" offers the prompt "review"
      And the runtime has started
      Given server "docs" answers "<method>" with error -32000 "no"
      When server "docs" changes its tools to "search"
      And server "docs" exits with code 1
      And 1h passes
      Then server "docs" was started 2 times
      And server "docs" is connected
      And the runtime has the tools "mcp__docs_search"
      And the log has 1 record of "docs" with "failed MCP error -32000: no"

      Examples:
        | method                   |
        | resources/list           |
        | resources/templates/list |
        | prompts/list             |

    Example: a server that ends while all of it is under way comes back with all of it
      Given the switch "notifications.subscribe" is "on"
      And server "docs" over stdio
      And server "docs" offers the resources "doc:a, doc:b"
      And server "docs" offers the prompt "review"
      And server "docs" follows these rules:
        """yaml
        - {when: {method: resources/subscribe, nth: 2}, do: [exit: 1]}
        """
      When the runtime starts
      And 1h passes
      Then server "docs" was started 2 times
      And server "docs" received "resources/subscribe" 4 times
      And the runtime has the prompts "review" of server "docs"
      And the log has 0 records of "docs" with ""

  @F-54
  Rule: The instructions of a server are kept up to 4,000 characters

    Scenario Outline: <sent> characters are sent
      Given server "docs" over stdio
      And server "docs" gives <sent> characters of instructions
      When the runtime starts
      Then the runtime has <kept> characters of instructions of server "docs"
      When server "docs" is disconnected
      Then the runtime has 0 characters of instructions of server "docs"

      Examples:
        | sent  | kept |
        | 0     | 0    |
        | 3999  | 3999 |
        | 4000  | 4000 |
        | 4001  | 4000 |
        | 20000 | 4000 |

    Example: another connection may bring others
      Given server "docs" over stdio
      And server "docs" gives 3000 characters of instructions
      And server "docs" follows these rules:
        """yaml
        - {when: {method: initialize, nth: 2}, do: [{set: {path: /instructions, value: "ask first"}}]}
        """
      And the runtime has started
      When server "docs" is reconnected
      Then the runtime has 9 characters of instructions of server "docs"
