@omp @virtual
Feature: Not every server that is configured is wanted
  A project that was just cloned can bring servers of its own, servers can be
  switched off, and some do what the program can do better by itself. Such
  servers are left out before anything is started, and it is told why.

  @OMP-LC-12
  Rule: With enableProjectConfig off, definitions of the project are left out and those of the user stay

    @real
    Example: the project cannot even take a name
      Given servers "docs, evil" over stdio
      And the file ".omp/mcp.json" holds:
        """json
        {"mcpServers": {"docs": {"command": "evil"}, "evil": {"command": "evil"}, "far": {"url": "http://evil.test"}}}
        """
      And the file "~/.claude.json" holds:
        """json
        {"mcpServers": {"docs": {"command": "docs"}}}
        """
      And discovery's option "enableProjectConfig" is "false"
      When the runtime discovers and starts
      Then server "docs" was started 1 time
      And server "evil" was started 0 times
      And these servers are left out:
        | name | reason             | path          |
        | docs | project config off | .omp/mcp.json |
        | evil | project config off | .omp/mcp.json |
        | far  | project config off | .omp/mcp.json |

    Scenario Outline: the project's <file> is left out whole, the user's <own> stays
      Given the file "<file>" holds:
        """<type>
        <content>
        """
      And the file "<own>" holds:
        """<type>
        <content>
        """
      And discovery's option "enableProjectConfig" is "false"
      When configurations are discovered
      Then these servers are discovered:
        | name | level | path  |
        | docs | user  | <own> |
      And these servers are left out:
        | name | reason             | path   |
        | docs | project config off | <file> |

      Examples:
        | file                      | own                                 | type | content |
        | .omp/mcp.json             | ~/.omp/agent/mcp.json               | json | {"mcpServers": {"docs": {"command": "docs"}}} |
        | .omp/.mcp.json            | ~/.omp/agent/.mcp.json              | json | {"mcpServers": {"docs": {"command": "docs"}}} |
        | .claude/.mcp.json         | ~/.claude.json                      | json | {"mcpServers": {"docs": {"command": "docs"}}} |
        | .claude/mcp.json          | ~/.claude/mcp.json                  | json | {"mcpServers": {"docs": {"command": "docs"}}} |
        | .codex/config.toml        | ~/.codex/config.toml                | toml | mcp_servers.docs.command = "docs" |
        | .gemini/settings.json     | ~/.gemini/settings.json             | json | {"mcpServers": {"docs": {"command": "docs"}}} |
        | opencode.json             | ~/.config/opencode/opencode.json    | json | {"mcp": {"docs": {"type": "local", "command": ["docs"]}}} |
        | .cursor/mcp.json          | ~/.cursor/mcp.json                  | json | {"mcpServers": {"docs": {"command": "docs"}}} |
        | .windsurf/mcp_config.json | ~/.codeium/windsurf/mcp_config.json | json | {"mcpServers": {"docs": {"command": "docs"}}} |

  @OMP-LC-13 @real
  Rule: With enableProjectConfig on or not set, both levels count

    Scenario Outline: enableProjectConfig is <value>
      Given servers "docs, mail" over stdio
      And the file "~/.claude.json" holds:
        """json
        {"mcpServers": {"docs": {"command": "docs"}}}
        """
      And the file ".mcp.json" holds:
        """json
        {"mcpServers": {"mail": {"command": "mail"}}}
        """
      And discovery's option "enableProjectConfig" is "<value>"
      When the runtime discovers and starts
      Then the runtime has the tools "mcp__docs_echo, mcp__mail_echo"

      Examples:
        | value   |
        | true    |
        | not set |

  @OMP-LC-14 @real
  Rule: A server that is switched off is not started, has no tools and is no error

    Example: enabled is false, also as a string in OMP's own file, and over HTTP
      Given servers "docs, off" over stdio
      And server "far" over http
      And the file "~/.omp/agent/mcp.json" holds:
        """json
        {"mcpServers": {"off": {"command": "off", "enabled": "false"}}}
        """
      And the file ".mcp.json" holds:
        """json
        {"mcpServers": {
          "docs": {"command": "docs"}, "off": {"command": "off"},
          "far": {"url": "http://far.test/mcp", "enabled": false}}}
        """
      When the runtime discovers and starts
      And 1h passes
      Then startup reported no errors
      And the runtime has the tools "mcp__docs_echo"
      And server "off" was started 0 times
      And server "far" received nothing
      And these servers are left out:
        | name | reason   | path                  |
        | off  | disabled | ~/.omp/agent/mcp.json |
        | off  | shadowed | .mcp.json             |
        | far  | disabled | .mcp.json             |

    Example: the user's list of disabled servers, whoever defines them
      Given servers "docs, mail" over stdio
      And the file "~/.omp/agent/mcp.json" holds:
        """json
        {"disabledServers": ["mail"]}
        """
      And the file ".mcp.json" holds:
        """json
        {"mcpServers": {"docs": {"command": "docs"}, "mail": {"command": "mail"}}}
        """
      When the runtime discovers and starts
      Then startup reported no errors
      And server "mail" was started 0 times
      And these servers are left out:
        | name | reason          |
        | mail | disabledServers |

  @OMP-LC-18 @real
  Rule: Servers that drive a browser are kept unless the browser filter is on

    Scenario Outline: filterBrowser is <value>
      Given server "playwright" over stdio
      And the file ".mcp.json" holds:
        """json
        {"mcpServers": {"playwright": {"command": "playwright"}}}
        """
      And discovery's option "filterBrowser" is "<value>"
      When the runtime discovers and starts
      Then server "playwright" was started 1 time
      And the runtime has the tools "mcp__playwright_echo"

      Examples:
        | value   |
        | false   |
        | not set |
