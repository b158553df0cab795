@omp @virtual
Feature: Each program's way to write a server is understood
  Programs agree on what a server is and not on how to write it down. Whatever
  the file, the same definition comes out, with its placeholders as they were
  written: values are looked up when a server is connected.

  @OMP-LC-10
  Rule: Every known program's file is read, in the program's own words

    Example: one server in each file
      Given the file ".omp/.mcp.json" holds:
        """json
        {"mcpServers": {"omp": {"command": "c", "timeout": "1500"}}}
        """
      And the file "~/.claude/mcp.json" holds:
        """json
        {"mcpServers": {"claude": {"command": "c"}}}
        """
      And the file ".codex/config.toml" holds:
        """toml
        mcp_servers.codex.command = "c"
        """
      And the file "~/.gemini/settings.json" holds:
        """json
        {"theme": "x", /* comment */ "mcpServers": {"gemini": {"httpUrl": "http://x.test/", "trust": true}}}
        """
      And the file "opencode.json" holds:
        """json
        {"mcp": {"opencode": {"type": "remote", "url": "http://x.test/", "oauth": false}}}
        """
      And the file ".cursor/mcp.json" holds:
        """json
        {"mcpServers": {"cursor": {"url": "http://x.test/"}}}
        """
      And the file "~/.codeium/windsurf/mcp_config.json" holds:
        """json
        {"mcpServers": {"windsurf": {"serverUrl": "http://x.test/"}}}
        """
      And the file ".vscode/mcp.json" holds:
        """json
        {"inputs": [], "servers": {"vscode": {"transport": "sse", "url": "http://x.test/"}}}
        """
      And the file "mcp.json" holds:
        """json
        {"mcpServers": {"root": {"command": "c"}}}
        """
      When configurations are discovered
      Then these servers are discovered:
        | name     | provider    | level   | path                                | transport |
        | omp      | OMP         | project | .omp/.mcp.json                      | stdio     |
        | claude   | Claude Code | user    | ~/.claude/mcp.json                  | stdio     |
        | codex    | Codex       | project | .codex/config.toml                  | stdio     |
        | gemini   | Gemini CLI  | user    | ~/.gemini/settings.json             | http      |
        | opencode | OpenCode    | project | opencode.json                       | http      |
        | cursor   | Cursor      | project | .cursor/mcp.json                    | http      |
        | windsurf | Windsurf    | user    | ~/.codeium/windsurf/mcp_config.json | http      |
        | vscode   | VS Code     | project | .vscode/mcp.json                    | sse       |
        | root     | MCP Config  | project | mcp.json                            | stdio     |
      And discovery reported these problems:
        | problem |

    Example: Codex names variables instead of values, and counts in seconds
      Given the file "~/.codex/config.toml" holds:
        """toml
        model = "x"

        [mcp_servers.far]
        url = "https://far.test/mcp"
        bearer_token_env_var = "FAR_TOKEN"
        tool_timeout_sec = 1.5
        http_headers = { A = "1" }
        env_http_headers = { B = "B_VALUE" }

        [mcp_servers.near]
        command = "near"
        args = ["--x"]
        env_vars = ["PATH_TO_X"]
        startup_timeout_sec = 20

        [mcp_servers.near.env]
        KEY = "value"
        """
      When configurations are discovered
      Then the discovered server "far" is defined as:
        """json
        {"type": "http", "url": "https://far.test/mcp", "timeout": 1500,
         "headers": {"A": "1", "B": "${B_VALUE:-}", "Authorization": "Bearer ${FAR_TOKEN}"}}
        """
      And the discovered server "near" is defined as:
        """json
        {"type": "stdio", "command": "near", "args": ["--x"], "env": {"KEY": "value", "PATH_TO_X": "${PATH_TO_X:-}"}}
        """

    Example: OpenCode writes command and arguments in one list
      Given the file "~/.config/opencode/opencode.json" holds:
        """json
        {"mcp": {"docs": {"type": "local", "command": ["npx", "-y", "docs"], "environment": {"KEY": "v"}, "timeout": 5000}}}
        """
      When configurations are discovered
      Then the discovered server "docs" is defined as:
        """json
        {"type": "stdio", "command": "npx", "args": ["-y", "docs"], "env": {"KEY": "v"}, "timeout": 5000}
        """

    Example: placeholders are filled in when the server is connected
      Given the secret "DOCS_TOKEN" is "tok-1"
      And server "docs" over http
      And the file "~/.codex/config.toml" holds:
        """toml
        [mcp_servers.docs]
        url = "http://docs.test/mcp"
        bearer_token_env_var = "DOCS_TOKEN"
        """
      When the runtime discovers and starts
      Then "initialize" number 1 to server "docs" has the header "Authorization" set to "Bearer tok-1"
      And the runtime's saved state does not contain "tok-1"
