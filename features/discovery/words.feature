@omp @virtual
Feature: Words of other programs are read as they mean them
  Files of other programs have other uses besides servers, and words of their own for
  what every program can say. None of that is a mistake.

  Background:
    Given discovery's option "everyProgram" is "true"

  @X-DISC-13
  Rule: A word that only some programs have counts in their files

    Scenario Outline: <file>: <content>
      Given the file "<file>" holds:
        """
        <content>
        """
      When configurations are discovered
      Then the discovered server "docs" is defined as:
        """json
        {"type": "stdio", "command": "c", <more>}
        """
      And discovery reported these problems:
        | problem |

      Examples:
        | file                        | more                        | content |
        | ~/.config/goose/config.yaml | "cwd": "/x"                 | extensions: {docs: {cmd: c, cwd: /x}} |
        | ~/.config/goose/config.yaml | "args": ["null", "1"]       | extensions: {docs: {cmd: c, args: ["null", !!str 1], timeout: null}} |
        | opencode.json               | "env": {"K": "v"}           | {"mcp": {"docs": {"command": ["c"], "env": {"K": "v"}}}} |
        | opencode.json               | "args": ["a", "b"]          | {"mcp": {"docs": {"command": ["c", "a"], "args": ["b"]}}} |
        | opencode.json               | "args": ["a"], "cwd": "/x"  | {"mcp": {"docs": {"type": "local", "command": "c", "args": ["a"], "cwd": "/x"}}} |
        | .mcp.json                   | "cwd": "/x"                 | {"servers": {"docs": {"command": "c", "cwd": "/x"}}} |
        | .mcp.json                   | "cwd": "/x"                 | {"mcp.servers": {"docs": {"command": "c", "cwd": "/x"}}} |
        | .mcp.json                   | "cwd": "/x"                 | {"mcp": {"servers": {"docs": {"command": "c", "cwd": "/x"}}}} |
        | ~/.codex/config.toml        | "cwd": "/x", "timeout": 500 | [mcp_servers.docs]\ncommand = 'c'\ncwd = '/x'\ntool_timeout_sec = 0.5 |

  @X-DISC-13
  Rule: A key of a definition that only its program knows is no mistake in that program's file

    Scenario Outline: <file>
      Given the file "<file>" holds:
        """
        <content>
        """
      When configurations are discovered
      Then the discovered server "docs" is defined as:
        """json
        {"type": "stdio", "command": "c"}
        """
      And discovery reported these problems:
        | problem |

      Examples:
        | file                              | content |
        | opencode.json                     | {"mcp": {"docs": {"command": ["c"], "zzz": 1}}} |
        | ~/.codex/config.toml              | mcp_servers.docs = {command = "c", zzz = 1} |
        | ~/.gemini/settings.json           | {"mcpServers": {"docs": {"command": "c", "zzz": 1}}} |
        | ~/.claude.json                    | {"mcpServers": {"docs": {"command": "c", "zzz": 1}}} |
        | ~/.cursor/mcp.json                | {"mcpServers": {"docs": {"command": "c", "zzz": 1}}} |
        | .vscode/mcp.json                  | {"servers": {"docs": {"command": "c", "zzz": 1}}} |
        | .vscode/settings.json             | {"mcp.servers": {"docs": {"command": "c", "zzz": 1}}} |
        | .github/mcp.json                  | {"mcpServers": {"docs": {"command": "c", "zzz": 1}}} |

  @X-DISC-13
  Rule: A file without servers is no mistake where it has other uses

    Scenario Outline: <file>
      Given the file "<file>" holds:
        """
        <content>
        """
      When configurations are discovered
      Then discovery reported these problems:
        | problem |

      Examples:
        | file                              | content |
        | opencode.json                     | {"theme": "x"} |
        | ~/.codex/config.toml              | model = "x" |
        | ~/.gemini/settings.json           | {"theme": "x"} |
        | ~/.claude.json                    | {"theme": "x", "projects": {"/project": {"history": []}}} |
        | ~/.cursor/mcp.json                | {} |
        | ~/.codeium/windsurf/mcp_config.json | {} |
        | .vscode/mcp.json                  | {"inputs": []} |
        | ~/.config/Code/User/settings.json | {"editor.fontSize": 12} |
        | ~/.config/zed/settings.json       | {"theme": "x"} |
        | ~/.cline/data/settings/cline_mcp_settings.json | {} |
        | .roo/mcp.json                     | {} |
        | ~/.copilot/mcp-config.json        | {} |
        | .omp/mcp.json                     | {} |

  @X-DISC-13
  Rule: A definition that cannot be read takes no name from one that can

    Example: a number in the user's file
      Given the file "~/.claude.json" holds:
        """json
        {"mcpServers": {"docs": 7}}
        """
      And the file ".mcp.json" holds:
        """json
        {"mcpServers": {"docs": {"command": "c"}}}
        """
      When configurations are discovered
      Then these servers are discovered:
        | name | path      |
        | docs | .mcp.json |
      And these servers are left out:
        | name | reason  | path           |
        | docs | invalid | ~/.claude.json |
