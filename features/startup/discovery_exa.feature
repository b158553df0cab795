@omp @virtual
Feature: Exa's servers are found out however they are configured
  The program can search by itself. A server that does the same is left out, by
  whatever it is recognised, before anything of it is started.

  @OMP-LC-15
  Rule: Exa servers are left out and never connected, unless the filter is switched off

    @real
    Example: by name in any case, by address, by argument
      Given servers "Exa, local, docs" over stdio
      And server "search" over http
      And the environment variable "EXA_HOST" is "MCP.exa.ai"
      And the file ".mcp.json" holds:
        """json
        {"mcpServers": {
          "Exa": {"command": "Exa"},
          "search": {"url": "https://${EXA_HOST}/mcp"},
          "local": {"command": "local", "args": ["remote", "https://mcp.exa.ai/mcp"]},
          "docs": {"command": "docs", "env": {"WHY": "mcp.exa.ai"}}
        }}
        """
      When the runtime discovers and starts
      And 1h passes
      Then the runtime has the tools "mcp__docs_echo"
      And startup reported no errors
      And server "Exa" was started 0 times
      And server "local" was started 0 times
      And server "search" received nothing
      And these servers are left out:
        | name   | reason |
        | Exa    | exa    |
        | search | exa    |
        | local  | exa    |

    Scenario Outline: filterExa is <value>
      Given server "exa" over stdio
      And the file ".mcp.json" holds:
        """json
        {"mcpServers": {"exa": {"command": "exa", "env": {"EXA_API_KEY": "key-1"}}}}
        """
      And discovery's option "filterExa" is "<value>"
      When the runtime discovers and starts
      Then server "exa" was started <times>
      And discovery found the Exa keys "<keys>"

      Examples:
        | value   | times   | keys  |
        | not set | 0 times | key-1 |
        | true    | 0 times | key-1 |
        | false   | 1 time  |       |

    Scenario Outline: <what>
      Given server "docs" over stdio
      And server "search" over <kind>
      And the file ".mcp.json" holds:
        """json
        {"mcpServers": {"docs": {"command": "docs"}, "search": <definition>}}
        """
      When the runtime discovers and starts
      Then the runtime has the tools "mcp__docs_echo"
      And these servers are left out:
        | name   | reason |
        | search | exa    |

      Examples:
        | what                                  | kind  | definition                                                         |
        | by the address of an event stream     | http  | {"type": "sse", "url": "https://mcp.exa.ai/sse"}                   |
        | by an address that is part of another | http  | {"url": "http://gate.test/to/mcp.exa.ai?exaApiKey=1"}              |
        | by the command                        | stdio | {"command": "/opt/mcp.exa.ai/run"}                                 |
        | by the first of two arguments         | stdio | {"command": "npx", "args": ["https://MCP.exa.ai/mcp", "--quiet"]}  |
