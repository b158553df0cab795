@omp @virtual
Feature: Servers are found where people have configured them already
  Nobody wants to write down the same servers for every program. The files of
  all known programs are read, in an order of priority that settles who is right
  about a name. What is wrong in one of them is told and harms no other.

  @OMP-LC-10
  Rule: Servers come from the files of all programs, by priority, and of each name the first definition counts

    Example: two programs and the project define one name
      Given the file "~/.cursor/mcp.json" holds:
        """json
        {"mcpServers": {"mail": {"command": "mail"}, "docs": {"command": "cursor-docs"}}}
        """
      And the file "~/.claude.json" holds:
        """json
        {"mcpServers": {"docs": {"type": "sse", "url": "http://docs.test/mcp"}}}
        """
      And the file ".mcp.json" holds:
        """json
        {"mcpServers": {"docs": {"command": "root-docs", "env": {"A": "1"}}, "wiki": {"command": "wiki"}}}
        """
      When configurations are discovered
      Then these servers are discovered:
        | name | provider    | level   | path               | transport |
        | docs | Claude Code | user    | ~/.claude.json     | sse       |
        | mail | Cursor      | user    | ~/.cursor/mcp.json | stdio     |
        | wiki | MCP Config  | project | .mcp.json          | stdio     |
      And these servers are left out:
        | name | reason   | path               | by             |
        | docs | shadowed | ~/.cursor/mcp.json | ~/.claude.json |
        | docs | shadowed | .mcp.json          | ~/.claude.json |
      And the discovered server "docs" is defined as:
        """json
        {"type": "sse", "url": "http://docs.test/mcp"}
        """

    Example: OMP's own project file comes before the user's, other programs' after it
      Given the file "~/.omp/agent/mcp.json" holds:
        """json
        {"mcpServers": {"docs": {"command": "user"}}}
        """
      And the file ".omp/mcp.json" holds:
        """json
        {"mcpServers": {"docs": {"command": "project"}}}
        """
      And the file ".cursor/mcp.json" holds:
        """json
        {"mcpServers": {"mail": {"command": "project"}}}
        """
      And the file "~/.cursor/mcp.json" holds:
        """json
        {"mcpServers": {"mail": {"command": "user"}}}
        """
      When configurations are discovered
      Then these servers are discovered:
        | name | path               |
        | docs | .omp/mcp.json      |
        | mail | ~/.cursor/mcp.json |

    @real
    Example: discovered servers are connected
      Given server "docs" over stdio
      And server "mail" over http
      And the file "~/.claude.json" holds:
        """json
        {"mcpServers": {"docs": {"command": "docs"}, "mail": {"url": "http://mail.test/mcp"}}}
        """
      When the runtime discovers and starts
      Then startup reported no errors
      And the runtime has the tools "mcp__docs_echo, mcp__mail_echo"

  @OMP-LC-11
  Rule: Servers and their sources have the same names, whatever is left out

    Example: one is shadowed, one is switched off, one is filtered, two stay
      Given the file "~/.claude.json" holds:
        """json
        {"mcpServers": {"docs": {"command": "docs"}, "off": {"command": "off", "enabled": false}, "exa": {"command": "exa"}}}
        """
      And the file "mcp.json" holds:
        """json
        {"mcpServers": {"docs": {"command": "other"}, "wiki": {"command": "wiki"}}}
        """
      When configurations are discovered
      Then the discovered servers and their sources have the names "docs, wiki"

    Scenario Outline: <what> is left out of both
      Given the file "~/.claude.json" holds:
        """json
        {"mcpServers": {"docs": {"command": "docs"}}}
        """
      And the file "<file>" holds:
        """json
        <content>
        """
      And discovery's option "<option>" is "<value>"
      When configurations are discovered
      Then the discovered servers and their sources have the names "docs"
      And these servers are left out:
        | name   | reason   |
        | <name> | <reason> |

      Examples:
        | what                               | file                  | name       | reason             | option              | value   | content |
        | a server that drives a browser     | mcp.json              | playwright | browser            | filterBrowser       | true    | {"mcpServers": {"playwright": {"command": "npx"}}} |
        | a server of Exa                    | mcp.json              | exa        | exa                | filterExa           | not set | {"mcpServers": {"exa": {"command": "exa"}}} |
        | a server of the project            | mcp.json              | wiki       | project config off | enableProjectConfig | false   | {"mcpServers": {"wiki": {"command": "wiki"}}} |
        | a server that is switched off      | mcp.json              | wiki       | disabled           | filterBrowser       | true    | {"mcpServers": {"wiki": {"command": "wiki", "enabled": false}}} |
        | a definition that cannot be read   | mcp.json              | wiki       | invalid            | filterBrowser       | true    | {"mcpServers": {"wiki": 7}} |
        | a second definition of one name    | mcp.json              | docs       | shadowed           | filterBrowser       | true    | {"mcpServers": {"docs": {"command": "other"}}} |
        | a server on the user's list        | ~/.omp/agent/mcp.json | wiki       | disabledServers    | filterBrowser       | true    | {"disabledServers": ["wiki"], "mcpServers": {"wiki": {"command": "wiki"}}} |

  @OMP-LC-19 @real
  Rule: The tools of a discovered server say which program it was configured for

    Example: one server of Claude Code, one of Codex
      Given servers "docs, mail" over stdio
      And the file "~/.claude.json" holds:
        """json
        {"mcpServers": {"docs": {"command": "docs"}}}
        """
      And the file "~/.codex/config.toml" holds:
        """toml
        [mcp_servers.mail]
        command = "mail"
        """
      When the runtime discovers and starts
      Then the runtime has these tools:
        | name           | path                     |
        | mcp__docs_echo | mcp:docs via Claude Code |
        | mcp__mail_echo | mcp:mail via Codex       |
      When server "mail" changes its tools to "find"
      And server "mail" exits with code 1
      Then the runtime has these tools:
        | name           | path                     |
        | mcp__docs_echo | mcp:docs via Claude Code |
        | mcp__mail_find | mcp:mail via Codex       |
