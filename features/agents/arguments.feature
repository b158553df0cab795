@agents @virtual
Feature: A call that no tool could read is not sent
  What a model makes up as arguments may lack what the tool needs, or be no JSON at
  all. That is no reason to bother the server, let alone several times.

  @OAI-54 @OAI-55
  Rule: A call without required arguments is refused at once, sends nothing and uses no retries

    Scenario Outline: <arguments>
      Given server "docs" over http with this script:
        """yaml
        tools:
          - {name: find, inputSchema: {type: object, required: [other]}}
          - {name: search, inputSchema: {type: object, required: [where, query, query], properties: {where: {}, query: {}}}}
        """
      And requests to server "docs" are retried 5 times
      And the manager has connected its servers
      When the program sends "tools/list" to server "docs"
      And the program calls tool "search" of server "docs" with:
        """json
        <arguments>
        """
      Then operation 3 fails with "Failed to call tool 'search' on MCP server 'docs': <why>"
      And no timer is pending
      And server "docs" received "tools/call" 0 times
      And requests to server "docs" took 1 shared and 0 isolated tries

      Examples:
        | arguments         | why                                       |
        | {}                | missing required parameters: query, where |
        | {"query": "mcp"}  | missing required parameters: where        |
        | {"Where": "here"} | missing required parameters: query, where |
        | null              | arguments must be an object.              |
        | 7                 | arguments must be an object.              |

    Example: a call without any arguments, by an agent, after a reconnect and without a cache
      Given server "docs" over stdio with this script:
        """yaml
        tools:
          - {name: search, inputSchema: {type: object, required: [query]}}
        """
      And requests to server "docs" are retried 5 times
      And the manager has connected its servers
      When agent "writer" lists its tools
      And the manager reconnects all servers
      And 10s pass
      And agent "writer" calls tool "search"
      Then call 1 returns "An error occurred while running the tool. Please try again. Error: Failed to call tool 'search' on MCP server 'docs': missing required parameters: query"
      And server "docs" received "tools/call" 0 times

    Scenario Outline: <what> is the server's business
      Given server "docs" over http with this script:
        """yaml
        tools:
          - {name: search, raw: {name: search, inputSchema: <schema>}}
        """
      And the manager has connected its servers
      When <before>
      And the program calls tool "<tool>" of server "docs" with:
        """json
        <arguments>
        """
      Then server "docs" received "tools/call" 1 time

      Examples:
        | what                       | schema                  | before                                      | tool   | arguments |
        | a tool that was not listed | {required: [query]}     | the counts start anew                       | search | {}        |
        | another tool               | {required: [query]}     | the program sends "tools/list" to server "docs" | find   | {}        |
        | nothing that is required   | {required: []}          | the program sends "tools/list" to server "docs" | search | [1]       |
        | a strange requirement      | {required: [7]}         | the program sends "tools/list" to server "docs" | search | {}        |
        | a schema that is none      | {required: query}       | the program sends "tools/list" to server "docs" | search | {}        |

    Example: the newest list counts, whether or not it is kept
      Given server "docs" over http with this script:
        """yaml
        tools:
          - {name: search, inputSchema: {type: object, required: [query]}}
        """
      And the manager has connected its servers
      When the program sends "tools/list" to server "docs"
      And server "docs" changes its tools to "search"
      And the program sends "tools/list" to server "docs"
      And the program calls tool "search" of server "docs" with:
        """json
        {}
        """
      Then server "docs" received "tools/call" 1 time

    Example: with all of them it is sent, whatever they are
      Given server "docs" over stdio with this script:
        """yaml
        tools:
          - {name: search, inputSchema: {type: object, required: [query]}}
        """
      And the manager has connected its servers
      When the program sends "tools/list" to server "docs"
      And the program calls tool "search" of server "docs" with:
        """json
        {"query": null}
        """
      Then operation 3 succeeds
      And server "docs" received "tools/call" 1 time

  @OAI-54
  Rule: Input that is no JSON object is refused before anything is sent

    Scenario Outline: <what>
      Given server "docs" over http
      And requests to server "docs" are retried 3 times
      And agent "writer" lets failures through
      And agent "writer" names tools after their servers
      And the manager has connected its servers
      When agent "writer" lists its tools
      And agent "writer" calls tool "mcp_docs__echo" with:
        """
        <input>
        """
      Then call 1 fails with "Invalid JSON input for tool mcp_docs__echo: <why>"
      And server "docs" received "tools/call" 0 times

      Examples:
        | what            | input       | why                    |
        | no JSON         | hello       | hello                  |
        | half an object  | {"text":    | {"text":               |
        | a list          | ["hello"]   | expected a JSON object |
        | nothing         | null        | expected a JSON object |

    Scenario Outline: <what> is an object
      Given server "docs" over http with this script:
        """yaml
        tools: [search]
        rules:
          - {when: {method: tools/call}, do: [{result: {content: [{type: text, text: found}]}}]}
        """
      And the manager has connected its servers
      When agent "writer" lists its tools
      And agent "writer" calls tool "search" with:
        """
        <input>
        """
      Then call 1 returns "found"
      And "tools/call" number 1 to server "docs" is:
        """json
        {"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"search","arguments":{}}}
        """

      Examples:
        | what           | input |
        | no input       |       |
        | an empty one   | {}    |
