@omp @virtual
Feature: The servers that people have configured today are found
  Every program has its own file for servers, in its own place and with its own
  words. Whatever they are, the same definition comes out of them.

  Background:
    Given discovery's option "everyProgram" is "true"

  @X-DISC-01
  Rule: Each program's file is read in its own place and in its own words, over stdio and over HTTP

    Scenario Outline: a server over stdio of <provider>, in <file>
      Given the file "<file>" holds:
        """
        <content>
        """
      When configurations are discovered
      Then these servers are discovered:
        | name | provider   | level   | path   | transport |
        | docs | <provider> | <level> | <file> | stdio     |
      And the discovered server "docs" is defined as:
        """json
        {"type": "stdio", "command": "npx", "args": ["-y", "docs"], "env": {"KEY": "v"}}
        """
      And discovery reported these problems:
        | problem |

      Examples:
        | provider       | level   | file                                                                                             | content |
        | Claude Code    | user    | ~/.claude.json                                                                                   | {"projects": {"/project": {"mcpServers": {"docs": {"type": "stdio", "command": "npx", "args": ["-y", "docs"], "env": {"KEY": "v"}}}}, "/workshop": {"mcpServers": {"not": {"command": "c"}}}}} |
        | VS Code        | user    | ~/.config/Code/User/mcp.json                                                                     | {"inputs": [], "servers": {"docs": {"type": "stdio", "command": "npx", "args": ["-y", "docs"], "env": {"KEY": "v"}}}} |
        | VS Code        | project | .vscode/mcp.json                                                                                 | {"mcp": {"servers": {"docs": {"command": "npx", "args": ["-y", "docs"], "env": {"KEY": "v"}}}}} |
        | VS Code        | user    | ~/.config/Code/User/settings.json                                                                | {"servers": {"not": {"command": "c"}}, "mcp": {"servers": {"docs": {"command": "npx", "args": ["-y", "docs"], "env": {"KEY": "v"}}}}} |
        | VS Code        | project | .vscode/settings.json                                                                            | {"mcp.servers": {"docs": {"command": "npx", "args": ["-y", "docs"], "env": {"KEY": "v"}}}} |
        | Windsurf       | user    | ~/.codeium/windsurf/mcp_config.json                                                              | {"mcpServers": {"docs": {"command": "npx", "args": ["-y", "docs"], "env": {"KEY": "v"}, "disabledTools": ["x"]}}} |
        | Copilot CLI    | user    | ~/.copilot/mcp-config.json                                                                       | {"mcpServers": {"docs": {"type": "local", "command": "npx", "args": ["-y", "docs"], "env": {"KEY": "v"}, "tools": ["*"]}}} |
        | Copilot CLI    | project | .github/mcp.json                                                                                 | {"mcpServers": {"docs": {"type": "stdio", "command": "npx", "args": ["-y", "docs"], "env": {"KEY": "v"}}}} |
        | Claude Desktop | user    | ~/.config/Claude/claude_desktop_config.json                                                      | {"globalShortcut": "", "mcpServers": {"docs": {"command": "npx", "args": ["-y", "docs"], "env": {"KEY": "v"}}}} |
        | Zed            | user    | ~/.config/zed/settings.json                                                                      | {"theme": "x", /* mine */ "context_servers": {"docs": {"source": "custom", "command": "npx", "args": ["-y", "docs"], "env": {"KEY": "v"},}}} // end |
        | Zed            | project | .zed/settings.json                                                                               | {"context_servers": {"docs": {"command": {"path": "npx", "args": ["-y", "docs"], "env": {"KEY": "v"}}, "settings": {}}}} |
        | Cline          | user    | ~/.config/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json        | {"mcpServers": {"docs": {"command": "npx", "args": ["-y", "docs"], "env": {"KEY": "v"}, "autoApprove": ["x"]}}} |
        | Cline          | user    | ~/.cline/data/settings/cline_mcp_settings.json                                                   | {"mcpServers": {"docs": {"transportType": "stdio", "command": "npx", "args": ["-y", "docs"], "env": {"KEY": "v"}}}} |
        | Roo Code       | user    | ~/.config/Code/User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json          | {"mcpServers": {"docs": {"command": "npx", "args": ["-y", "docs"], "env": {"KEY": "v"}, "alwaysAllow": ["x"]}}} |
        | Roo Code       | project | .roo/mcp.json                                                                                    | {"mcpServers": {"docs": {"command": "npx", "args": ["-y", "docs"], "env": {"KEY": "v"}, "disabled": false}}} |
        | Goose          | user    | ~/.config/goose/config.yaml                                                                      | extensions:\n  docs:\n    type: stdio\n    name: Docs\n    cmd: npx\n    args: [-y, docs]\n    envs: {KEY: v} |
        | LM Studio      | user    | ~/.lmstudio/mcp.json                                                                             | {"mcpServers": {"docs": {"command": "npx", "args": ["-y", "docs"], "env": {"KEY": "v"}}}} |

    Scenario Outline: a server over HTTP, in <file>
      Given the file "<file>" holds:
        """
        <content>
        """
      When configurations are discovered
      Then the discovered server "docs" is defined as:
        """json
        {"type": "<type>", "url": "http://docs.test/mcp", "headers": {"X-Key": "v"}<more>}
        """
      And discovery reported these problems:
        | problem |

      Examples:
        | type | more               | file                                           | content |
        | http |                    | ~/.claude.json                                 | {"projects": {"/project": {"mcpServers": {"docs": {"type": "streamable-http", "url": "http://docs.test/mcp", "headers": {"X-Key": "v"}}}}}} |
        | sse  |                    | ~/.config/Code/User/mcp.json                   | {"servers": {"docs": {"type": "sse", "url": "http://docs.test/mcp", "headers": {"X-Key": "v"}}}} |
        | http |                    | ~/.codeium/windsurf/mcp_config.json            | {"mcpServers": {"docs": {"serverUrl": "http://docs.test/mcp", "headers": {"X-Key": "v"}}}} |
        | http | , "timeout": 1500  | ~/.copilot/mcp-config.json                     | {"mcpServers": {"docs": {"type": "http", "url": "http://docs.test/mcp", "headers": {"X-Key": "v"}, "timeout": 1500}}} |
        | http | , "timeout": 1500  | ~/.config/zed/settings.json                    | {"context_servers": {"docs": {"url": "http://docs.test/mcp", "headers": {"X-Key": "v"}, "timeout": 1500}}} |
        | sse  | , "timeout": 60000 | ~/.cline/data/settings/cline_mcp_settings.json | {"mcpServers": {"docs": {"url": "http://docs.test/mcp", "headers": {"X-Key": "v"}, "timeout": 60}}} |
        | http |                    | ~/.cline/data/settings/cline_mcp_settings.json | {"mcpServers": {"docs": {"transportType": "streamableHttp", "url": "http://docs.test/mcp", "headers": {"X-Key": "v"}}}} |
        | http |                    | ~/.cline/data/settings/cline_mcp_settings.json | {"mcpServers": {"docs": {"type": "streamableHttp", "url": "http://docs.test/mcp", "headers": {"X-Key": "v"}}}} |
        | http | , "timeout": 1500  | .roo/mcp.json                                  | {"mcpServers": {"docs": {"type": "streamable-http", "url": "http://docs.test/mcp", "headers": {"X-Key": "v"}, "timeout": 1.5}}} |
        | http | , "timeout": 90000 | ~/.config/goose/config.yaml                    | extensions:\n  docs: {type: streamable_http, uri: "http://docs.test/mcp", headers: {X-Key: v}, timeout: 90} |
        | sse  |                    | ~/.config/goose/config.yaml                    | extensions:\n  docs: {type: sse, uri: "http://docs.test/mcp", headers: {X-Key: v}} |
        | http |                    | ~/.lmstudio/mcp.json                           | {"mcpServers": {"docs": {"url": "http://docs.test/mcp", "headers": {"X-Key": "v"}}}} |

    Scenario Outline: on <system>, with <variable> set to "<value>", <file> is read
      Given discovery's option "system" is "<system>"
      And the environment variable "<variable>" is "<value>"
      And the file "<file>" holds:
        """
        <content>
        """
      When configurations are discovered
      Then these servers are discovered:
        | name | path   |
        | docs | <file> |

      Examples:
        | system  | variable        | value      | file                                                          | content |
        | darwin  | XDG_CONFIG_HOME |            | ~/Library/Application Support/Claude/claude_desktop_config.json | {"mcpServers": {"docs": {"command": "c"}}} |
        | darwin  | XDG_CONFIG_HOME |            | ~/Library/Application Support/Code/User/mcp.json              | {"servers": {"docs": {"command": "c"}}} |
        | darwin  | XDG_CONFIG_HOME |            | ~/.config/zed/settings.json                                   | {"context_servers": {"docs": {"command": "c"}}} |
        | darwin  | XDG_CONFIG_HOME |            | ~/.config/goose/config.yaml                                   | extensions: {docs: {cmd: c}} |
        | windows | APPDATA         | relative   | ~/AppData/Roaming/zed/settings.json                           | {"context_servers": {"docs": {"command": "c"}}} |
        | windows | APPDATA         |            | ~/AppData/Roaming/Block/goose/config/config.yaml              | extensions: {docs: {cmd: c}} |
        | windows | APPDATA         | /roaming   | /roaming/Claude/claude_desktop_config.json                    | {"mcpServers": {"docs": {"command": "c"}}} |
        | linux   | XDG_CONFIG_HOME | /xdg       | /xdg/Code/User/mcp.json                                       | {"servers": {"docs": {"command": "c"}}} |
        | linux   | XDG_CONFIG_HOME | /xdg       | /xdg/zed/settings.json                                        | {"context_servers": {"docs": {"command": "c"}}} |
        | linux   | COPILOT_HOME    | /pilot     | /pilot/mcp-config.json                                        | {"mcpServers": {"docs": {"command": "c"}}} |

    Scenario Outline: a file of Goose without servers is nothing to speak of: "<content>"
      Given the file "~/.config/goose/config.yaml" holds:
        """
        <content>
        """
      When configurations are discovered
      Then discovery reported these problems:
        | problem |

      Examples:
        | content             |
        |                     |
        | ---                 |
        | GOOSE_MODEL: x      |
        | extensions: {}      |
        | # nothing           |
        | ...                 |

    Scenario Outline: servers at another place of a file of VS Code are not its servers: <content>
      Given the file "~/.config/Code/User/settings.json" holds:
        """
        <content>
        """
      When configurations are discovered
      Then these servers are discovered:
        | name |

      Examples:
        | content                                              |
        | {"other": {"servers": {"docs": {"command": "c"}}}}   |
        | {"servers": {"docs": {"command": "c"}}}              |
        | {"mcp": {"other": {"docs": {"command": "c"}}}}       |
