@omp @virtual
Feature: What a user has switched off is never started
  Programs switch servers off in different ways: a word in the definition, a list
  elsewhere, an approval that was refused. All of them mean the same to a user.

  Background:
    Given discovery's option "everyProgram" is "true"
    And servers "docs, mail" over stdio
    And server "far" over http

  @X-DISC-02
  Rule: A definition that is switched off in its program's own words is not started and not connected

    Scenario Outline: in <file>
      Given the file "<file>" holds:
        """
        <content>
        """
      When the runtime discovers and starts
      And 1h passes
      Then startup reported no errors
      And the runtime has the tools "mcp__mail_echo"
      And server "docs" was started 0 times
      And server "far" received nothing
      And these servers are left out:
        | name | reason   |
        | docs | disabled |
        | far  | disabled |

      Examples:
        | file                                           | content |
        | ~/.claude.json                                 | {"projects": {"/project": {"mcpServers": {"docs": {"command": "docs", "disabled": true}, "far": {"url": "http://far.test/mcp", "disabled": true}, "mail": {"command": "mail"}}}}} |
        | ~/.config/Code/User/mcp.json                   | {"servers": {"docs": {"command": "docs", "disabled": true}, "far": {"url": "http://far.test/mcp", "disabled": true}, "mail": {"command": "mail"}}} |
        | ~/.codeium/windsurf/mcp_config.json            | {"mcpServers": {"docs": {"command": "docs", "disabled": true}, "far": {"serverUrl": "http://far.test/mcp", "disabled": true}, "mail": {"command": "mail", "disabled": false}}} |
        | ~/.config/zed/settings.json                    | {"context_servers": {"docs": {"command": "docs", "enabled": false}, "far": {"url": "http://far.test/mcp", "enabled": false}, "mail": {"command": "mail", "enabled": true}}} |
        | ~/.cline/data/settings/cline_mcp_settings.json | {"mcpServers": {"docs": {"command": "docs", "disabled": true, "enabled": true}, "far": {"url": "http://far.test/mcp", "disabled": true}, "mail": {"command": "mail"}}} |
        | .roo/mcp.json                                  | {"mcpServers": {"docs": {"command": "docs", "disabled": true}, "far": {"url": "http://far.test/mcp", "disabled": true}, "mail": {"command": "mail"}}} |
        | ~/.copilot/mcp-config.json                     | {"mcpServers": {"docs": {"command": "docs", "disabled": true}, "far": {"url": "http://far.test/mcp", "disabled": true}, "mail": {"command": "mail"}}} |
        | ~/.config/Claude/claude_desktop_config.json    | {"mcpServers": {"docs": {"command": "docs", "disabled": true}, "far": {"url": "http://far.test/mcp", "disabled": true}, "mail": {"command": "mail"}}} |
        | ~/.config/goose/config.yaml                    | extensions:\n  docs: {cmd: docs, enabled: false}\n  far: {uri: "http://far.test/mcp", enabled: false}\n  mail: {cmd: mail, enabled: true} |
        | ~/.lmstudio/mcp.json                           | {"mcpServers": {"docs": {"command": "docs", "disabled": true}, "far": {"url": "http://far.test/mcp", "disabled": true}, "mail": {"command": "mail"}}} |
        | .mcp.json                                      | {"mcpServers": {"docs": {"command": "docs", "disabled": true}, "far": {"url": "http://far.test/mcp", "disabled": true}, "mail": {"command": "mail"}}} |
        | .zed/settings.json                             | {"context_servers": {"docs": {"command": "docs", "disabled": true}, "far": {"url": "http://far.test/mcp", "disabled": true}, "mail": {"command": "mail"}}} |
        | ~/.config/goose/config.yaml                    | extensions:\n  docs: {cmd: docs, disabled: true}\n  far: {uri: "http://far.test/mcp", disabled: true}\n  mail: {cmd: mail} |
        | opencode.json                                  | {"mcp": {"docs": {"command": ["docs"], "disabled": true}, "far": {"url": "http://far.test/mcp", "enabled": false}, "mail": {"command": ["mail"]}}} |
        | ~/.codex/config.toml                           | [mcp_servers]\ndocs = {command = "docs", disabled = true}\nfar = {url = "http://far.test/mcp", enabled = false}\nmail = {command = "mail"} |

    Example: a word for it that cannot be understood does not start the server
      Given the file ".mcp.json" holds:
        """json
        {"mcpServers": {"docs": {"command": "docs", "disabled": "yes"}, "mail": {"command": "mail"}}}
        """
      When the runtime discovers and starts
      Then server "docs" was started 0 times
      And the runtime has the tools "mcp__mail_echo"
      And discovery reported these problems:
        | place          | server | problem                                                            |
        | .mcp.json:1:57 | docs   | left out: "disabled" must be true or false, not a string |

  @X-DISC-03
  Rule: A server that a list of its program switches off, or does not approve, is not started

    Scenario Outline: <key> in <file>
      Given the file "<of>" holds:
        """json
        {"mcpServers": {"docs": {"command": "docs"}, "far": {"url": "http://far.test/mcp"}, "mail": {"command": "mail"}}}
        """
      And the file "<file>" holds:
        """json
        <content>
        """
      When the runtime discovers and starts
      And 1h passes
      Then the runtime has the tools "mcp__mail_echo"
      And server "docs" was started 0 times
      And server "far" received nothing
      And these servers are left out:
        | name | reason   |
        | docs | <reason> |
        | far  | <reason> |

      Examples:
        | key                    | reason       | of                      | file                        | content |
        | disabledMcpServers     | switched off | ~/.claude/mcp.json      | ~/.claude.json              | {"projects": {"/project": {"disabledMcpServers": ["docs", "far"]}}} |
        | disabledMcpServers     | switched off | .mcp.json               | ~/.claude.json              | {"projects": {"/project": {"disabledMcpServers": ["docs", "far"]}}} |
        | disabledMcpjsonServers | switched off | .mcp.json               | ~/.claude.json              | {"projects": {"/project": {"disabledMcpjsonServers": ["far", "docs"], "enabledMcpjsonServers": []}}} |
        | disabledMcpjsonServers | switched off | .mcp.json               | ~/.claude/settings.json     | {"disabledMcpjsonServers": ["far", "docs"]} |
        | disabledMcpjsonServers | switched off | .mcp.json               | .claude/settings.json       | {"disabledMcpjsonServers": ["far", "docs"]} |
        | disabledMcpjsonServers | switched off | .mcp.json               | .claude/settings.local.json | {"disabledMcpjsonServers": ["far", "docs"]} |
        | enabledMcpjsonServers  | not approved | .mcp.json               | ~/.claude.json              | {"projects": {"/project": {"enabledMcpjsonServers": ["mail"]}}} |
        | mcp.excluded           | switched off | .gemini/settings.json   | ~/.gemini/settings.json     | {"mcp": {"excluded": ["docs", "far"]}} |
        | mcp.excluded           | switched off | ~/.gemini/settings.json | .gemini/settings.json       | {"mcp": {"excluded": ["docs", "far"]}} |
        | mcp.allowed            | not approved | .gemini/settings.json   | ~/.gemini/settings.json     | {"mcp": {"allowed": ["mail"]}} |

    Scenario Outline: <key> of another project, another program or nothing leaves the server alone
      Given the file "<of>" holds:
        """json
        {"mcpServers": {"docs": {"command": "docs"}}}
        """
      And the file "<file>" holds:
        """json
        <content>
        """
      When the runtime discovers and starts
      Then the runtime has the tools "mcp__docs_echo"

      Examples:
        | key                    | of                 | file                    | content |
        | disabledMcpServers     | .mcp.json          | ~/.claude.json          | {"disabledMcpServers": ["docs"], "projects": {"/workshop": {"disabledMcpServers": ["docs"]}}} |
        | disabledMcpServers     | ~/.cursor/mcp.json | ~/.claude.json          | {"projects": {"/project": {"disabledMcpServers": ["docs"]}}} |
        | disabledMcpjsonServers | ~/.claude/mcp.json | ~/.claude/settings.json | {"disabledMcpjsonServers": ["docs"]} |
        | disabledMcpjsonServers | mcp.json           | ~/.claude/settings.json | {"disabledMcpjsonServers": ["docs"]} |
        | enabledMcpjsonServers  | .mcp.json          | ~/.claude.json          | {"projects": {"/project": {"enabledMcpjsonServers": []}}} |
        | enabledMcpjsonServers  | ~/.claude/mcp.json | ~/.claude.json          | {"projects": {"/project": {"enabledMcpjsonServers": ["mail"]}}} |
        | mcp.excluded           | ~/.cursor/mcp.json | ~/.gemini/settings.json | {"mcp": {"excluded": ["docs"]}} |

    Example: a list that cannot be read switches off all that it could be about, and nothing else
      Given the file ".mcp.json" holds:
        """json
        {"mcpServers": {"docs": {"command": "docs"}}}
        """
      And the file "~/.cursor/mcp.json" holds:
        """json
        {"mcpServers": {"mail": {"command": "mail"}}}
        """
      And the file ".claude/settings.local.json" holds:
        """
        {"disabledMcpjsonServers": ["docs"
        """
      When the runtime discovers and starts
      Then the runtime has the tools "mcp__mail_echo"
      And server "docs" was started 0 times
      And these servers are left out:
        | name | reason         |
        | docs | switch unknown |
      And discovery reported these problems:
        | place                            | problem |
        | .claude/settings.local.json:1:35 | the file ends too early, parsing array after value; the servers of MCP Config that it may switch off are left out, so correct it first |

    Example: a file with two lists that cannot be read is told once
      Given the file "~/.gemini/settings.json" holds:
        """
        {"mcp": 
        """
      When configurations are discovered
      Then discovery reported these problems:
        | place                       | problem |
        | ~/.gemini/settings.json:1:8 | the file ends too early, parsing value; the servers of Gemini CLI that it may switch off are left out, so correct it first |
        | ~/.gemini/settings.json:1:8 | [Gemini CLI] Failed to load: the file ends too early, parsing value |
