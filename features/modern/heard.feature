@omp @virtual
Feature: A program hears what it has subscribed to, and what needs no subscription
  Notifications of a modern server say which subscription they belong to. Those that come
  by subscription only are not believed without one, and one that was not asked for is not
  believed with one.

  Background:
    Given the switch "protocol.era" is "modern"
    And the switch "rpc.ids" is "integer"

  @MOD-06 @MOD-CLI-75 @MOD-CLI-70
  Rule: A notification is passed on if it belongs to a subscription that asked for it, or to none and needs none

    Scenario Outline: <method>, <whose>
      Given server "docs" over <kind> with this script:
        """yaml
        era: modern
        tools: [echo]
        prompts: [review]
        capabilities: {tools: {listChanged: true}, prompts: {}}
        """
      And the runtime has started
      When 1m passes
      And server "docs" sends:
        """json
        {"jsonrpc": "2.0", "method": "notifications/<method>", "params": {<params>}}
        """
      And 1s passes
      Then the host saw these notifications of server "docs": "<heard>"

      Examples:
        | kind  | whose                   | method                     | params                                                                                                                    | heard                            |
        | stdio | of none                 | message                    |                                                                                                                           | notifications/message            |
        | stdio | of none                 | made/up                    |                                                                                                                           | notifications/made/up            |
        | stdio | of none                 | tools/list_changed         |                                                                                                                           |                                  |
        | stdio | of none                 | prompts/list_changed       |                                                                                                                           |                                  |
        | stdio | of none                 | resources/list_changed     |                                                                                                                           |                                  |
        | stdio | of none                 | resources/updated          | "uri": "doc:a"                                                                                                            |                                  |
        | stdio | of none                 | tasks                      | "taskId": "a"                                                                                                             |                                  |
        | stdio | of none                 | subscriptions/acknowledged |                                                                                                                           |                                  |
        | stdio | of one that there is not | message                   | "_meta": {"io.modelcontextprotocol/subscriptionId": "x"}                                                                  |                                  |
        | stdio | of one that there is not | tools/list_changed        | "_meta": {"io.modelcontextprotocol/subscriptionId": "x"}                                                                  |                                  |
        | stdio | of one that there is not | prompts/list_changed      | "_meta": {"io.modelcontextprotocol/subscriptionId": "x"}                                                                  |                                  |
        | stdio | of one that there is not | resources/list_changed    | "_meta": {"io.modelcontextprotocol/subscriptionId": "x"}                                                                  |                                  |
        | stdio | of one that there is not | resources/updated         | "uri": "doc:a", "_meta": {"io.modelcontextprotocol/subscriptionId": "x"}                                                  |                                  |
        | ws    | of one that there is not | tools/list_changed        | "_meta": {"io.modelcontextprotocol/subscriptionId": 7}                                                                    |                                  |
        | stdio | of the one that there is | tools/list_changed        | "_meta": {"io.modelcontextprotocol/subscriptionId": <id of "subscriptions/listen" number 1 to server "docs">}             | notifications/tools/list_changed |
        | ws    | of the one that there is | tools/list_changed        | "_meta": {"io.modelcontextprotocol/subscriptionId": <id of "subscriptions/listen" number 1 to server "docs">}             | notifications/tools/list_changed |
        | stdio | of its digits as a text  | tools/list_changed        | "_meta": {"io.modelcontextprotocol/subscriptionId": "<id of "subscriptions/listen" number 1 to server "docs">"}           |                                  |
        | stdio | of the one that there is | prompts/list_changed      | "_meta": {"io.modelcontextprotocol/subscriptionId": <id of "subscriptions/listen" number 1 to server "docs">}             |                                  |
        | stdio | of the one that there is | message                   | "_meta": {"io.modelcontextprotocol/subscriptionId": <id of "subscriptions/listen" number 1 to server "docs">}             |                                  |
        | stdio | of the one that there is | made/up                   | "_meta": {"io.modelcontextprotocol/subscriptionId": <id of "subscriptions/listen" number 1 to server "docs">}             |                                  |
