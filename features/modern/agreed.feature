@omp @virtual
Feature: A subscription is about what the server has agreed to
  A client asks for all that it wants, and the server says which part of that it tells of.
  What comes for the rest is not what this subscription is for: such lists are asked for again
  when their time is over.

  @MOD-CLI-70
  Rule: What a server leaves out of its acknowledgement is not believed when it comes

    Scenario Outline: it agrees to <agreed>, and sends <method>
      Given the switch "protocol.era" is "modern"
      And the switch "notifications.subscribe" is "on"
      And server "docs" over stdio with this script:
        """yaml
        era: modern
        tools: [echo]
        prompts: [review]
        resources: ["doc:a", "doc:b"]
        capabilities: {tools: {listChanged: true}, prompts: {listChanged: true}, resources: {listChanged: true, subscribe: true}}
        rules:
          - when: {method: subscriptions/listen}
            do:
              - notify: {method: notifications/subscriptions/acknowledged, params: {<agreed> _meta: {io.modelcontextprotocol/subscriptionId: "<id>"}}}
              - never: {}
        """
      And the runtime has started
      When 1m passes
      And server "docs" sends:
        """json
        {"jsonrpc": "2.0", "method": "notifications/<method>", "params": {<params> "_meta": {"io.modelcontextprotocol/subscriptionId": <id of "subscriptions/listen" number 2 to server "docs">}}}
        """
      And 1m passes
      Then the host saw these notifications of server "docs": "<heard>"

      Examples:
        | agreed                                             | method                 | params          | heard                              |
        | notifications: {toolsListChanged: true},           | tools/list_changed     |                 | notifications/tools/list_changed   |
        | notifications: {toolsListChanged: true},           | prompts/list_changed   |                 |                                    |
        | notifications: {promptsListChanged: true},         | tools/list_changed     |                 |                                    |
        | notifications: {promptsListChanged: true},         | resources/list_changed |                 |                                    |
        | notifications: {resourceSubscriptions: ["doc:a"]}, | resources/updated      | "uri": "doc:a", | notifications/resources/updated    |
        | notifications: {resourceSubscriptions: ["doc:a"]}, | resources/updated      | "uri": "doc:b", |                                    |
        | notifications: {},                                 | tools/list_changed     |                 |                                    |
        |                                                    | prompts/list_changed   |                 | notifications/prompts/list_changed |
