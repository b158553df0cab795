@omp @virtual
Feature: An address that cannot be used is told without its secrets
  Addresses hold tokens. What is wrong with one is said in words that repeat no more
  than its scheme and its host.

  @X-CFG-05
  Rule: An address that is none, or of another kind, fails its server at once, and nothing of its secrets is shown

    Scenario Outline: <type> at <url>
      Given the file ".mcp.json" holds:
        """json
        {"mcpServers": {"docs": {"type": "<type>", "url": "<url>"}}}
        """
      When the runtime discovers and starts
      Then startup reported one error, of "docs", with "<error>"
      And "tok-1" is nowhere to be seen

      Examples:
        | type | url                       | error                                                               |
        | http | ftp://x.test/?tok-1       | parsing the URL: scheme "ftp" with host "x.test" is not HTTP        |
        | http | http:/?tok-1              | parsing the URL: scheme "http" with host "" is not HTTP             |
        | http | http://%zz/?tok-1         | parsing the URL: malformed host, port, user or escape               |
        | http | http://me:tok-1/a@x.test/ | parsing the URL: malformed host, port, user or escape               |
        | http | https:tok-1               | parsing the URL: scheme "https" with host "" is not HTTP            |
        | sse  | ws://x.test/?tok-1        | parsing the URL: scheme "ws" with host "x.test" is not HTTP         |
        | ws   | http://x.test/?tok-1      | parsing the URL: scheme "http" with host "x.test" is not WebSocket  |
        | ws   | wss:/?tok-1               | parsing the URL: scheme "wss" with host "" is not WebSocket         |
        | ws   | ws://x.test:tok-1/        | parsing the URL: malformed host, port, user or escape               |
        | http | http://x.test/?k=tok-1    | dial tcp x.test:80: connect: connection refused                     |
        | http | https://x.test/?k=tok-1   | dial tcp x.test:443: connect: connection refused                    |
        | http | http://x.test:81/?k=tok-1 | dial tcp x.test:81: connect: connection refused                     |
        | sse  | https://x.test:81/?tok-1  | dial tcp x.test:81: connect: connection refused                     |
        | ws   | wss://x.test/?k=tok-1     | dial tcp x.test:443: connect: connection refused                    |
        | ws   | ws://x.test:81/?k=tok-1   | dial tcp x.test:81: connect: connection refused                     |
        | ws   | ws://x.test/?k=tok-1      | dial tcp x.test:80: connect: connection refused                     |
