@omp @virtual
Feature: A server that shows late that it is modern is told all that others are told
  It was silent when it was asked, and then refuses initialize in a modern way.

  Background:
    Given the switch "protocol.era" is "auto"
    And server "docs" over stdio with this script:
      """yaml
      era: dual
      capabilities: {tools: {}}
      tools: [search]
      rules:
        - {when: {method: server/discover, nth: 1}, do: [never]}
        - {when: {method: initialize}, do: [{error: {code: -32022, message: no, data: {supported: ["2026-07-28"]}}}]}
      """
    And the runtime has started

  @MOD-CLI-56
  Rule: The second probe says who asks, like the first one

    Example: in both, and in what follows
      When 1m passes
      Then "server/discover" number 2 to server "docs" is:
        """json
        {"jsonrpc": "2.0", "id": "<id>", "method": "server/discover", "params": {
          "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {"roots": {"listChanged": false}},
                    "io.modelcontextprotocol/clientInfo": {"name": "omp-coding-agent", "version": "1.0.0"}}}}
        """
      And "tools/list" number 1 to server "docs" is:
        """json
        {"jsonrpc": "2.0", "id": "<id>", "method": "tools/list", "params": {
          "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {"roots": {"listChanged": false}},
                    "io.modelcontextprotocol/clientInfo": {"name": "omp-coding-agent", "version": "1.0.0"}}}}
        """

  @MOD-CLI-28
  Rule: What such a server asks from then on is not answered

    Example: a ping
      When 1m passes
      And server "docs" sends the request "ping"
      And 1m passes
      Then server "docs" received these answers:
        """
        """
      And server "docs" is connected
