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



  @OMP-LC-15
  Rule: Every Exa server is left out, also if another one was before

    Example: by name, by address and by argument
      Given the file ".omp/mcp.json" holds:
        """json
        {"mcpServers": {"exa": {"url": "https://mcp.exa.ai/mcp?exaApiKey=key-1"}, "find": {"url": "https://mcp.exa.ai/mcp?exaApiKey=key-2"},
          "docs": {"command": "docs"}}}
        """
      And the file "~/.claude.json" holds:
        """json
        {"mcpServers": {"local": {"command": "npx", "args": ["mcp-remote", "https://mcp.exa.ai/mcp"]}}}
        """
      When configurations are discovered
      Then the discovered servers and their sources have the names "docs"


  @OMP-LC-74
  Rule: The path of a tool has the name of the program whose file defines its server, not its id

    Example: files of two programs
      Given servers "docs, mail" over stdio
      And the file "~/.claude.json" holds:
        """json
        {"mcpServers": {"docs": {"command": "docs"}}}
        """
      And the file "~/.codex/config.toml" holds:
        """toml
        mcp_servers.mail.command = "mail"
        """
      When the runtime discovers and starts
      Then the runtime has these tools:
        | name           | path                     |
        | mcp__docs_echo | mcp:docs via Claude Code |
        | mcp__mail_echo | mcp:mail via Codex       |
