@omp @virtual
Feature: A tool that asks for a header wrongly is never in a list
  Servers change their tools while they run. What a client leaves out at first it leaves
  out later, too, and what stands behind it in the list is there.

  @MOD-03 @MOD-CLI-24 @MOD-CLI-66
  Rule: A tool that asks for a header wrongly is left out of each list, with all others in it

    Example: it comes in with a later list
      Given the switch "protocol.era" is "modern"
      And server "docs" over http with this script:
        """yaml
        era: modern
        tools: [good]
        """
      And server "docs" follows these rules:
        """yaml
        - when: {method: tools/list, nth: 2}
          do: [result: {resultType: complete, tools: [
            {name: first, inputSchema: {type: object, properties: {a: {type: number, x-mcp-header: A}}}},
            {name: good, inputSchema: {type: object}},
            {name: last, inputSchema: {type: object, properties: {a: {type: string, x-mcp-header: "a b"}}}},
            {name: more, inputSchema: {type: object}}], ttlMs: 0, cacheScope: public}]
        """
      And the runtime has started
      When 1m passes
      And server "docs" sends the notification "notifications/tools/list_changed"
      And 1m passes
      Then the runtime has the tools "mcp__docs_good, mcp__docs_more"
      And the log has 1 warning that ends with "leaving out the tool "first": the x-mcp-header "A" is for a parameter of type number, not string, integer or boolean"
      And the log has 1 warning that ends with "leaving out the tool "last": the x-mcp-header "a b" of "a" is no name for a header"
