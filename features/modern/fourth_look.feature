@omp @virtual
Feature: A subscription counts from its acknowledgement on
  What a server sends before it has said what it agrees to may be meant for another one.

  @MOD-CLI-70
  Rule: What comes of a subscription before its acknowledgement changes nothing

    Example: a changed list, and then the acknowledgement
      Given the switch "protocol.era" is "modern"
      And server "docs" over stdio with this script:
        """yaml
        era: modern
        tools: [echo]
        capabilities: {tools: {listChanged: true}}
        rules:
          - when: {method: subscriptions/listen}
            do:
              - raw: '{"jsonrpc":"2.0","method":"notifications/tools/list_changed","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":<id>}}}'
              - raw: "\n"
              - delay: 5s
        """
      When the runtime starts
      And 4s pass
      Then server "docs" received "tools/list" 1 time
