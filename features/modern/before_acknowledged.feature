@omp @virtual
Feature: What a server tells before it has agreed to is not heard
  A subscription begins with its acknowledgement, which says what it is about. A server that
  tells of a change before that may mean another one.

  @MOD-06 @MOD-CLI-75
  Rule: A notification of a subscription that is not acknowledged changes nothing

    Scenario Outline: over <kind>
      Given the switch "protocol.era" is "modern"
      And server "docs" over <kind> with this script:
        """yaml
        era: modern
        tools: [echo]
        rules:
          - when: {method: subscriptions/listen}
            do:
              - notify: {method: notifications/tools/list_changed, params: {_meta: {io.modelcontextprotocol/subscriptionId: "<id>"}}}
              - delay: 1s
              - notify: {method: notifications/subscriptions/acknowledged, params: {notifications: {toolsListChanged: true}, _meta: {io.modelcontextprotocol/subscriptionId: "<id>"}}}
              - never: {}
        """
      When the runtime starts
      And 1h passes
      Then server "docs" received "tools/list" 1 time
      And the host saw these notifications of server "docs": ""

      Examples:
        | kind  |
        | stdio |
        | http  |
