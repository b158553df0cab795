@omp @virtual
Feature: What is not filtered is kept as it is
  A filter that is off leaves out nothing, and what a definition says arrives whole.

  @OMP-LC-13
  Rule: With enableProjectConfig on or not set, every file of the project and of the user counts

    Scenario Outline: enableProjectConfig is <value>
      Given the file "~/.omp/agent/mcp.json" holds:
        """json
        {"mcpServers": {"own": {"command": "own"}}}
        """
      And the file ".cursor/mcp.json" holds:
        """json
        {"mcpServers": {"far": {"url": "http://far.test/mcp"}}}
        """
      And the file ".vscode/mcp.json" holds:
        """json
        {"servers": {"near": {"command": "near"}}}
        """
      And the file "mcp.json" holds:
        """json
        {"mcpServers": {"root": {"type": "sse", "url": "http://root.test/mcp"}}}
        """
      And the file "~/.cursor/mcp.json" holds:
        """json
        {"mcpServers": {"mine": {"command": "mine"}}}
        """
      And discovery's option "enableProjectConfig" is "<value>"
      When configurations are discovered
      Then these servers are discovered:
        | name | level   | transport |
        | own  | user    | stdio     |
        | mine | user    | stdio     |
        | far  | project | http      |
        | near | project | stdio     |
        | root | project | sse       |

      Examples:
        | value   |
        | true    |
        | not set |

  @OMP-LC-18
  Rule: Servers that drive a browser are kept unless the browser filter is on, however they are recognised

    Scenario Outline: filterBrowser is <value>
      Given the file ".mcp.json" holds:
        """json
        {"mcpServers": {"browser": {"url": "http://x.test/mcp"}, "far": {"type": "sse", "url": "https://mcp.browserbase.com/x"},
          "near": {"command": "npx", "args": ["-y", "@playwright/mcp"]}}}
        """
      And discovery's option "filterBrowser" is "<value>"
      When configurations are discovered
      Then these servers are discovered:
        | name    |
        | browser |
        | far     |
        | near    |

      Examples:
        | value   |
        | false   |
        | not set |

  @OMP-LC-10
  Rule: A definition arrives with all that its transport has a use for

    Example: one over each transport
      Given the file ".omp/mcp.json" holds:
        """json
        {"mcpServers": {
          "near": {"command": "near", "args": ["-v"], "env": {"A": "1"}, "cwd": "/x", "timeout": 5,
            "auth": {"type": "oauth", "credentialId": "c"}},
          "far": {"type": "http", "url": "http://far.test/", "headers": {"A": "1"}, "timeout": 5,
            "auth": {"type": "oauth", "credentialId": "c"}}}}
        """
      When configurations are discovered
      Then the discovered server "near" is defined as:
        """json
        {"type": "stdio", "command": "near", "args": ["-v"], "env": {"A": "1"}, "cwd": "/x", "timeout": 5,
          "auth": {"type": "oauth", "credentialId": "c"}}
        """
      And the discovered server "far" is defined as:
        """json
        {"type": "http", "url": "http://far.test/", "headers": {"A": "1"}, "timeout": 5,
          "auth": {"type": "oauth", "credentialId": "c"}}
        """

  @OMP-LC-10
  Rule: Of a program's files the first that defines a server counts, the user's before the project's but for OMP

    Example: an empty file, and the next one
      Given the file "~/.claude.json" holds:
        """json
        {"mcpServers": {}}
        """
      And the file "~/.claude/mcp.json" holds:
        """json
        {"mcpServers": {"docs": {"command": "docs"}}}
        """
      When configurations are discovered
      Then these servers are discovered:
        | name | path               |
        | docs | ~/.claude/mcp.json |

    Scenario Outline: the user's <user> before the project's <project>
      Given the file "~/<user>" holds:
        """json
        {"mcpServers": {"docs": {"command": "user"}}}
        """
      And the file "<project>" holds:
        """json
        {"mcpServers": {"docs": {"command": "project"}}}
        """
      When configurations are discovered
      Then these servers are discovered:
        | name | path     |
        | docs | ~/<user> |

      Examples:
        | user                                | project                       |
        | .claude.json                        | .claude/mcp.json              |
        | .gemini/settings.json               | .gemini/settings.json         |
        | .codeium/windsurf/mcp_config.json   | .windsurf/mcp_config.json     |

    Example: a definition that is disabled takes its name
      Given the file ".omp/mcp.json" holds:
        """json
        {"mcpServers": {"docs": {"command": "docs", "enabled": false}}}
        """
      And the file "mcp.json" holds:
        """json
        {"mcpServers": {"docs": {"command": "docs"}}}
        """
      When configurations are discovered
      Then these servers are discovered:
        | name |
