@omp @virtual
Feature: Files of several programs are judged one by one
  A project may come with the settings of more than one program, and so may a user.


  @OMP-LC-12
  Rule: With enableProjectConfig off the project's files of all programs are left out, and the user's of all programs stay

    Example: four files
      Given the file ".omp/mcp.json" holds:
        """json
        {"mcpServers": {"docs": {"command": "docs"}}}
        """
      And the file ".cursor/mcp.json" holds:
        """json
        {"mcpServers": {"mail": {"command": "mail"}}}
        """
      And the file "~/.claude.json" holds:
        """json
        {"mcpServers": {"wiki": {"command": "wiki"}}}
        """
      And the file "~/.cursor/mcp.json" holds:
        """json
        {"mcpServers": {"mail": {"command": "own"}, "read": {"command": "read"}}}
        """
      And discovery's option "enableProjectConfig" is "false"
      When configurations are discovered
      Then the discovered servers and their sources have the names "mail, read, wiki"
      And these servers are left out:
        | name | reason             | path             |
        | docs | project config off | .omp/mcp.json    |
        | mail | project config off | .cursor/mcp.json |
