@omp @virtual
Feature: One definition of a name counts, and a broken file costs only itself
  The same server is often written down for several programs. Which definition
  counts does not depend on luck, and a mistake in one file is told with its place.

  @X-DISC-06
  Rule: Claude Code's local servers come before its others, and programs that oh-my-pi does not know come last, in a fixed order

    Example: one name in many files
      Given discovery's option "everyProgram" is "true"
      And the file "~/.claude.json" holds:
        """json
        {"mcpServers": {"docs": {"command": "user"}}, "projects": {"/project": {"mcpServers": {"docs": {"command": "local"}}}}}
        """
      And the file ".vscode/mcp.json" holds:
        """json
        {"servers": {"docs": {"command": "c"}, "code": {"command": "c"}}}
        """
      And the file "~/.config/Code/User/mcp.json" holds:
        """json
        {"servers": {"code": {"command": "c"}, "plain": {"command": "c"}}}
        """
      And the file ".mcp.json" holds:
        """json
        {"mcpServers": {"plain": {"command": "c"}, "pilot": {"command": "c"}}}
        """
      And the file "~/.copilot/mcp-config.json" holds:
        """json
        {"mcpServers": {"pilot": {"command": "c"}, "desk": {"command": "c"}}}
        """
      And the file "~/.config/Claude/claude_desktop_config.json" holds:
        """json
        {"mcpServers": {"desk": {"command": "c"}, "duck": {"command": "c"}}}
        """
      And the file "~/.config/goose/config.yaml" holds:
        """yaml
        extensions: {duck: {cmd: c}, last: {cmd: c}}
        """
      When configurations are discovered
      Then these servers are discovered:
        | name  | provider       | level   | path                                        |
        | docs  | Claude Code    | user    | ~/.claude.json                              |
        | code  | VS Code        | project | .vscode/mcp.json                            |
        | plain | VS Code        | user    | ~/.config/Code/User/mcp.json                |
        | pilot | MCP Config     | project | .mcp.json                                   |
        | desk  | Copilot CLI    | user    | ~/.copilot/mcp-config.json                  |
        | duck  | Claude Desktop | user    | ~/.config/Claude/claude_desktop_config.json |
        | last  | Goose          | user    | ~/.config/goose/config.yaml                 |
      And the discovered server "docs" is defined as:
        """json
        {"type": "stdio", "command": "local"}
        """
      And these servers are left out:
        | name  | reason   | path                                        | by                                          |
        | docs  | shadowed | ~/.claude.json                              | ~/.claude.json                              |
        | docs  | shadowed | .vscode/mcp.json                            | ~/.claude.json                              |
        | code  | shadowed | ~/.config/Code/User/mcp.json                | .vscode/mcp.json                            |
        | plain | shadowed | .mcp.json                                   | ~/.config/Code/User/mcp.json                |
        | pilot | shadowed | ~/.copilot/mcp-config.json                  | .mcp.json                                   |
        | desk  | shadowed | ~/.config/Claude/claude_desktop_config.json | ~/.copilot/mcp-config.json                  |
        | duck  | shadowed | ~/.config/goose/config.yaml                 | ~/.config/Claude/claude_desktop_config.json |

  @X-DISC-07
  Rule: A runtime that is not asked for every program reads what oh-my-pi reads

    Example: local servers, lists of switches, variables and other programs do not count
      Given the file "~/.claude.json" holds:
        """json
        {"projects": {"/project": {"mcpServers": {"local": {"command": "c"}}, "disabledMcpServers": ["docs"]}}}
        """
      And the file ".mcp.json" holds:
        """json
        {"mcpServers": {"docs": {"command": "c", "args": ["${env:T}"]}}}
        """
      And the file ".vscode/mcp.json" holds:
        """json
        {"servers": {"code": {"command": "c", "args": ["${env:T}", "${input:x}"]}}}
        """
      And the file "~/.copilot/mcp-config.json" holds:
        """json
        {"mcpServers": {"pilot": {"command": "c"}}}
        """
      When configurations are discovered
      Then these servers are discovered:
        | name |
        | code |
        | docs |
      And the discovered server "code" is defined as:
        """json
        {"type": "stdio", "command": "c", "args": ["${env:T}", "${input:x}"]}
        """

  @X-DISC-08
  Rule: A file that is broken is told with line and column, and the others count

    Scenario Outline: <file>: <problem>
      Given discovery's option "everyProgram" is "true"
      And the file "mcp.json" holds:
        """json
        {"mcpServers": {"good": {"command": "c"}}}
        """
      And the file "<file>" holds:
        """
        <content>
        """
      When configurations are discovered
      Then these servers are discovered:
        | name | path     |
        | good | mcp.json |
      And discovery reported these problems:
        | place   | problem   |
        | <place> | <problem> |

      Examples:
        | file                                | place                                   | problem | content |
        | ~/.config/zed/settings.json         | ~/.config/zed/settings.json:2:2         | [Zed] Failed to load: the file ends too early, parsing value | {\n{ |
        | ~/.lmstudio/mcp.json                | ~/.lmstudio/mcp.json:1:10               | [LM Studio] Failed to load: invalid character ';' after object value (expecting ',' or '}') | {"a": "k"; "b": 1} |
        | ~/.config/goose/config.yaml         | ~/.config/goose/config.yaml:2:4         | [Goose] Failed to load: not YAML: mapping value is not allowed in this context | a: 1\nb: c: d |
