@omp @virtual
Feature: A tool that is left out is told by the name that calls would have
  What people read of a tool is its title; what they look for in a server's code is its name.

  @MOD-CLI-66
  Rule: The log says the name of a tool that is left out, and not its title

    Example: a tool with a title and a description
      Given the switch "protocol.era" is "modern"
      And server "docs" over http with this script:
        """yaml
        era: modern
        tools:
          - {name: good}
          - {name: bad, title: A fine tool, description: Does it, inputSchema: {type: object, properties: {a: {type: string, x-mcp-header: "a b"}}}}
        """
      When the runtime starts
      Then the runtime has the tools "mcp__docs_good"
      And the log has 1 warning of "docs" that ends with "leaving out the tool "bad": the x-mcp-header "a b" of "a" is no name for a header"
      And the log has 0 warnings with "A fine tool"
