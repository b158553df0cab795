@qwen @virtual
Feature: What fails over a shared connection fails for the one who asked
  A workspace that asks for what its server cannot give must hear of it, whether or not
  others use the connection.

  @X-QWEN-07
  Rule: A request that fails over a shared connection fails for its caller

    Background:
      Given the pool is on
      And server "docs" over stdio

    Example: a call, a resource and a prompt
      Given server "docs" offers the resources "doc:a"
      And server "docs" offers the prompts "review"
      And the user settings define the server "docs"
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/call}, do: [{error: {code: -32000, message: no}}]}
        - {when: {method: resources/read}, do: [{error: {code: -32001, message: no}}]}
        - {when: {method: prompts/get}, do: [{error: {code: -32002, message: no}}]}
        """
      And the workspace has started
      When the workspace calls tool "mcp__docs__echo"
      And resource "doc:a" of server "docs" is read
      And prompt "review" of server "docs" is filled in
      Then call 1 returns the error text "MCP error: MCP error -32000: no"
      And call 2 fails with "MCP error -32001: no"
      And call 3 fails with "MCP error -32002: no"

    Scenario Outline: <method>
      Given the user settings define the server "docs"
      And server "docs" offers the resources "doc:a"
      And server "docs" offers the prompts "review"
      And server "docs" answers "<method>" with error -32000 "no"
      When the workspace starts
      Then the log has 1 warning of "docs" with "loading <what> failed MCP error -32000: no"

      Examples:
        | method                   | what               |
        | resources/list           | resources          |
        | resources/templates/list | resource templates |
        | prompts/list             | prompts            |

    Example: a handshake that takes its time, and a connection that is lost
      Given server "docs" answers "initialize" after 1s
      And the user settings define the server "docs"
      When the workspace starts
      Then server "docs" is in state "handshaking"
      When 2s pass
      And server "docs" exits with code 1
      And 2s pass
      Then server "docs" is disconnected
      And the trace tells of "pool.closed", among others
      And the trace does not contain "idle"

    Example: its tools
      Given the user settings define the server "docs"
      And server "docs" answers "tools/list" with error -32000 "no"
      When the workspace starts
      Then server "docs" is disconnected
      And the log has 1 warning of "docs" with "MCP error -32000: no"

  @X-QWEN-08
  Rule: A workspace that comes when all have left waits for a connection of its own

    Example: at the moment at which the last one has left
      Given the pool is on
      And server "docs" over stdio
      And server "docs" answers "initialize" after 10s
      And the user settings define the server "docs"
      And the workspace has started
      When the clock reaches 5s
      And workspace 1 is closed
      And another workspace starts in the same process
      And the clock reaches 16s
      Then workspace 2 has the tools "mcp__docs__echo"
      And server "docs" was started 2 times

  @X-QWEN-21
  Rule: A pool that a workspace cannot use is refused when the workspace is made

    Scenario Outline: a pool of <dir>, and sharing is <on>
      Given the pool is <on>
      And the program gives workspaces a pool of the directory "<dir>"
      Then no workspace can be made: "<error>"

      Examples:
        | dir        | on  | error                                                                                                       |
        | /elsewhere | on  | the pool of /elsewhere cannot be used in /project: servers run in the directory of their pool               |
        | /project   | off | a pool is given, and the policy shares no connections: use QwenCodePool or set Settings.Pool                |
        | /elsewhere | off | a pool is given, and the policy shares no connections: use QwenCodePool or set Settings.Pool                |
