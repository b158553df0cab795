@omp @virtual
Feature: What is left out of the configuration is left out whole, and stays so
  A user who wants nothing of a project gets nothing of it: no server, no key, and not by
  a reload either. What is the user's own stays, wherever the project lies.

  @OMP-LC-12
  Rule: With enableProjectConfig off it counts whose a file is and not where it lies

    Example: the project is the user's home
      Given the file "~/.claude.json" holds:
        """json
        {"mcpServers": {"docs": {"command": "docs"}}}
        """
      And the file "~/mcp.json" holds:
        """json
        {"mcpServers": {"mail": {"command": "mail"}}}
        """
      And discovery's option "project" is "/home/user"
      And discovery's option "enableProjectConfig" is "false"
      When configurations are discovered
      Then the discovered servers and their sources have the names "docs"

    Example: the home lies in the project
      Given the file "/project/me/.cursor/mcp.json" holds:
        """json
        {"mcpServers": {"docs": {"command": "docs"}}}
        """
      And the file ".cursor/mcp.json" holds:
        """json
        {"mcpServers": {"mail": {"command": "mail"}}}
        """
      And discovery's option "home" is "/project/me"
      And discovery's option "enableProjectConfig" is "false"
      When configurations are discovered
      Then the discovered servers and their sources have the names "docs"

  @OMP-LC-12 @OMP-LC-16
  Rule: With enableProjectConfig off no key of the project goes to the native integration

    Example: an Exa server of the project, and one of the user
      Given the file ".mcp.json" holds:
        """json
        {"mcpServers": {"exa": {"url": "https://mcp.exa.ai/mcp?exaApiKey=key-1"}}}
        """
      And the file "~/.claude.json" holds:
        """json
        {"mcpServers": {"exa": {"url": "https://mcp.exa.ai/mcp?exaApiKey=key-2"}}}
        """
      And discovery's option "enableProjectConfig" is "false"
      When configurations are discovered
      Then discovery found the Exa key "key-2"

  @OMP-LC-16
  Rule: An Exa server that is left out for another reason brings no key

    Scenario Outline: one that <why>
      Given the file ".mcp.json" holds:
        """json
        {"mcpServers": {"exa": {"url": "https://mcp.exa.ai/mcp?exaApiKey=key-1"<more>}}}
        """
      And the file "~/.omp/agent/mcp.json" holds:
        """json
        {"mcpServers": {"<name>": {"command": "docs"}}, "disabledServers": [<denied>]}
        """
      When configurations are discovered
      Then discovery found the Exa key "<keys>"

      Examples:
        | why             | more               | name | denied | keys  |
        | is switched off | , "enabled": false | docs |        |       |
        | is denied       |                    | docs | "exa"  |       |

  @OMP-LC-12 @OMP-LC-17
  Rule: A reload reads the configuration with the settings of the session's start

    Example: without the project's servers, again and again
      Given server "docs" over stdio
      And the session's setting "mcp.enableProjectConfig" is "false"
      And the session's setting "browser.enabled" is "true"
      And a session has started
      When the session is reloaded
      And 1h passes
      And the session is reloaded
      And 1h passes
      Then discovery 2 was asked with:
        | project config | Exa filter | browser filter |
        | false          | true       | true           |
      And discovery 3 was asked with:
        | project config | Exa filter | browser filter |
        | false          | true       | true           |
