@omp @virtual
Feature: What changes on a modern server is told by subscription
  There is no session in which a server could speak up. A client that wants to hear of
  changes listens for them, and whoever listens must know that a stream may be lost: what
  happened meanwhile was not told, so it is looked at again.

  Background:
    Given the switch "protocol.era" is "modern"
    And the switch "notifications.subscribe" is "on"

  @MOD-06
  Rule: Changes of lists and of resources are heard of

    Scenario Outline: over <kind>
      Given server "docs" over <kind> with this script:
        """yaml
        era: modern
        tools: [echo]
        resources: ["doc:a"]
        """
      And the runtime has started
      When server "docs" changes its tools to "search"
      And server "docs" sends the notification "notifications/tools/list_changed"
      And server "docs" announces an update of "doc:a"
      And server "docs" announces an update of "doc:b"
      And 1h passes
      Then the runtime has the tools "mcp__docs_search"
      And consumers were told of updates of "doc:a"

      Examples:
        | kind  |
        | stdio |
        | http  |
        | ws    |

    Example: only what the server says that it tells of is asked for
      Given server "docs" over stdio with this script:
        """yaml
        era: modern
        tools: [echo]
        prompts: [review]
        capabilities: {tools: {listChanged: true}, prompts: {}}
        """
      When the runtime starts
      And 1h passes
      Then server "docs" received "subscriptions/listen" 1 time
      And "subscriptions/listen" number 1 to server "docs" is:
        """json
        {
          "jsonrpc": "2.0", "id": "<id>", "method": "subscriptions/listen",
          "params": {
            "notifications": {"toolsListChanged": true},
            "_meta": {
              "io.modelcontextprotocol/protocolVersion": "2026-07-28",
              "io.modelcontextprotocol/clientCapabilities": {"roots": {"listChanged": false}},
              "io.modelcontextprotocol/clientInfo": {"name": "omp-coding-agent", "version": "1.0.0"}
            }
          }
        }
        """

    Example: nothing is listened for if there is nothing to hear
      Given server "docs" over http with this script:
        """yaml
        era: modern
        tools: [echo]
        capabilities: {tools: {}}
        """
      When the runtime starts
      And 1h passes
      Then server "docs" received "subscriptions/listen" 0 times

  @MOD-07 @MOD-CLI-71 @MOD-CLI-73
  Rule: A subscription that is lost is made again, and everything it watches is fetched once

    Example: a stream that breaks
      Given server "docs" over http with this script:
        """yaml
        era: modern
        tools: [echo]
        """
      And the runtime has started
      When 1m passes
      And server "docs" drops its connections
      And server "docs" changes its tools to "search"
      And 1h passes
      Then the runtime has the tools "mcp__docs_search"
      And server "docs" received "subscriptions/listen" at "0s, 1m0.5s"
      And server "docs" received "tools/list" at "0s, 1m0.5s"
      And server "docs" is connected

    Example: a server that is away for a while
      Given server "docs" over http with this script:
        """yaml
        era: modern
        tools: [echo]
        """
      And server "docs" follows these rules:
        """yaml
        - {when: {method: subscriptions/listen, after: 1, first: 7}, do: [{status: 503}]}
        """
      And the runtime has started
      When 1m passes
      And server "docs" drops its connections
      And 1h passes
      Then server "docs" received "subscriptions/listen" at "0s, 1m0.5s, 1m1.5s, 1m3.5s, 1m7.5s, 1m15.5s, 1m30.5s, 1m45.5s, 2m0.5s"
      And server "docs" received "tools/list" at "0s, 2m0.5s"

    Scenario Outline: a server that refuses with <what> is not asked again
      Given server "docs" over http with this script:
        """yaml
        era: modern
        tools: [echo]
        """
      And server "docs" follows these rules:
        """yaml
        - {when: {method: subscriptions/listen}, do: [<do>]}
        """
      When the runtime starts
      And 1h passes
      Then server "docs" received "subscriptions/listen" 1 time
      And server "docs" is connected

      Examples:
        | what           | do                                  |
        | unknown method | error: {code: -32601, message: no}  |
        | bad params     | error: {code: -32602, message: no}  |
        | 404            | status: 404                         |
        | 405            | status: 405                         |
