@agents @virtual
Feature: A request that is given up is that, and nothing else, over every transport
  Whoever gives up knows it. An error that says something else sends them looking for a
  fault of the server.

  @OAI-41
  Rule: Who gives up a request of any kind gets the cancellation, and no other session is opened

    Scenario Outline: <method> over <transport>
      Given server "docs" over <transport> with this script:
        """yaml
        tools: [search]
        prompts: [hello]
        resources: ["file:///a"]
        templates: ["file:///{name}"]
        http: {<http>}
        rules:
          - {when: {method: <method>}, do: [never]}
        """
      And requests to server "docs" are retried 3 times
      And the manager has connected its servers
      When the program sends "<method>" to server "docs"
      And 2s pass
      And the program gives up operation 2
      And 1h passes
      Then operation 2 was aborted
      And operation 2 ended at 2s
      And server "docs" received "<method>" 1 time
      And server "docs" received "initialize" 1 time

      Examples:
        | method                   | transport | http       |
        | prompts/list             | http      |            |
        | prompts/get              | http      |            |
        | resources/list           | http      |            |
        | resources/templates/list | http      |            |
        | resources/read           | http      |            |
        | prompts/get              | stdio     |            |
        | resources/read           | ws        |            |
        | prompts/list             | sse       | legacy: {} |
        | tools/call               | sse       | legacy: {} |
        | tools/list               | sse       | legacy: {} |
        | tools/call               | ws        |            |
        | tools/list               | ws        |            |

    Scenario Outline: the deadline of <method> passes over <transport>
      Given server "docs" over <transport> with this script:
        """yaml
        tools: [search]
        prompts: [hello]
        http: {<http>}
        rules:
          - {when: {method: <method>}, do: [never]}
        """
      And requests to server "docs" are retried 3 times
      And the manager has connected its servers
      When the program sends "<method>" to server "docs"
      And 2s pass
      And the deadline of operation 2 passes
      Then operation 2 fails with "context deadline exceeded"
      And server "docs" received "<method>" 1 time

      Examples:
        | method      | transport | http       |
        | tools/call  | sse       | legacy: {} |
        | tools/list  | sse       | legacy: {} |
        | tools/call  | ws        |            |
        | prompts/get | http      |            |
        | prompts/get | stdio     |            |

  @OAI-54 @OAI-55
  Rule: What is required must be there, whatever else the schema says, and may be anything

    Scenario Outline: a schema without properties, <retries> retries
      Given server "docs" over <transport> with this script:
        """yaml
        tools: [{name: search, inputSchema: {type: object, required: [query]}}]
        """
      And requests to server "docs" are retried <retries> times
      And the manager has connected its servers
      When the program sends "tools/list" to server "docs"
      And the program sends "tools/call" to server "docs"
      Then operation 3 fails with "Failed to call tool 'search' on MCP server 'docs': missing required parameters: query"
      And operation 3 ended at 0s
      And server "docs" received "tools/call" 0 times

      Examples:
        | transport | retries |
        | http      | 0       |
        | http      | 3       |
        | stdio     | 3       |
        | ws        | 3       |

    Scenario Outline: it is <value>
      Given server "docs" over http with this script:
        """yaml
        tools: [{name: search, inputSchema: {type: object, required: [query]}}]
        """
      And the manager has connected its servers
      When the program sends "tools/list" to server "docs"
      And the program calls tool "search" of server "docs" with:
        """json
        {"query": <value>}
        """
      Then operation 3 succeeds
      And server "docs" received "tools/call" 1 time

      Examples:
        | value |
        | ""    |
        | 0     |
        | false |
        | []    |
