@virtual
Feature: What is said about many things at once is said in one order
  A journal in which the same things come in another order each time can be compared with
  nothing, and what one run has shown the next one hides.

  @U-09 @omp
  Rule: Many resources are subscribed to, and given up, in one order

    Example: a modern server
      Given the switch "protocol.era" is "modern"
      And the switch "notifications.subscribe" is "on"
      And server "docs" over stdio with this script:
        """yaml
        era: modern
        capabilities: {resources: {subscribe: true}}
        resources: ["doc:h", "doc:d", "doc:b", "doc:g", "doc:a", "doc:f", "doc:c", "doc:e"]
        """
      When the runtime starts
      And 1m passes
      Then "subscriptions/listen" number 1 to server "docs" is:
        """json
        {
          "jsonrpc": "2.0", "id": "<id>", "method": "subscriptions/listen",
          "params": {
            "notifications": {"resourceSubscriptions": ["doc:a", "doc:b", "doc:c", "doc:d", "doc:e", "doc:f", "doc:g", "doc:h"]},
            "_meta": {
              "io.modelcontextprotocol/protocolVersion": "2026-07-28",
              "io.modelcontextprotocol/clientCapabilities": {"roots": {"listChanged": false}},
              "io.modelcontextprotocol/clientInfo": {"name": "omp-coding-agent", "version": "1.0.0"}
            }
          }
        }
        """

    Example: a legacy server whose resources go: 32 requests are under way, and then comes that about the last
      Given the switch "notifications.subscribe" is "on"
      And server "docs" over stdio with this script:
        """yaml
        capabilities: {resources: {subscribe: true, listChanged: true}}
        resources: ["r:99", "r:01", "r:02", "r:03", "r:04", "r:05", "r:06", "r:07", "r:08", "r:09", "r:10", "r:11", "r:12", "r:13", "r:14", "r:15", "r:16", "r:17", "r:18", "r:19", "r:20", "r:21", "r:22", "r:23", "r:24", "r:25", "r:26", "r:27", "r:28", "r:29", "r:30", "r:31", "r:32"]
        rules:
          - {when: {method: resources/unsubscribe}, do: [{delay: 1s}]}
        """
      And the runtime has started
      When server "docs" changes its resources to ""
      And server "docs" sends the notification "notifications/resources/list_changed"
      And 1m passes
      Then "resources/unsubscribe" number 33 to server "docs" is:
        """json
        {"jsonrpc": "2.0", "id": "<id>", "method": "resources/unsubscribe", "params": {"uri": "r:99"}}
        """
