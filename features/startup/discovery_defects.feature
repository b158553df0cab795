@omp @virtual
Feature: A mistake in a configuration file costs as little as possible
  A file that cannot be read costs that file, a definition that makes no sense
  costs that server. Only the user's own file is different: it says which
  servers are switched off, and to guess at that would start them.

  @OMP-LC-40
  Rule: A discovered definition that makes no sense is an error of its server, told with its place

    @real
    Example: no command, no address and a type that nobody knows, beside a good server
      Given server "docs" over stdio
      And the file ".mcp.json" holds:
        """json
        {"mcpServers": {
          "none": {"args": ["x"]},
          "far": {"type": "http"},
          "bird": {"type": "pigeon", "command": "docs"},
          "docs": {"command": "docs"}
        }}
        """
      When the runtime discovers and starts
      Then startup reported these errors:
        | server | error                                            |
        | none   | Server "none": stdio server requires "command" field |
        | far    | Server "far": http server requires "url" field   |
        | bird   | Server "bird": unknown server type "pigeon"      |
      And the runtime has the tools "mcp__docs_echo"
      And server "docs" was started 1 time
      And discovery reported these problems:
        | place         | server | problem                                |
        | .mcp.json:2:3 | none   | stdio server requires "command" field  |
        | .mcp.json:3:3 | far    | http server requires "url" field       |
        | .mcp.json:4:3 | bird   | unknown server type "pigeon"           |

    @real
    Example: with both a command and an address, the command counts
      Given server "docs" over stdio
      And the file ".mcp.json" holds:
        """json
        {"mcpServers": {"docs": {"command": "docs", "url": "http://docs.test/mcp"}}}
        """
      When the runtime discovers and starts
      Then startup reported no errors
      And server "docs" was started 1 time
      And discovery reported these problems:
        | place          | problem                                                |
        | .mcp.json:1:17 | "url" is ignored: a server over stdio has no use for it |

    Example: a value of a wrong kind leaves out its server and no other
      Given the file ".mcp.json" holds:
        """json
        {"mcpServers": {"bad": {"command": 7, "args": 7}, "docs": {"command": "docs"}}}
        """
      When configurations are discovered
      Then these servers are discovered:
        | name |
        | docs |
      And these servers are left out:
        | name | reason  |
        | bad  | invalid |

  @OMP-LC-20
  Rule: If the user's own file cannot be read, there is one error and no server

    Example: a comma is missing where servers are switched off
      Given server "docs" over stdio
      And the file "~/.omp/agent/mcp.json" holds:
        """json
        {"disabledServers": ["docs"] "mcpServers": {}}
        """
      And the file ".mcp.json" holds:
        """json
        {"mcpServers": {"docs": {"command": "docs"}}}
        """
      When the runtime discovers and starts
      Then startup returned at 0s
      And startup reported one error, of ".mcp.json", with "/home/user/.omp/agent/mcp.json:1:30: invalid character"
      And the runtime has the tools ""
      And server "docs" was started 0 times

    Example: the file of another program harms nobody
      Given server "docs" over stdio
      And the file "~/.claude.json" holds:
        """
        {"mcpServers": {
        """
      And the file ".mcp.json" holds:
        """json
        {"mcpServers": {"docs": {"command": "docs"}}}
        """
      When the runtime discovers and starts
      Then startup reported no errors
      And the runtime has the tools "mcp__docs_echo"
      And discovery reported these problems:
        | place               | problem                                                                             |
        | ~/.claude.json:1:17 | [Claude Code] Failed to load: the file ends too early, parsing value |

    Example: it is a directory
      Given files are kept on disk
      And server "docs" over stdio
      And the file "~/.omp/agent/mcp.json" is a directory
      And the file ".mcp.json" holds:
        """json
        {"mcpServers": {"docs": {"command": "docs"}}}
        """
      When the runtime discovers and starts
      Then startup reported one error, of ".mcp.json", with "/home/user/.omp/agent/mcp.json"
      And the runtime has the tools ""
      And server "docs" was started 0 times
