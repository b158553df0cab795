@omp @virtual
Feature: Of two plain files of a project the one that is seen counts first

  @OMP-LC-10
  Rule: A server of mcp.json counts before one of .mcp.json with the same name

    Example: both define docs, and each another one
      Given the file "mcp.json" holds:
        """json
        {"mcpServers": {"docs": {"command": "seen"}, "a": {"command": "a"}}}
        """
      And the file ".mcp.json" holds:
        """json
        {"mcpServers": {"docs": {"command": "hidden"}, "b": {"command": "b"}}}
        """
      When configurations are discovered
      Then these servers are discovered:
        | name | path      |
        | docs | mcp.json  |
        | a    | mcp.json  |
        | b    | .mcp.json |
      And these servers are left out:
        | name | reason   | path      |
        | docs | shadowed | .mcp.json |
