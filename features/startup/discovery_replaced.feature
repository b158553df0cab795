@omp @virtual
Feature: Servers for what the program can do by itself are left out
  A program with a search of its own needs no Exa server, only its key; one with
  a browser of its own needs no second one. Such servers are known by their
  names, their addresses and their commands.

  @OMP-LC-16
  Rule: The keys of Exa servers that are left out are returned

    Example: in the address, in an argument, in a variable, in none, and of a server that is switched off
      Given the environment variable "MY_KEY" is "key-1"
      And the file ".mcp.json" holds:
        """json
        {"mcpServers": {
          "a": {"url": "https://mcp.exa.ai/mcp?exaApiKey=${MY_KEY}&tools=web_search_exa"},
          "b": {"command": "npx", "args": ["mcp-remote", "https://mcp.exa.ai/mcp?exaApiKey=key-9 "], "env": {"EXA_API_KEY": "not-this"}},
          "exa": {"command": "npx", "env": {"EXA_API_KEY": "key-3"}},
          "d": {"url": "https://mcp.exa.ai/mcp"},
          "Exa": {"command": "npx", "env": {"EXA_API_KEY": "${UNSET}"}},
          "e": {"url": "https://mcp.exa.ai/mcp?exaApiKey=${UNSET}"},
          "f": {"url": "https://mcp.exa.ai/mcp?exaApiKey=not-this-either", "enabled": false}
        }}
        """
      When configurations are discovered
      Then discovery found the Exa keys "key-1, key-9, key-3"
      And these servers are discovered:
        | name |

  @OMP-LC-17 @real
  Rule: With the browser filter on, servers that drive a browser are left out

    Scenario Outline: <what>
      Given the file ".mcp.json" holds:
        """json
        {"mcpServers": {"<name>": <definition>}}
        """
      And discovery's option "filterBrowser" is "true"
      When configurations are discovered
      Then the discovered servers and their sources have the names "<left>"

      Examples: By name
        | what          | name          | definition       | left |
        | puppeteer     | puppeteer     | {"command": "x"} |      |
        | playwright    | playwright    | {"command": "x"} |      |
        | browserbase   | browserbase   | {"command": "x"} |      |
        | browser-tools | browser-tools | {"command": "x"} |      |
        | browser-use   | browser-use   | {"command": "x"} |      |
        | browser       | browser       | {"command": "x"} |      |
        | no such name  | browsers      | {"command": "x"} | browsers |

      Examples: By command
        | what                     | name | definition                                                                    | left |
        | a library of Puppeteer   | a    | {"command": "npx", "args": ["-y", "@modelcontextprotocol/server-puppeteer"]}  |      |
        | a library of Browserbase | a    | {"command": "npx", "args": ["@browserbasehq/mcp-server-browserbase"]}         |      |
        | one of AgentDesk         | a    | {"command": "npx", "args": ["@agentdeskai/browser-tools-mcp@1.2.0"]}          |      |
        | one of Agent Infra       | a    | {"command": "npx", "args": ["@agent-infra/mcp-server-browser"]}               |      |
        | playwright-mcp           | a    | {"command": "playwright-mcp"}                                                 |      |
        | pptr-mcp                 | a    | {"command": "/usr/bin/pptr-mcp"}                                              |      |
        | browser-use-mcp          | a    | {"command": "uvx", "args": ["browser-use-mcp"]}                               |      |
        | mcp-browser-use          | a    | {"command": "uvx", "args": ["mcp-browser-use"]}                               |      |
        | the address of Browser Use | a  | {"url": "https://api.browser-use.com/mcp"}                                    |      |
        | the same over SSE        | a    | {"type": "sse", "url": "https://api.browser-use.com/mcp"}                     |      |
        | a command in an address  | a    | {"url": "https://x.test/playwright-mcp"}                                      | a    |

    Example: by name in any case, by command, by argument, by address
      Given servers "Playwright, docs" over stdio
      And the file ".mcp.json" holds:
        """json
        {"mcpServers": {
          "Playwright": {"command": "Playwright"},
          "one": {"command": "/opt/bin/Puppeteer-MCP"},
          "two": {"command": "npx", "args": ["-y", "@Playwright/mcp@latest"]},
          "three": {"url": "https://api.browserbase.com/mcp"},
          "docs": {"command": "docs", "args": ["browserbase.com"]}
        }}
        """
      And discovery's option "filterBrowser" is "true"
      When the runtime discovers and starts
      Then server "Playwright" was started 0 times
      And startup reported no errors
      And the runtime has the tools "mcp__docs_echo"
      And these servers are left out:
        | name       | reason  |
        | Playwright | browser |
        | one        | browser |
        | two        | browser |
        | three      | browser |
