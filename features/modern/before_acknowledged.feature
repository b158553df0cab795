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
        rules: [{when: {method: subscriptions/listen}, do: [delay: 8s]}]
        """
      And the runtime has started
      When 1s passes
      And server "docs" sends:
        """json
        {"jsonrpc": "2.0", "method": "notifications/tools/list_changed", "params": {"_meta": {"io.modelcontextprotocol/subscriptionId": <id of "subscriptions/listen" number 1 to server "docs">}}}
        """
      And 1h passes
      Then server "docs" received "tools/list" 1 time
      And the host saw these notifications of server "docs": ""

      Examples:
        | kind  |
        | stdio |
        | ws    |
