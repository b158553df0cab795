@omp @virtual
Feature: What a project writes down is taken as it is written

  @OMP-LC-10
  Rule: A server of mcp.json counts before one of .mcp.json with the same name

    Example: both define docs, and each another one
      Given the file "mcp.json" holds:
        """json
        {"mcpServers": {"docs": {"command": "seen"}, "a": {"command": "a"}}}
        """
      And the file ".mcp.json" holds:
        """json
        {"mcpServers": {"docs": {"command": "hidden"}, "b": {"command": "b"}}}
        """
      When configurations are discovered
      Then these servers are discovered:
        | name | path      |
        | docs | mcp.json  |
        | a    | mcp.json  |
        | b    | .mcp.json |
      And these servers are left out:
        | name | reason   | path      |
        | docs | shadowed | .mcp.json |

  @OMP-LC-74 @real
  Rule: The path of a tool names its server as it is written

    Example: with capitals, a dash and a figure
      Given server "My-Docs.2" over stdio
      And server "My-Docs.2" comes from the provider "Claude Code"
      When the runtime starts
      Then the runtime has these tools:
        | name              | path                         |
        | mcp__my_docs_echo | mcp:My-Docs.2 via Claude Code |

  @OMP-LC-10
  Rule: Of several files of one program the first that defines a server is read, and no other

    Scenario Outline: <what>
      Given the file ".claude/.mcp.json" holds:
        """json
        {"mcpServers": {<first>}}
        """
      And the file ".claude/mcp.json" holds:
        """json
        {"mcpServers": {"b": {"command": "b"}}}
        """
      When configurations are discovered
      Then these servers are discovered:
        | name   | path   |
        | <name> | <path> |

      Examples:
        | what                   | first                 | name | path              |
        | both define one        | "a": {"command": "a"} | a    | .claude/.mcp.json |
        | the first defines none |                       | b    | .claude/mcp.json  |
