@agents @virtual
Feature: A program that reconnects goes on where it was
  Connections come and go under a program that lists, converts and calls tools.
  What it has configured about them must hold for the new connection as well.

  @OAI-80
  Rule: After a reconnect, listing, converting and calling work as before, with cache, filters and names in force

    @real
    Example: a server comes back with other tools
      Given server "docs" over http
      And server "docs" caches its tools
      And server "docs" hides from agents the tool "delete"
      And the manager has connected its servers
      When agent "writer" lists its tools
      And server "docs" changes its tools to "find, delete"
      And the manager reconnects all servers
      And the tools of server "docs" are invalidated
      And agent "writer" lists its tools
      And agent "writer" calls tool "find"
      Then listing 2 has the tools "find"
      And call 1 returns "ok"

    Example: a function filter still wants to know who asks
      Given server "docs" over stdio
      And server "docs" offers the tools "search, delete"
      And server "docs" asks a function which tools it shows:
        | agent  | shows  |
        | writer | search |
      And the manager has connected its servers
      When the manager reconnects all servers
      And 10s pass
      And agent "writer" lists its tools
      And agent "writer" calls tool "search"
      And tools are listed without an agent
      Then listing 1 has the tools "search"
      And call 1 returns "ok"
      And listing 2 fails with "run_context and agent are required for dynamic tool filtering"

    @real
    Example: the server that comes back brings a name that is there already
      Given servers "docs, mail" over http
      And server "mail" cannot be started
      And agent "prefixing" names tools after their servers
      And the manager has connected its servers
      When server "mail" comes up
      And the manager reconnects the failed servers
      And agent "writer" lists its tools
      And agent "prefixing" lists its tools
      And agent "prefixing" calls tool "mcp_mail__echo" with:
        """json
        {"text": "hello"}
        """
      Then listing 1 fails with "Duplicate tool names found across MCP servers: echo. Pass `include_server_in_tool_names=True` to `MCPUtil.get_all_function_tools()` or set `mcp_config={'include_server_in_tool_names': True}` on the agent to prefix tool names with their server name and avoid collisions."
      And listing 2 has the tools "mcp_docs__echo, mcp_mail__echo"
      And call 1 returns "hello"

    Example: the filter that the program has set last counts
      Given server "docs" over stdio
      And server "docs" offers the tools "search, delete"
      And the manager has connected its servers
      When the filter of server "docs" changes to show only "search"
      And the manager reconnects all servers
      And agent "writer" lists its tools
      Then listing 1 has the tools "search"
