@omp @virtual
Feature: Handshakes and lists that differ from the usual
  Servers ask before they answer, name odd revisions, have empty capabilities, tools that no
  model can use, or names that meet. None of that is a reason to lose a server.

  @FF-28
  Rule: Questions on the background stream are answered while the handshake waits for that

    Example: roots and a ping before any list
      Given server "docs" over http with this script:
        """yaml
        rules:
          - {when: {verb: GET, nth: 1}, do: [answer, {request: {method: ping, id: 1}}, {request: {method: roots/list, id: s1}}]}
        """
      When the runtime starts
      And 1s passes
      Then server "docs" is connected
      And server "docs" received these answers:
        """jsonl
        {"jsonrpc": "2.0", "id": 1, "result": {}}
        {"jsonrpc": "2.0", "id": "s1", "result": {"roots": [{"uri": "file:///project", "name": "project"}]}}
        """

  @FF-30
  Rule: An older revision is spoken, one that is refused is told, and neither is tried again

    Scenario Outline: <what>
      Given server "docs" over http with this script:
        """yaml
        revisions: [<revisions>]
        """
      When the runtime starts
      And 1h passes
      Then server "docs" is connected
      And server "docs" received "initialize" 1 time
      And startup reported no errors
      And the runtime has the tools "mcp__docs_echo"

      Examples:
        | what              | revisions                  |
        | an older one      | "2024-11-05"               |
        | the one asked for | "2025-11-25", "2025-06-18" |

    Scenario Outline: a refusal <what>
      Given server "docs" over http
      And server "docs" follows these rules:
        """yaml
        - {when: {method: initialize}, do: [<do>]}
        """
      When the runtime starts
      And 1h passes
      Then startup reported these errors:
        | server | error   |
        | docs   | <error> |
      And server "docs" received "initialize" 1 time

      Examples:
        | what             | do                                                    | error                    |
        | by status 400    | status: {code: 400, body: Bad version}                | HTTP 400: Bad version    |
        | without any data | error: {code: -32602, message: Unsupported}           | MCP error -32602: Unsupported |

  @FF-33
  Rule: An empty object declares, and a server that declares nothing has nothing

    Scenario Outline: capabilities <capabilities>
      Given server "docs" over stdio with this script:
        """yaml
        tools: [search]
        capabilities: <capabilities>
        """
      When the runtime starts
      And 1h passes
      Then server "docs" is connected
      And the runtime has the tools "<tools>"
      And server "docs" received "prompts/list" 0 times
      And server "docs" received "resources/list" 0 times

      Examples:
        | capabilities | tools            |
        | {tools: {}}  | mcp__docs_search |
        | {}           |                  |

  @FF-36
  Rule: All pages of a list are read, however long one takes

    Example: three pages, the last one two seconds late
      Given server "docs" over stdio with this script:
        """yaml
        pageSize: 2
        tools: [a, b, c, d, e, f]
        rules: [{when: {method: tools/list, nth: 3}, do: [{delay: 2s}]}]
        """
      When the runtime starts
      And 2s pass
      Then the runtime has the tools "mcp__docs_a, mcp__docs_b, mcp__docs_c, mcp__docs_d, mcp__docs_e, mcp__docs_f"
      And server "docs" received "tools/list" 3 times

  @FF-37
  Rule: A schema that is none costs no other tool

    Scenario Outline: <what>
      Given server "docs" over stdio with this script:
        """yaml
        tools: [a, {name: b, raw: {name: b<schema>}}, c]
        """
      When the runtime starts
      Then the runtime has the tools "mcp__docs_a, mcp__docs_b, mcp__docs_c"
      And startup reported no errors

      Examples:
        | what                       | schema                                                                     |
        | no schema                  |                                                                            |
        | a type that does not exist | , inputSchema: {type: int}                                                 |
        | alternatives at the top    | , inputSchema: {anyOf: [{type: object}, {type: string}]}                   |
        | a member that is a boolean | , inputSchema: {type: object, properties: {x: true}}                       |
        | a header that is none      | , inputSchema: {type: object, properties: {x: {type: string, x-mcp-header: "a b"}}} |
        | an output schema that is none | , inputSchema: {type: object}, outputSchema: 7 |
