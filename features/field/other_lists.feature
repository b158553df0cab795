@omp @virtual
Feature: What fails in the field, in lists of other things
  What is done for a list of tools is done for prompts and resources, and a tool is more
  than its name in a list: it has a schema, and is called.

  @FF-33
  Rule: An empty object declares prompts and resources, too

    Example: without tools
      Given server "docs" over stdio with this script:
        """yaml
        resources: ["a"]
        prompts: [a]
        capabilities: {resources: {}, prompts: {}}
        """
      When the runtime starts
      And 1h passes
      Then the runtime has the resources "a" of server "docs"
      And the runtime has the prompts "a" of server "docs"
      And server "docs" received "tools/list" 0 times

  @FF-36
  Rule: All pages of every list are read, and a list of which one fails is none

    Scenario Outline: <method>
      Given server "docs" over http with this script:
        """yaml
        pageSize: 2
        resources: [a, b, c]
        templates: [a, b, c]
        prompts: [a, b, c]
        rules: [{when: {method: <method>, nth: 4}, do: [{error: {code: -32603, message: no}}]}]
        """
      When the runtime starts
      Then the runtime has the <what> "a, b, c" of server "docs"
      When server "docs" sends the notification "notifications/<what>/list_changed"
      And 1m passes
      Then the runtime has the <what> "a, b, c" of server "docs"
      And the log has 1 warning of "docs" with "refreshing <what> failed"

      Examples:
        | method         | what      |
        | resources/list | resources |
        | prompts/list   | prompts   |

  @FF-37 @FF-39
  Rule: A tool is offered with the schema that it has, and called by the name that it has

    Example: a schema that is none, and two names that become one
      Given server "docs" over stdio with this script:
        """yaml
        tools: ["my-tool", {name: my.tool, raw: {name: my.tool, inputSchema: 7}}]
        """
      When the runtime starts
      Then the runtime has these tools:
        | name              | schema            |
        | mcp__docs_my_tool | {"type":"object"} |
        | mcp__docs_my_tool | 7                 |
      When tool "mcp__docs_my_tool" is called
      Then "tools/call" number 1 to server "docs" is:
        """json
        {"jsonrpc": "2.0", "id": "<id>", "method": "tools/call", "params": {"name": "my.tool", "arguments": {}}}
        """

  @FF-39
  Rule: Of tools of two servers that have one name the one of the later server is called

    Scenario Outline: <first> connects later
      Given server "a" over stdio with this script:
        """yaml
        tools: [b_c]
        """
      And server "a-b" over stdio with this script:
        """yaml
        tools: [c]
        """
      And server "<first>" answers "initialize" after 2s
      When the runtime starts
      And 3s pass
      Then the runtime has the tools "mcp__a_b_c, mcp__a_b_c"
      When tool "mcp__a_b_c" is called
      Then server "a-b" received "tools/call" 1 time
      And server "a" received "tools/call" 0 times

      Examples:
        | first |
        | a     |
        | a-b   |

  @FF-34
  Rule: Cursors that go round end the list like one that comes back

    Example: three pages, and the first one again
      Given server "docs" over stdio with this script:
        """yaml
        tools: [a, b]
        rules:
          - {when: {method: tools/list, nth: 1}, do: [cursor: "1"]}
          - {when: {method: tools/list, nth: 2}, do: [cursor: "2"]}
          - {when: {method: tools/list, after: 2}, do: [cursor: "1"]}
        """
      When the runtime starts
      And 1h passes
      Then server "docs" received "tools/list" 3 times
      And the runtime has the tools "mcp__docs_a, mcp__docs_b"
