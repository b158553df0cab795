@omp @virtual
Feature: The tools of a session are those of its servers, each as it is
  A tool has a schema and a description of its own, and one that was only remembered is
  gone when the server has said what it has.

  @OMP-LC-87
  Rule: A refresh takes each tool with its own schema and description

    Example: two tools of one server, and one of another
      Given server "docs" over stdio
      And server "docs" follows these rules:
        """yaml
        - when: {method: tools/list}
          do: [{result: {tools: [{name: find, description: Finds, inputSchema: {type: object, required: [q]}}, {name: read, description: Reads, inputSchema: {type: object}}]}}]
        """
      And the cache holds the tools "old" of server "docs"
      And a session has started
      When server "docs" sends the notification "notifications/tools/list_changed"
      Then the session's tools are described as:
        | name           | description | schema                             |
        | mcp__docs_find | Finds       | {"type":"object","required":["q"]} |
        | mcp__docs_read | Reads       | {"type":"object"}                  |

  @OMP-LC-87
  Rule: Remembered tools are gone when there are current ones

    Example: a server that is late
      Given server "docs" over http
      And server "docs" answers "tools/list" after 1s
      And the cache holds the tools "old" of server "docs"
      And a session has started
      When 2s pass
      Then the session has the tools "mcp__docs_echo"
