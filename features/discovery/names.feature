@omp @virtual
Feature: Reports name programs in one way
  Lists, JSON and tools name the program whose file defines a server, so that a
  script can rely on the name.

  @X-DISC-11
  Rule: Each program has an id and a name that stay

    Scenario Outline: <id>
      Given discovery's option "everyProgram" is "true"
      And the file "<file>" holds:
        """
        <content>
        """
      When configurations are discovered
      Then these servers are discovered:
        | name | id   | provider   |
        | docs | <id> | <provider> |

      Examples:
        | id             | provider       | file                                           | content |
        | native         | OMP            | .omp/mcp.json                                  | {"mcpServers": {"docs": {"command": "c"}}} |
        | claude         | Claude Code    | ~/.claude.json                                 | {"mcpServers": {"docs": {"command": "c"}}} |
        | codex          | Codex          | .codex/config.toml                             | mcp_servers.docs.command = "c" |
        | gemini         | Gemini CLI     | .gemini/settings.json                          | {"mcpServers": {"docs": {"command": "c"}}} |
        | opencode       | OpenCode       | ~/.config/opencode/opencode.json               | {"mcp": {"docs": {"command": ["c"]}}} |
        | cursor         | Cursor         | ~/.cursor/mcp.json                             | {"mcpServers": {"docs": {"command": "c"}}} |
        | windsurf       | Windsurf       | .windsurf/mcp_config.json                      | {"mcpServers": {"docs": {"command": "c"}}} |
        | vscode         | VS Code        | .vscode/mcp.json                               | {"servers": {"docs": {"command": "c"}}} |
        | mcp-json       | MCP Config     | .mcp.json                                      | {"mcpServers": {"docs": {"command": "c"}}} |
        | copilot        | Copilot CLI    | .github/mcp.json                               | {"mcpServers": {"docs": {"command": "c"}}} |
        | claude-desktop | Claude Desktop | ~/.config/Claude/claude_desktop_config.json    | {"mcpServers": {"docs": {"command": "c"}}} |
        | zed            | Zed            | .zed/settings.json                             | {"context_servers": {"docs": {"command": "c"}}} |
        | cline          | Cline          | ~/.cline/data/settings/cline_mcp_settings.json | {"mcpServers": {"docs": {"command": "c"}}} |
        | roo            | Roo Code       | .roo/mcp.json                                  | {"mcpServers": {"docs": {"command": "c"}}} |
        | goose          | Goose          | ~/.config/goose/config.yaml                    | extensions: {docs: {cmd: c}} |
        | lmstudio       | LM Studio      | ~/.lmstudio/mcp.json                           | {"mcpServers": {"docs": {"command": "c"}}} |
