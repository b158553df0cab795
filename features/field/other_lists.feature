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
