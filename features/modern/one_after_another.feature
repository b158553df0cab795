@omp @virtual
Feature: Each request says in its headers what it is about itself
  What a request before it was about is of no matter.

  @MOD-CLI-23
  Rule: The headers of a request are those of its own body, whatever was asked before

    Example: two tools, two prompts and two resources, one after the other
      Given the switch "protocol.era" is "modern"
      And server "docs" over http with this script:
        """yaml
        era: modern
        tools: [a, b]
        prompts: [p, q]
        resources: ["doc:x", "doc:y"]
        """
      And the runtime has started
      When tool "mcp__docs_a" is called
      And tool "mcp__docs_b" is called
      And prompt "p" of server "docs" is filled in
      And prompt "q" of server "docs" is filled in
      And resource "doc:y" of server "docs" is read
      And resource "doc:x" of server "docs" is read
      Then calls 1 to 6 succeed
      And "tools/call" number 2 to server "docs" has the header "Mcp-Name" set to "b"
