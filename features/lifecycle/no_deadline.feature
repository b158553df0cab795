@omp @virtual
Feature: A deadline is what was said last of all, also if that is none

  @OMP-LC-56
  Rule: 0 in OMP_MCP_TIMEOUT_MS takes the deadline of every definition away

    Scenario Outline: over <kind>
      Given the environment variable "OMP_MCP_TIMEOUT_MS" is "0"
      And server "docs" over <kind>
      And server "docs" has a timeout of 5s
      And server "docs" never answers "initialize"
      And the cache holds the tools "search" of server "docs"
      When the runtime starts
      And 1h passes
      Then server "docs" is connecting

      Examples:
        | kind  |
        | stdio |
        | http  |
        | ws    |

  @OMP-LC-54
  Rule: The deadline is 30 seconds over every transport

    Scenario Outline: over <kind>, <how>
      Given the switch "transport.sse" is "<how>"
      And server "docs" over <kind>
      And server "docs" never answers "initialize"
      When the runtime starts
      And the clock reaches 29999ms
      Then server "docs" is connecting
      When the clock reaches 30s
      Then server "docs" is disconnected

      Examples:
        | kind | how          |
        | sse  | same-as-http |
        | ws   | same-as-http |

  @OMP-LC-115
  Rule: When all servers are disconnected tools go that an earlier disconnect had left

    Example: a name that is written differently in tool names
      Given servers "My-Srv, docs" over stdio
      And the runtime has started
      When server "My-Srv" is disconnected
      Then the runtime has the tools "mcp__docs_echo, mcp__my_srv_echo"
      When all servers are disconnected
      Then the runtime has the tools ""

  @OMP-LC-87
  Rule: A refresh brings descriptions and schemas as the servers give them now

    Scenario Outline: after <what>
      Given server "docs" over stdio with this script:
        """yaml
        rules:
          - {when: {method: tools/list, nth: 1}, do: [result: {tools: [{name: read, description: Reads, inputSchema: {type: object}}]}]}
          - {when: {method: tools/list, after: 1}, do: [result: {tools: [{name: read, description: Reads all, inputSchema: {type: object, required: [q]}}]}]}
        """
      And a session has started
      When <event>
      Then the session's tools are described as:
        | name           | description | schema                             |
        | mcp__docs_read | Reads all   | {"type":"object","required":["q"]} |

      Examples:
        | what                  | event                                                                 |
        | a reload              | the session is reloaded                                               |
        | a reconnect           | the session reconnects server "docs"                                  |
        | a notice              | server "docs" sends the notification "notifications/tools/list_changed" |
