@agents @virtual
Feature: What was configured about a server holds for every connection to it
  Names, approvals, failure texts and retries were decided once. A reconnect is no reason
  to decide anew.

  @OAI-80
  Rule: After a reconnect names, approvals, texts of failures and retries are as they were configured

    Example: a tool that must be approved, and fails
      Given server "docs" over http
      And server "docs" offers the tools "search, delete"
      And server "docs" answers "tools/call" with error -32000 "no"
      And server "docs" turns failures into the text "docs: "
      And server "docs" has this approval policy:
        """json
        {"delete": "always"}
        """
      And requests to server "docs" are retried 2 times
      And the manager has connected its servers
      When the manager reconnects all servers
      And agent "writer" lists its tools
      And agent "writer" calls tool "search"
      And 1h passes
      Then call 1 returns "docs: MCP error -32000: no"

    Example: how often that was tried, and what must be approved
      Given server "docs" over http
      And server "docs" offers the tools "search, delete"
      And server "docs" answers "tools/call" with error -32000 "no"
      And server "docs" has this approval policy:
        """json
        {"delete": "always"}
        """
      And requests to server "docs" are retried 2 times
      And the manager has connected its servers
      When the manager reconnects all servers
      And agent "writer" lists its tools
      And agent "writer" calls tool "search"
      And 1h passes
      Then server "docs" received "tools/call" 3 times
      And calls of "delete" by agent "writer" must be approved

    Example: two servers with a tool of one name
      Given servers "docs, mail" over http
      And agent "prefixing" names tools after their servers
      And the manager has connected its servers
      When the manager reconnects all servers
      And agent "writer" lists its tools
      And agent "prefixing" lists its tools
      Then listing 1 fails with a text that begins with "Duplicate tool names found across MCP servers: echo."
      And listing 2 has the tools "mcp_docs__echo, mcp_mail__echo"

    Example: a tool that was listed before a reconnect and an invalidation
      Given server "docs" over http
      And server "docs" caches its tools
      And the manager has connected its servers
      When agent "writer" lists its tools
      And the manager reconnects all servers
      And the tools of server "docs" are invalidated
      And agent "writer" calls tool "echo" with:
        """json
        {"text": "hello"}
        """
      Then call 1 returns "hello"

    Example: two servers whose tools have one name, and texts and approvals of their own
      Given servers "docs, mail" over http
      And server "mail" answers "tools/call" with error -32000 "no"
      And server "docs" turns failures into the text "docs: "
      And server "mail" has this approval policy:
        """json
        {"echo": "always"}
        """
      And agent "prefixing" names tools after their servers
      And the manager has connected its servers
      When the manager reconnects all servers
      And agent "prefixing" lists its tools
      And agent "prefixing" calls tool "mcp_mail__echo" with:
        """json
        {"text": "hello"}
        """
      Then call 1 returns "An error occurred while running the tool. Please try again. Error: MCP error -32000: no"
      And calls of "mcp_mail__echo" by agent "prefixing" must be approved
      And calls of "mcp_docs__echo" by agent "prefixing" need not be approved

  @OAI-72
  Rule: Tools of one name are converted each from its own definition

    Example: two servers, prefixed names
      Given server "docs" over http with this script:
        """yaml
        tools: [{name: get, raw: {name: get, description: Reads, inputSchema: {type: object, properties: {path: {}}}, _meta: {v: 1}}}]
        """
      And server "mail" over http with this script:
        """yaml
        tools: [{name: get, raw: {name: get, description: Fetches, inputSchema: {type: object, properties: {id: {}}}, _meta: {v: 2}}}]
        """
      And agent "prefixing" names tools after their servers
      And the manager has connected its servers
      When agent "prefixing" lists its tools
      Then listing 1 describes the tools as:
        | name          | server | original | description | meta    | schema                                     |
        | mcp_docs__get | docs   | get      | Reads       | {"v":1} | {"type":"object","properties":{"path":{}}} |
        | mcp_mail__get | mail   | get      | Fetches     | {"v":2} | {"type":"object","properties":{"id":{}}}   |

  @OAI-80
  Rule: A server that cannot list its tools is an error, and not a server without tools

    Example: the second of two, after a reconnect
      Given servers "docs, mail" over http
      And server "mail" answers "tools/list" with error -32000 "no"
      And the manager has connected its servers
      When the manager reconnects all servers
      And agent "writer" lists its tools
      Then listing 1 fails with "MCP error -32000: no"
