@omp @virtual
Feature: A subscription follows what is wanted, and only what belongs to it counts
  One request stands for all that a client listens for. It is made anew when that
  changes, without a gap, and whatever else a server sends changes nothing.

  Background:
    Given the switch "protocol.era" is "modern"
    And the switch "notifications.subscribe" is "on"

  @MOD-06 @MOD-CLI-70
  Rule: A subscription asks for each list that the server tells of and for the resources that are there

    Scenario Outline: <capabilities>
      Given server "docs" over stdio with this script:
        """yaml
        era: modern
        tools: [echo]
        prompts: [review]
        resources: [<resources>]
        capabilities: {<capabilities>}
        """
      When the runtime starts
      And 1h passes
      Then server "docs" received "subscriptions/listen" 1 time
      And "subscriptions/listen" number 1 to server "docs" is:
        """json
        {
          "jsonrpc": "2.0", "id": "<id>", "method": "subscriptions/listen",
          "params": {
            "notifications": {<asked>},
            "_meta": {
              "io.modelcontextprotocol/protocolVersion": "2026-07-28",
              "io.modelcontextprotocol/clientCapabilities": {"roots": {"listChanged": false}},
              "io.modelcontextprotocol/clientInfo": {"name": "omp-coding-agent", "version": "1.0.0"}
            }
          }
        }
        """

      Examples:
        | capabilities                                                                          | resources          | asked                                                   |
        | tools: {}, prompts: {listChanged: true}, resources: {}                                | "doc:a"            | "promptsListChanged": true                              |
        | tools: {}, prompts: {}, resources: {listChanged: true}                                | "doc:a"            | "resourcesListChanged": true                            |
        | tools: {}, prompts: {}, resources: {subscribe: true}                                  | "doc:b", "doc:a"   | "resourceSubscriptions": ["doc:a", "doc:b"]             |
        | tools: {listChanged: true}, prompts: {listChanged: true}, resources: {subscribe: true} |                    | "toolsListChanged": true, "promptsListChanged": true    |

    Example: a list of resources that changes is followed by another subscription, and then the old one ends
      Given server "docs" over stdio with this script:
        """yaml
        era: modern
        tools: [echo]
        resources: ["doc:a"]
        """
      And the runtime has started
      When 1m passes
      And server "docs" changes its resources to "doc:a, doc:b"
      And server "docs" sends the notification "notifications/resources/list_changed"
      And 1m passes
      And server "docs" announces an update of "doc:b"
      And 1h passes
      Then the servers received "subscriptions/listen, notifications/cancelled" in this order:
        """
        docs subscriptions/listen
        docs subscriptions/listen
        docs notifications/cancelled
        docs subscriptions/listen
        docs notifications/cancelled
        """
      And server "docs" received "subscriptions/listen" at "0s, 0s, 1m"
      And consumers were told of updates of "doc:b"

    Example: nothing is listened for any more once nothing is wanted, until something is again
      Given server "docs" over stdio with this script:
        """yaml
        era: modern
        tools: [echo]
        resources: ["doc:a"]
        capabilities: {tools: {}, resources: {subscribe: true}}
        """
      And the runtime has started
      When 1m passes
      And subscriptions are switched off
      And 1m passes
      And subscriptions are switched on
      And 1h passes
      Then the servers received "subscriptions/listen, notifications/cancelled" in this order:
        """
        docs subscriptions/listen
        docs notifications/cancelled
        docs subscriptions/listen
        """

  @MOD-06 @MOD-CLI-75
  Rule: A notification without a subscription, of another one or before the acknowledgement changes nothing

    Scenario Outline: <what>
      Given server "docs" over stdio with this script:
        """yaml
        era: modern
        tools: [echo]
        """
      And the runtime has started
      When 1m passes
      And server "docs" sends:
        """json
        {"jsonrpc": "2.0", "method": "<method>", "params": {<params>}}
        """
      And 1h passes
      Then server "docs" received "tools/list" 1 time
      And server "docs" received "subscriptions/listen" 1 time

      Examples:
        | what                     | method                                   | params                                                     |
        | none                     | notifications/tools/list_changed         |                                                            |
        | another one              | notifications/tools/list_changed         | "_meta": {"io.modelcontextprotocol/subscriptionId": "x"}   |
        | an acknowledgement alone | notifications/subscriptions/acknowledged |                                                            |

    Scenario Outline: of the subscription, <method> counts if it was asked for
      Given server "docs" over stdio with this script:
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
        {"jsonrpc": "2.0", "method": "notifications/<method>_changed", "params": {"_meta": {"io.modelcontextprotocol/subscriptionId": <id of "subscriptions/listen" number 1 to server "docs">}}}
        """
      And 1h passes
      Then server "docs" received "<method>" <n>

      Examples:
        | method       | n       |
        | tools/list   | 2 times |
        | prompts/list | 1 time  |
