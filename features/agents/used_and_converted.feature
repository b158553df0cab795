@agents @virtual
Feature: What a server was used for changes neither its connection nor its texts

  @OAI-36
  Rule: Connecting what is connected opens nothing, also without sessions and after it was used

    Scenario Outline: over <kind>, with sessions <sessions>
      Given server "a" over <kind> with this script:
        """yaml
        http: {sessions: <sessions>}
        """
      And server "b" over <kind>
      And server "b" cannot be started
      And the manager has connected its servers
      When the program sends "tools/list" to server "a"
      And the program connects server "a"
      And the manager connects its servers
      And the manager connects its servers
      And 1m passes
      Then operations 2 to 3 succeed
      And server "a" received "initialize" 1 time

      Examples:
        | kind  | sessions |
        | http  | false    |
        | stdio | true     |

  @OAI-56
  Rule: The server's text comes first for every tool and every failure, whatever the agent and the server want besides

    Example: strict schemas, structured content, two tools
      Given server "docs" over http with this script:
        """yaml
        tools: [read, search]
        rules: [{when: {method: tools/call}, do: [error: {code: -32000, message: "no"}]}]
        """
      And server "docs" turns failures into the text "server: "
      And server "docs" gives agents structured content alone
      And agent "writer" turns failures into the text "agent: "
      And agent "writer" wants strict schemas
      And the manager has connected its servers
      When agent "writer" lists its tools
      And agent "writer" calls tool "read"
      And agent "writer" calls tool "search"
      Then call 1 returns "server: MCP error -32000: no"
      And call 2 returns "server: MCP error -32000: no"

    Scenario Outline: a call is cancelled, and <whose> has a text
      Given server "docs" over http
      And server "docs" offers the tool "search"
      And <whose> turns failures into the text "ours: "
      And the manager has connected its servers
      When agent "writer" lists its tools
      And the session of server "docs" breaks with "cancelled"
      And agent "writer" calls tool "search"
      Then call 1 returns "ours: Failed to call tool 'search' on MCP server 'docs': tool execution was cancelled."

      Examples:
        | whose          |
        | server "docs"  |
        | agent "writer" |
