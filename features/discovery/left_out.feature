@omp @virtual
Feature: A server that is left out is left out once, wherever it is defined
  Who looks for a server that is missing finds it in one place, with one reason.

  @X-DISC-03
  Rule: The user's own list switches servers off in whatever file they are

    Example: the project's, another program's and the user's
      Given servers "docs, mail, wiki, more" over stdio
      And the file "~/.omp/agent/mcp.json" holds:
        """json
        {"disabledServers": ["docs", "mail", "wiki"], "mcpServers": {"wiki": {"command": "wiki"}}}
        """
      And the file ".mcp.json" holds:
        """json
        {"mcpServers": {"docs": {"command": "docs"}, "more": {"command": "more"}}}
        """
      And the file ".cursor/mcp.json" holds:
        """json
        {"mcpServers": {"mail": {"command": "mail"}}}
        """
      When the runtime discovers and starts
      Then the runtime has the tools "mcp__more_echo"
      And server "docs" was started 0 times
      And server "mail" was started 0 times
      And server "wiki" was started 0 times

  @X-DISC-13
  Rule: A definition with several mistakes is left out once, and each mistake is told

    Example: two mistakes
      Given the file ".mcp.json" holds:
        """json
        {"mcpServers": {"docs": {"command": 7, "cwd": 8}, "mail": {"command": "c"}}}
        """
      When configurations are discovered
      Then these servers are left out:
        | name | reason  | path      |
        | docs | invalid | .mcp.json |
      And discovery reported these problems:
        | server | problem                                              |
        | docs   | left out: "command" must be a string, not a number   |
        | docs   | left out: "cwd" must be a string, not a number       |

  @X-CFG-01
  Rule: A time that cannot be read costs its server nothing, in seconds as in milliseconds

    Example: Codex
      Given the file "~/.codex/config.toml" holds:
        """
        [mcp_servers.docs]
        command = "c"
        tool_timeout_sec = "soon"
        """
      When configurations are discovered
      Then the discovered server "docs" is defined as:
        """json
        {"type": "stdio", "command": "c"}
        """
