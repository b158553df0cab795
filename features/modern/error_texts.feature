@omp @virtual
Feature: What a modern server says of a failure is told, whatever the status of HTTP
  The specification wants some codes to come with a status of their own.

  @OMP-TP-89
  Rule: An error that comes with a status of HTTP has the same text as any other

    Scenario Outline: HTTP <status>
      Given the switch "protocol.era" is "modern"
      And server "docs" over http with this script:
        """yaml
        era: modern
        tools: [search]
        rules:
          - when: {method: tools/call}
            do: [{error: {code: <code>, message: out of luck}}, {status: {code: <status>, answer: true}}]
        """
      And the runtime has started
      When tool "mcp__docs_search" is called
      Then call 1 returns an error text with "MCP error <code>: out of luck"
      And the trace does not contain "jsonrpc"

      Examples:
        | status | code   |
        | 400    | -32602 |
        | 404    | -32601 |
        | 500    | -32603 |
        | 500    | 42     |
