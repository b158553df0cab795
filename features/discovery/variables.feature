@omp @virtual
Feature: Variables mean what they mean to the program whose file it is
  A token is named and not written down, a path begins at the project. Each
  program has its own way to write that. Values are looked up when a server is
  connected, so that no result holds a secret.

  Background:
    Given discovery's option "everyProgram" is "true"

  @X-DISC-04
  Rule: A program's variables become paths and placeholders, wherever they are written

    Scenario Outline: in <file>
      Given the file "<file>" holds:
        """
        <content>
        """
      When configurations are discovered
      Then the discovered server "docs" is defined as:
        """json
        <definition>
        """
      And discovery reported these problems:
        | problem |

      Examples:
        | file                                | definition | content |
        | .vscode/mcp.json                    | {"type": "stdio", "command": "/project/run", "args": ["project", "/home/user/x", "a/b", "/project"], "env": {"K": "${A}-${B}-${C:-d}"}, "cwd": "/project"} | {"servers": {"docs": {"command": "${workspaceFolder}/run", "args": ["${workspaceFolderBasename}", "${userHome}/x", "a${/}b", "${cwd}"], "env": {"K": "${env:A}-${B}-${C:-d}"}, "cwd": "${workspaceFolder}"}}} |
        | ~/.config/Code/User/settings.json   | {"type": "http", "url": "http://${H}.test/", "headers": {"A": "Bearer ${T}"}, "oauth": {"clientId": "${ID}"}} | {"mcp": {"servers": {"docs": {"url": "http://${env:H}.test/", "headers": {"A": "Bearer ${env:T}"}, "oauth": {"clientId": "${env:ID}"}}}}} |
        | ~/.cursor/mcp.json                  | {"type": "stdio", "command": "/home/user/c", "args": ["a/b"], "env": {"K": "${T}"}} | {"mcpServers": {"docs": {"command": "${userHome}/c", "args": ["a${pathSeparator}b"], "env": {"K": "${env:T}"}}}} |
        | ~/.codeium/windsurf/mcp_config.json | {"type": "http", "url": "http://x.test/${P}", "headers": {"A": "${T}"}} | {"mcpServers": {"docs": {"serverUrl": "http://x.test/${env:P}", "headers": {"A": "${env:T}"}}}} |
        | .roo/mcp.json                       | {"type": "stdio", "command": "c", "args": ["${T}"]} | {"mcpServers": {"docs": {"command": "c", "args": ["${env:T}"]}}} |
        | ~/.cline/data/settings/cline_mcp_settings.json | {"type": "stdio", "command": "c", "args": ["${T}"]} | {"mcpServers": {"docs": {"command": "c", "args": ["${env:T}"]}}} |
        | ~/.lmstudio/mcp.json                | {"type": "stdio", "command": "c", "args": ["${T}"]} | {"mcpServers": {"docs": {"command": "c", "args": ["${env:T}"]}}} |
        | ~/.copilot/mcp-config.json          | {"type": "stdio", "command": "c", "args": ["${T}x", "${A}${B}", "5$"], "env": {"K": "${T_1:-x}"}} | {"mcpServers": {"docs": {"command": "c", "args": ["${T}x", "$A$B", "5$"], "env": {"K": "${T_1:-x}"}}}} |
        | ~/.gemini/settings.json             | {"type": "stdio", "command": "c", "env": {"K": "${T}"}} | {"mcpServers": {"docs": {"command": "c", "env": {"K": "$T"}}}} |
        | opencode.json                       | {"type": "http", "url": "http://x.test/", "headers": {"A": "Bearer ${T}"}} | {"mcp": {"docs": {"type": "remote", "url": "http://x.test/", "headers": {"A": "Bearer {env:T}"}}}} |
        | .zed/settings.json                  | {"type": "stdio", "command": "c", "args": ["${env:T}", "$A", "{env:B}"]} | {"context_servers": {"docs": {"command": "c", "args": ["${env:T}", "$A", "{env:B}"]}}} |
        | ~/.config/goose/config.yaml         | {"type": "stdio", "command": "c", "env": {"K": "v", "T": "${T:-}"}} | extensions: {docs: {cmd: c, envs: {K: v}, env_keys: [T]}} |

    Example: the value of a variable is on the wire, and nowhere else
      Given the secret "DOCS_TOKEN" is "tok-1"
      And server "docs" over http
      And the file "~/.config/Code/User/mcp.json" holds:
        """json
        {"servers": {"docs": {"url": "http://docs.test/mcp", "headers": {"Authorization": "Bearer ${env:DOCS_TOKEN}"}}}}
        """
      When the runtime discovers and starts
      Then "initialize" number 1 to server "docs" has the header "Authorization" set to "Bearer tok-1"
      And the runtime's saved state does not contain "tok-1"

    Scenario Outline: without a <option>, what begins there stays as it is
      Given discovery's option "<option>" is ""
      And the file "<file>" holds:
        """
        {"servers": {"docs": {"command": "${<variable>}/run"}}}
        """
      When configurations are discovered
      Then discovery reported these problems:
        | place    | server | problem                                                            |
        | <place> | docs    | left out: only its program can fill in ${<variable>} in command |

      Examples:
        | option  | variable                | file                         | place                        |
        | project | workspaceFolder         | ~/.config/Code/User/mcp.json | ~/.config/Code/User/mcp.json:1:14 |
        | project | cwd                     | ~/.config/Code/User/mcp.json | ~/.config/Code/User/mcp.json:1:14 |
        | project | workspaceFolderBasename | ~/.config/Code/User/mcp.json | ~/.config/Code/User/mcp.json:1:14 |
        | home    | userHome                | .vscode/mcp.json             | .vscode/mcp.json:1:14        |

  @X-DISC-05
  Rule: A server that needs what only its program can give is not started, and the place says why

    Scenario Outline: <file> with <needs>
      Given servers "docs, mail" over stdio
      And the file "<file>" holds:
        """
        <content>
        """
      When the runtime discovers and starts
      Then server "docs" was started 0 times
      And the runtime has the tools "mcp__mail_echo"
      And startup reported no errors
      And these servers are left out:
        | name | reason        |
        | docs | needs program |
      And discovery reported these problems:
        | place   | server | problem                                                         |
        | <place> | docs   | left out: only its program can fill in <needs> in <where> |

      Examples:
        | needs          | where         | file                | place                    | content |
        | ${input:key}   | env.K         | .vscode/mcp.json    | .vscode/mcp.json:1:14    | {"servers": {"docs": {"command": "docs", "env": {"K": "${input:key}"}}, "mail": {"command": "mail"}}} |
        | ${command:x.y} | args[1]       | .vscode/mcp.json    | .vscode/mcp.json:1:14    | {"servers": {"docs": {"command": "docs", "args": ["a", "${command:x.y}"]}, "mail": {"command": "mail"}}} |
        | ${file:/k}     | headers.A     | .windsurf/mcp_config.json | .windsurf/mcp_config.json:1:17 | {"mcpServers": {"docs": {"serverUrl": "http://docs.test/", "headers": {"A": "${file:/k}"}}, "mail": {"command": "mail"}}} |
        | {file:~/k}     | env.K         | opencode.json       | opencode.json:1:10       | {"mcp": {"docs": {"command": ["docs"], "environment": {"K": "{file:~/k}"}}, "mail": {"command": ["mail"]}}} |

    Scenario Outline: a part of the program itself, in <file>
      Given servers "docs, mail" over stdio
      And the file "<file>" holds:
        """
        <content>
        """
      When the runtime discovers and starts
      Then the runtime has the tools "mcp__mail_echo"
      And startup reported no errors
      And these servers are left out:
        | name  | reason          |
        | parts | part of program |
      And discovery reported these problems:
        | problem |

      Examples:
        | file                        | content |
        | ~/.config/zed/settings.json | {"context_servers": {"parts": {"source": "extension", "settings": {}}, "mail": {"source": "custom", "command": "mail"}}} |
        | ~/.config/goose/config.yaml | extensions: {parts: {type: builtin, enabled: true, name: developer}, mail: {type: stdio, cmd: mail}} |
        | ~/.config/goose/config.yaml | extensions: {parts: {type: platform}, mail: {cmd: mail}} |
        | ~/.config/goose/config.yaml | extensions: {parts: {type: frontend}, mail: {cmd: mail}} |
        | ~/.config/goose/config.yaml | extensions: {parts: {type: inline_python}, mail: {cmd: mail}} |
