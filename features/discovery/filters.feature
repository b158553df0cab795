@omp @virtual
Feature: Fields that a transport has no use for, and servers that are known by a word
  Definitions are copied from other programs and carry what belongs there. What
  is dropped is told, and a server that the program replaces is known by any of
  its words.

  @X-DISC-09
  Rule: Only the fields of the transport are taken, and each of the others is told

    Scenario Outline: <field>
      Given the file ".mcp.json" holds:
        """json
        {"mcpServers": {"docs": {<definition>}}}
        """
      When configurations are discovered
      Then the discovered server "docs" is defined as:
        """json
        {<kept>}
        """
      And discovery reported these problems:
        | place          | server | problem |
        | .mcp.json:1:17 | docs   | "<field>" is ignored: a server over <type> has no use for it |

      Examples:
        | type  | field   | kept | definition |
        | stdio | headers | "type": "stdio", "command": "c", "timeout": 5 | "command": "c", "headers": {"A": "1"}, "timeout": 5 |
        | stdio | url     | "type": "stdio", "command": "c", "env": {"A": "1"}, "cwd": "/" | "command": "c", "url": "u", "type": "stdio", "env": {"A": "1"}, "cwd": "/" |
        | http  | args    | "type": "http", "url": "u", "headers": {"A": "1"} | "type": "http", "url": "u", "args": ["x"], "headers": {"A": "1"} |
        | http  | env     | "type": "http", "url": "u", "oauth": {"a": 1} | "url": "u", "env": {"A": "1"}, "oauth": {"a": 1} |
        | sse   | cwd     | "type": "sse", "url": "u" | "type": "sse", "url": "u", "cwd": "/" |
        | ws    | env     | "type": "ws", "url": "ws://u" | "url": "ws://u", "env": {"A": "1"} |
        | http  | command | "type": "http", "url": "u", "auth": {"a": 1} | "type": "http", "url": "u", "command": "c", "auth": {"a": 1} |

  @X-DISC-10
  Rule: A server that drives a browser is known by each word of its kind, and by no other

    Scenario Outline: <name>: <definition>
      Given the file ".mcp.json" holds:
        """json
        {"mcpServers": {"docs": {"command": "c"}, "<name>": {<definition>}}}
        """
      And discovery's option "filterBrowser" is "true"
      When configurations are discovered
      Then the discovered servers and their sources have the names "<names>"

      Examples:
        | names   | name          | definition |
        | docs    | puppeteer     | "command": "c" |
        | docs    | playwright    | "command": "c" |
        | docs    | browserbase   | "command": "c" |
        | docs    | Browser-Tools | "command": "c" |
        | docs    | browser-use   | "command": "c" |
        | docs    | browser       | "url": "u" |
        | a, docs | a             | "command": "browser-use" |
        | docs    | a             | "command": "npx", "args": ["-y", "@modelcontextprotocol/server-puppeteer"] |
        | docs    | a             | "command": "npx", "args": ["@playwright/mcp"] |
        | docs    | a             | "command": "npx", "args": ["@browserbasehq/mcp-server-browserbase"] |
        | docs    | a             | "command": "npx", "args": ["@AgentDeskAI/browser-tools-mcp@1"] |
        | docs    | a             | "command": "npx", "args": ["@agent-infra/mcp-server-browser"] |
        | docs    | a             | "command": "puppeteer-mcp" |
        | docs    | a             | "command": "playwright-mcp" |
        | docs    | a             | "command": "/bin/pptr-mcp" |
        | docs    | a             | "command": "browser-use-mcp" |
        | docs    | a             | "command": "mcp-browser-use.exe" |
        | docs    | a             | "url": "https://api.browserbase.com/mcp" |
        | docs    | a             | "type": "sse", "url": "https://api.Browser-Use.com/mcp" |
        | a, docs | a             | "url": "https://x.test/@playwright/mcp" |
        | a, docs | a             | "command": "npx", "args": ["browser-use.com"] |
        | b, docs | b             | "command": "browsers" |
