@agents @virtual
Feature: What a manager shows does not depend on who answers first
  Servers that are connected in parallel answer in any order. Tools, errors and
  prompts that change places from run to run make agents behave differently for no
  reason anybody can find.

  @OAI-30 @OAI-31 @OAI-32
  Rule: Active servers, failed servers and workers are the same for every order of completion

    Example: two of four servers fail
      Given servers "a, b, c, d" over http
      And server "b" answers "initialize" with error -32000 "no"
      And server "d" answers "initialize" with error -32000 "never"
      And the manager connects its servers in parallel
      When the manager connects its servers in every order of completion
      Then in every order connecting succeeded
      And in every order the manager showed:
        | view      | servers |
        | connected | a, c    |
        | failed    | b, d    |
        | active    | a, c    |
        | workers   | a, c    |
      And in every order the manager's errors were:
        | server | error                   |
        | b      | MCP error -32000: no    |
        | d      | MCP error -32000: never |

    Example: two of three servers fail a strict manager
      Given servers "a, b, c" over stdio
      And server "a" answers "initialize" with error -32000 "no"
      And server "c" answers "initialize" with error -32000 "never"
      And the manager connects its servers in parallel
      And the manager is strict
      When the manager connects its servers in every order of completion
      Then in every order connecting failed with "MCP error -32000: no"
      And in every order the manager showed:
        | view      | servers |
        | connected |         |
        | failed    | a, c    |
        | active    |         |
        | workers   |         |

  @OAI-73
  Rule: Two tools of one name are an error whose text is the same for every order of servers and answers

    Example: three servers, two names that are there twice
      Given servers "a, b, c" over http
      And server "a" offers the tools "zeta, alpha, one"
      And server "b" offers the tools "alpha, two"
      And server "c" offers the tools "zeta"
      And an agent "writer"
      And the manager connects its servers in parallel
      When the manager connects its servers in every order of completion
      Then in every order agent "writer" was refused with "Duplicate tool names found across MCP servers: alpha, zeta. Pass `include_server_in_tool_names=True` to `MCPUtil.get_all_function_tools()` or set `mcp_config={'include_server_in_tool_names': True}` on the agent to prefix tool names with their server name and avoid collisions."

    @real
    Example: a server that offers one name twice is named first
      Given servers "a, b" over http
      And server "a" offers the tools "search"
      And server "b" offers the tools "read, search, read"
      And agent "writer" names tools after their servers
      And the manager connects its servers in parallel
      When the manager connects its servers in every order of completion
      Then in every order agent "writer" was refused with "Duplicate tool names found on MCP server `b`: read"

    Example: two servers that each offer a name twice, the later one by its name first
      Given servers "b, a" over http
      And server "b" offers the tools "read, read"
      And server "a" offers the tools "send, write, write, send, send"
      And an agent "writer"
      And the manager connects its servers in parallel
      When the manager connects its servers in every order of completion
      Then in every order agent "writer" was refused with "Duplicate tool names found on MCP server `a`: send, write"

  @OAI-74
  Rule: Names that contain the server are the same for every order of servers and answers

    Example: two servers whose names look alike
      Given servers "foo, foo!" over stdio
      And server "foo" offers the tools "create_issue, read"
      And server "foo!" offers the tools "create_issue"
      And agent "writer" names tools after their servers
      And the manager connects its servers in parallel
      When the manager connects its servers in every order of completion
      Then in every order agent "writer" had the tools "mcp_foo__create_issue_b2b06633, mcp_foo__read, mcp_foo__create_issue_48819d22"
