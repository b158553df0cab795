@qwen @virtual
Feature: A shared connection belongs to each workspace as far as it uses it
  Who shares a connection must not lose a call, a list or an update because another
  workspace leaves, and must hear of it when the connection itself ends.

  Background:
    Given the pool is on
    And server "docs" over stdio
    And server "docs" offers the resource "doc:a"
    And the user settings define the server "docs"

  @X-QWEN-15
  Rule: A shared resource is subscribed to until its last subscriber has gone

    Example: both hear of an update
      Given the switch "notifications.subscribe" is "on"
      And the workspace has started
      When another workspace starts in the same process
      Then server "docs" received "resources/subscribe" 2 times
      When server "docs" announces an update of "doc:a"
      And 1s passes
      Then consumers were told of updates of "doc:a, doc:a"

    Example: one of two unsubscribes, and then the other
      Given the switch "notifications.subscribe" is "on"
      And the workspace has started
      When another workspace starts in the same process
      And subscriptions are switched off
      Then server "docs" received "resources/unsubscribe" 0 times
      When subscriptions are switched on
      Then server "docs" received "resources/subscribe" 3 times
      When workspace 1 is closed
      Then server "docs" received "resources/unsubscribe" 0 times
      When subscriptions are switched off
      Then server "docs" received "resources/unsubscribe" 1 time

    Example: what goes wrong when the last one unsubscribes is told
      Given the switch "notifications.subscribe" is "on"
      And server "docs" answers "resources/unsubscribe" with error -32002 "no"
      And the workspace has started
      When subscriptions are switched off
      Then the log has 1 record of "docs" that ends with "unsubscribing from doc:a failed MCP error -32002: no"

    Example: who was refused is no subscriber
      Given the switch "notifications.subscribe" is "on"
      And server "docs" follows these rules:
        """yaml
        - {when: {method: resources/subscribe, nth: 1}, do: [{error: {code: -32002, message: gone}}]}
        """
      And the workspace has started
      Then the log has 1 record of "docs" that ends with "subscribing to doc:a failed subscribing over a shared connection: MCP error -32002: gone"
      When another workspace starts in the same process
      And subscriptions are switched off
      Then server "docs" received "resources/unsubscribe" 1 time

  @X-QWEN-16
  Rule: What ends for one workspace goes on for the others, and what ends for all is told to all

    Example: a workspace is closed during its call
      Given the workspace has started
      And server "docs" answers "tools/call" after 10s
      When another workspace starts in the same process
      And the workspace calls tool "mcp__docs__echo"
      And 1s passes
      And workspace 2 is closed
      Then call 1 ended at 1s
      And server "docs" is connected in workspace 1
      And server "docs" has 1 live process

    Example: the process ends during a call
      Given the workspace has started
      And server "docs" answers "tools/call" after 10s
      When another workspace starts in the same process
      And the workspace calls tool "mcp__docs__echo"
      And 1s passes
      And server "docs" exits with code 1
      Then call 1 ended at 1s
      And server "docs" is disconnected in workspace 1
      And server "docs" is disconnected in workspace 2

    Example: a list that comes late is asked for once, and a workspace that waits for it can leave
      Given server "docs" answers "tools/list" after 10s
      And the workspace has started
      When another workspace starts in the same process
      And the clock reaches 5s
      And workspace 2 is closed
      And the clock reaches 11s
      Then workspace 1 has the tools "mcp__docs__echo"
      And server "docs" received "tools/list" 1 time

    Example: a list that fails is asked for again by the next who wants it
      Given server "docs" follows these rules:
        """yaml
        - {when: {method: prompts/list, nth: 1}, do: [{error: {code: -32603, message: later}}]}
        """
      And server "docs" offers the prompts "review"
      And the workspace has started
      When another workspace starts in the same process
      Then the runtime has the prompts "review" of server "docs"
      And server "docs" received "prompts/list" 2 times

    Example: a list that changes while it is on its way is asked for once more
      Given server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list, nth: 2}, do: [{delay: 2s}, {result: {tools: [{name: old, inputSchema: {type: object}}]}}]}
        """
      And the workspace has started
      When another workspace starts in the same process
      And server "docs" sends the notification "notifications/tools/list_changed"
      And 1s passes
      And server "docs" changes its tools to "new"
      And server "docs" sends the notification "notifications/tools/list_changed"
      And 5s pass
      Then workspace 1 has the tools "mcp__docs__new"
      And workspace 2 has the tools "mcp__docs__new"

    Example: the pool is closed by the program
      Given the workspace has started
      When another workspace starts in the same process
      And the program closes the pool
      Then server "docs" has 0 live processes
      And these things happened in the pool in order:
        """
        docs opened
        docs shared by 2
        docs used by 1
        docs released
        docs closed: pool closed
        """
      And server "docs" is disconnected in workspace 1
      And server "docs" is disconnected in workspace 2
      When the user reloads the servers
      Then the last pass did "retried docs"
      And the detail of server "docs" shows:
        | what  | value                                  |
        | error | the pool of connections was closed     |

    Example: pools of their own
      Given each workspace has a pool of its own
      And the workspace has started
      When another workspace starts in the same process
      Then server "docs" has 2 live processes
      When workspace 1 is closed
      Then server "docs" has 1 live process
      And no timer is pending
