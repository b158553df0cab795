@virtual
Feature: A server that cannot be used says at once what it lacks
  What a server answers first decides about everything else. A person who reads the
  error must know what it was.

  @omp @X-LIFE-03
  Rule: A handshake that cannot be read fails the server with its reason

    Scenario Outline: initialize is answered with <result>, over <kind>
      Given server "docs" over <kind>
      And server "docs" follows these rules:
        """yaml
        - {when: {method: initialize}, do: [result: <result>]}
        """
      When the runtime starts
      And 1s passes
      Then startup reported these errors:
        | server | error |
        | docs   | reading the initialize result: a number, not an object |
      And server "docs" received "notifications/initialized" 0 times

      Examples:
        | kind  | result |
        | stdio | 7      |
        | http  | 7      |

  @omp @X-LIFE-04
  Rule: A tool without a description says where it comes from

    Example: none, an empty one, and one
      Given server "docs" over stdio with this script:
        """yaml
        tools:
          - {name: a, raw: {name: a}}
          - {name: b, raw: {name: b, description: "", icons: [{src: "a.png"}], names: 7}}
          - {name: c, raw: {name: c, description: Finds}}
        """
      When the runtime starts
      Then the runtime has these tools:
        | name        | description        |
        | mcp__docs_a | MCP tool from docs |
        | mcp__docs_b | MCP tool from docs |
        | mcp__docs_c | Finds              |

    Example: one that is only remembered
      Given server "docs" over stdio with this script:
        """yaml
        tools: [{name: a, raw: {name: a}}]
        rules: [{when: {method: initialize, connection: 2}, do: [never]}]
        """
      And the runtime has started
      When the program ends and another one starts
      And 300ms pass
      Then the runtime has these tools:
        | name        | kind     | description        |
        | mcp__docs_a | deferred | MCP tool from docs |

  @qwen @X-QWEN-19
  Rule: A server that offers nothing, or takes too long, has failed and says why

    Scenario Outline: it offers the <what> "<names>"
      Given server "docs" over stdio
      And server "docs" offers the tools ""
      And server "docs" offers the <what> "<names>"
      And the user settings define the server "docs"
      When the workspace starts
      Then server "docs" is <status>
      And the detail of server "docs" shows:
        | what  | value   |
        | error | <error> |

      Examples:
        | what      | names | status       | error |
        | prompts   | a     | connected    |       |
        | resources | a     | connected    |       |
        | prompts   |       | disconnected | No prompts, tools, or resources found on the server. |

    Example: it answers as late as its definition allows
      Given server "docs" over stdio
      And server "docs" answers "initialize" after 250s
      And the user settings hold:
        """json
        {"mcpServers": {"docs": {"command": "docs", "discoveryTimeoutMs": 260000, "timeout": 600000}}}
        """
      When the workspace starts
      And 251s pass
      Then server "docs" is connected

    Example: it never answers
      Given server "docs" over stdio
      And server "docs" never answers "initialize"
      And the user settings define the server "docs"
      When the workspace starts
      And 1h passes
      Then the detail of server "docs" shows:
        | what  | value |
        | error | MCP server 'docs' discovery timed out after 30000ms |

    Example: it has failed, and is well again
      Given server "docs" over stdio
      And server "docs" cannot be started
      And the user settings define the server "docs"
      And the workspace has started
      When server "docs" comes up
      And the user reloads the servers
      Then server "docs" is connected
      And the detail of server "docs" shows:
        | what  | value |
        | error |       |
