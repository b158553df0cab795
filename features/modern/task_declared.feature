@omp @virtual
Feature: A client says in each request that it understands tasks
  A modern server remembers nothing: what a client understands counts for the request that
  says it. So the first request says it like all others, over whatever transport.

  @MOD-13
  Rule: The extension is declared from the first request on

    Scenario Outline: <method> over <kind>
      Given the switch "protocol.era" is "modern"
      And the switch "protocol.tasks" is "1h"
      And server "docs" over <kind> with this script:
        """yaml
        era: modern
        tools: [build]
        capabilities: {tools: {listChanged: true}}
        """
      When the runtime starts
      Then "<method>" number 1 to server "docs" is:
        """json
        {
          "jsonrpc": "2.0", "id": "<id>", "method": "<method>",
          "params": {<params>
            "_meta": {
              "io.modelcontextprotocol/protocolVersion": "2026-07-28",
              "io.modelcontextprotocol/clientCapabilities": {"roots": {"listChanged": false}, "extensions": {"io.modelcontextprotocol/tasks": {}}},
              "io.modelcontextprotocol/clientInfo": {"name": "omp-coding-agent", "version": "1.0.0"}
            }
          }
        }
        """

      Examples:
        | method               | kind  | params                                       |
        | server/discover      | stdio |                                              |
        | server/discover      | http  |                                              |
        | tools/list           | http  |                                              |
        | subscriptions/listen | stdio | "notifications": {"toolsListChanged": true}, |
