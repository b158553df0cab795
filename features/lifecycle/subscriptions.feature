@omp @virtual
Feature: A session can hear of changes in what it has read
  A server that allows it is asked to announce changes of its resources, if the
  user wants that. What is subscribed to is always what is listed and wished
  for, however late the server answers; an update is told when the resource has
  come to rest.

  @OMP-LC-49 @real
  Rule: Subscriptions are optional: they are wished for and allowed, or there are none

    Example: the wish is that of the moment at which a server is started
      Given the switch "notifications.subscribe" is "on"
      And server "docs" over stdio
      And the runtime has started
      When subscriptions are switched off
      Given server "mail" over stdio
      And server "mail" offers the resource "doc:a"
      When the runtime starts server "mail"
      Then server "mail" received "resources/subscribe" 0 times

    Scenario Outline: switched <setting>, <allowed>
      Given the switch "notifications.subscribe" is "<setting>"
      And server "docs" over stdio with this script:
        """yaml
        capabilities: {tools: {}, resources: <capability>}
        tools: [search]
        resources: ["doc:a", "doc:b"]
        """
      When the runtime starts
      And 1h passes
      Then the runtime has the resources "doc:a, doc:b" of server "docs"
      And server "docs" received "resources/subscribe" <n> times
      And the log has 0 records of "docs" with "subscri"

      Examples:
        | setting | allowed     | capability         | n |
        | on      | allowed     | {subscribe: true}  | 2 |
        | off     | allowed     | {subscribe: true}  | 0 |
        | on      | not allowed | {subscribe: false} | 0 |
        | on      | not said    | {}                 | 0 |

    Scenario Outline: nobody subscribes unless asked to, over <kind>
      Given server "docs" over <kind>
      And server "docs" offers the resource "doc:a"
      When the runtime starts
      And 1h passes
      Then server "docs" received "resources/list" 1 time
      And server "docs" received "resources/subscribe" 0 times

      Examples:
        | kind  |
        | stdio |
        | http  |

  @F-52
  Rule: What is subscribed to follows the setting and the list, one request for each resource

    Background:
      Given the switch "notifications.subscribe" is "on"
      And server "docs" over stdio
      And server "docs" offers the resources "doc:a, doc:b"

    Example: all are asked for at once, and one that is refused is a warning
      Given server "docs" follows these rules:
        """yaml
        - {when: {method: resources/subscribe, nth: 1}, do: [{delay: 1s}, {error: {code: -32002, message: gone}}]}
        """
      When the runtime starts
      And 1h passes
      Then server "docs" received "resources/subscribe" at "0s, 0s"
      And the log has 1 record of "docs" that ends with "failed MCP error -32002: gone"

    Example: of many, 32 are asked for at once
      Given server "docs" offers the resources "r01, r02, r03, r04, r05, r06, r07, r08, r09, r10, r11, r12, r13, r14, r15, r16, r17, r18, r19, r20, r21, r22, r23, r24, r25, r26, r27, r28, r29, r30, r31, r32, r33, r34"
      And server "docs" answers "resources/subscribe" after 10s
      When the runtime starts
      And 5s passes
      Then server "docs" received "resources/subscribe" 32 times
      When 1h passes
      Then server "docs" received "resources/subscribe" 34 times
      And server "docs" had at most 32 requests in flight

    Example: switched off and on
      Given the runtime has started
      When subscriptions are switched off
      Then server "docs" received "resources/unsubscribe" 2 times
      When server "docs" announces an update of "doc:a"
      And subscriptions are switched on
      And 1h passes
      Then consumers were told of updates of ""
      And server "docs" received "resources/subscribe" 4 times

    Example: an answer that comes after the setting was switched off is taken back
      Given server "docs" answers "resources/subscribe" after 2s
      When the runtime starts
      And 1s passes
      And subscriptions are switched off
      And 1h passes
      Then server "docs" received "resources/subscribe" at "0s, 0s"
      And server "docs" received "resources/unsubscribe" at "2s, 2s"

    Example: an answer that comes after the setting was switched off and on is good
      Given server "docs" answers "resources/subscribe" after 2s
      When the runtime starts
      And subscriptions are switched off
      And subscriptions are switched on
      And 3s pass
      And server "docs" announces an update of "doc:b"
      And 1h passes
      Then server "docs" received "resources/subscribe" 2 times
      And server "docs" received "resources/unsubscribe" 0 times
      And consumers were told of updates of "doc:b"

    Example: a changed list brings new subscriptions and ends those that are gone
      Given the runtime has started
      When server "docs" changes its resources to "doc:b, doc:c"
      And server "docs" sends the notification "notifications/resources/list_changed"
      Then "resources/subscribe" number 3 to server "docs" is:
        """json
        {"jsonrpc": "2.0", "id": "<id>", "method": "resources/subscribe", "params": {"uri": "doc:c"}}
        """
      And "resources/unsubscribe" number 1 to server "docs" is:
        """json
        {"jsonrpc": "2.0", "id": "<id>", "method": "resources/unsubscribe", "params": {"uri": "doc:a"}}
        """
      And server "docs" received "resources/subscribe" 3 times

    Example: a new connection is asked again
      Given the runtime has started
      When server "docs" exits with code 1
      Then server "docs" received "resources/subscribe" 4 times

    Example: one that was refused is asked for again when the list or the setting changes, and not before
      Given server "docs" follows these rules:
        """yaml
        - {when: {method: resources/subscribe, nth: 1}, do: [error: {code: -32002, message: gone}]}
        - {when: {method: resources/subscribe, nth: 3}, do: [error: {code: -32002, message: gone}]}
        """
      And the runtime has started
      Then server "docs" received "resources/subscribe" 2 times
      When subscriptions are switched on
      Then server "docs" received "resources/subscribe" 2 times
      When server "docs" sends the notification "notifications/resources/list_changed"
      Then server "docs" received "resources/subscribe" 3 times
      When subscriptions are switched off
      And subscriptions are switched on
      And 1h passes
      Then server "docs" received "resources/unsubscribe" 1 time
      And server "docs" received "resources/subscribe" 5 times
