@omp @virtual
Feature: Only a text between both marks is taken for an encoded one
  Whoever reads a header looks for the marks as they are written. A text that lacks one of them,
  or has it in capitals, stands for itself.

  @MOD-CLI-62
  Rule: A text that only resembles an encoded one is not encoded

    Scenario Outline: <text>
      Given the switch "protocol.era" is "modern"
      And server "docs" over http with this script:
        """yaml
        era: modern
        tools: [{name: route, inputSchema: {type: object, properties: {a: {type: string, x-mcp-header: A}}}}]
        prompts: ["<text>"]
        """
      And the runtime has started
      When tool "mcp__docs_route" is called with:
        """json
        {"a": "<text>"}
        """
      And prompt "<text>" of server "docs" is filled in
      Then "tools/call" number 1 to server "docs" has the header "Mcp-Param-A" set to "<text>"
      And "prompts/get" number 1 to server "docs" has the header "Mcp-Name" set to "<text>"

      Examples:
        | text              |
        | =?base64?YQ==     |
        | =?base64?         |
        | YQ==?=            |
        | =?BASE64?YQ==?=   |
        | a =?base64?YQ==?= |
        | =?base64?YQ==?= a |
