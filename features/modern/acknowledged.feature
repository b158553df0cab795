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

  @MOD-CLI-72
  Rule: A subscription that the server ends is opened again after five seconds, each time and however long it has lived

    Example: twice, after a minute each
      Given the switch "protocol.era" is "modern"
      And the switch "notifications.subscribe" is "on"
      And server "docs" over stdio with this script:
        """yaml
        era: modern
        tools: [echo]
        """
      And server "docs" follows these rules:
        """yaml
        - when: {method: subscriptions/listen, first: 2}
          do:
            - raw: '{"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{"notifications":{"toolsListChanged":true},"_meta":{"io.modelcontextprotocol/subscriptionId":<id>}}}'
            - raw: "\n"
            - {delay: 1m}
            - {result: {}}
        """
      When the runtime starts
      And 1h passes
      Then server "docs" received "subscriptions/listen" at "0s, 1m5s, 2m10s"

  @MOD-CLI-68
  Rule: A stream that ends without the answer ends the call at once, whatever ids its events have

    Example: one event with an id
      Given the switch "protocol.era" is "modern"
      And the switch "calls.repeat" is "unsent"
      And server "docs" over http with this script:
        """yaml
        era: modern
        tools: [a]
        rules: [{when: {method: tools/call}, do: [{sse: {events: [{id: "7", comment: hi, data: '{"jsonrpc":"2.0","method":"notifications/message","params":{}}'}], end: eof}}]}]
        """
      And the runtime has started
      When tool "mcp__docs_a" is called
      And 1h passes
      Then call 1 ended at 0s
      And server "docs" received "tools/call" 1 time

  @MOD-CLI-65
  Rule: A nested parameter that is false is in its header, too

    Example: one object deep
      Given the switch "protocol.era" is "modern"
      And server "docs" over http with this script:
        """yaml
        era: modern
        tools:
          - name: route
            inputSchema: {type: object, properties: {a: {type: object, properties: {dry: {type: boolean, x-mcp-header: Dry}}}}}
        """
      And the runtime has started
      When tool "mcp__docs_route" is called with:
        """json
        {"a": {"dry": false}}
        """
      Then "tools/call" number 1 to server "docs" has the header "Mcp-Param-Dry" set to "false"

  @MOD-CLI-76
  Rule: Long addresses are different ones where they differ, at whichever byte

    Example: 240 bytes that are the same
      Given the switch "protocol.era" is "modern"
      And server "docs" over stdio with this script:
        """yaml
        era: modern
        modern: {ttl: 1h}
        resources: [{uri: "doc:xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxone", text: one}, {uri: "doc:xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxtwo", text: two}]
        """
      And the runtime has started
      When resource "doc:xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxone" of server "docs" is read
      And resource "doc:xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxtwo" of server "docs" is read
      Then call 1 returns "one"
      And call 2 returns "two"

  @MOD-CLI-39
  Rule: The first message to a server says the newest revision, whether or not it is known to be a modern one

    Scenario Outline: the switch says <era>
      Given the switch "protocol.era" is "<era>"
      And server "docs" over stdio with this script:
        """yaml
        era: modern
        """
      When the runtime starts
      Then "server/discover" number 1 to server "docs" is:
        """json
        {"jsonrpc": "2.0", "id": "<id>", "method": "server/discover", "params": {"_meta": {
          "io.modelcontextprotocol/protocolVersion": "2026-07-28",
          "io.modelcontextprotocol/clientCapabilities": {"roots": {"listChanged": false}},
          "io.modelcontextprotocol/clientInfo": {"name": "omp-coding-agent", "version": "1.0.0"}}}}
        """

      Examples:
        | era    |
        | modern |
        | auto   |
