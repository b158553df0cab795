@agents @virtual
Feature: What is kept is what the server said, and nobody can spoil it
  What is kept must be what the server said, not what one agent was shown of it or
  has written into it: otherwise the next agent gets the first one's tools.

  Background:
    Given server "docs" over http with this script:
      """yaml
      tools:
        - {name: search, description: Finds, raw: {name: search, description: Finds, inputSchema: {type: object}, _meta: {v: 1}}}
        - {name: delete, raw: {name: delete, inputSchema: {type: object}}}
      """
    And an agent "writer"

  @OAI-59 @OAI-66
  Rule: A filter that changes works at once on the list that is kept, which is whole

    Example: one tool, then the other, then all, from one fetch
      Given server "docs" caches its tools
      And server "docs" shows agents only the tool "search"
      And the manager has connected its servers
      When agent "writer" lists its tools
      And the filter of server "docs" changes to show only "delete"
      And agent "writer" lists its tools
      And the filter of server "docs" is removed
      And agent "writer" lists its tools
      Then listing 1 has the tools "search"
      And listing 2 has the tools "delete"
      And listing 3 has the tools "search, delete"
      And server "docs" received "tools/list" 1 time

    Example: what was hidden when the list was fetched is in it
      Given server "docs" caches its tools
      And server "docs" hides from agents the tool "delete"
      And the manager has connected its servers
      When agent "writer" lists its tools
      And the filter of server "docs" is removed
      And agent "writer" lists its tools
      Then listing 1 has the tools "search"
      And listing 2 has the tools "search, delete"
      And server "docs" received "tools/list" 1 time

    Example: what a function did not show is in it
      Given server "docs" caches its tools
      And server "docs" asks a function which tools it shows:
        | agent  | shows  |
        | writer | search |
      And the manager has connected its servers
      When agent "writer" lists its tools
      And the filter of server "docs" is removed
      And agent "writer" lists its tools
      Then listing 1 has the tools "search"
      And listing 2 has the tools "search, delete"
      And server "docs" received "tools/list" 1 time

  @OAI-61
  Rule: Nothing that is done to a listing is seen in the next

    Example: schema and metadata are overwritten
      Given server "docs" caches its tools
      And the manager has connected its servers
      When agent "writer" lists its tools
      And everything that listing 1 returned is overwritten
      And agent "writer" lists its tools
      Then listing 2 describes the tools as:
        | name   | description | meta    | schema                            |
        | search | Finds       | {"v":1} | {"type":"object","properties":{}} |
        | delete |             |         | {"type":"object","properties":{}} |
      And server "docs" received "tools/list" 1 time

    Example: what a program gets of a server directly is overwritten
      Given server "mail" over http with this script:
        """yaml
        tools:
          - {name: send, raw: {name: send, inputSchema: {}, outputSchema: {"type": "object"}, annotations: {"readOnlyHint": true}, _meta: {"v": 2}}}
        """
      And server "mail" caches its tools
      And the manager has connected its servers
      When the program overwrites the tools that server "mail" gives it
      And the program overwrites the tools that server "mail" gives it
      And the program overwrites the tools that server "mail" gives it
      Then operation 4 was given the tools:
        | name | schema | output schema     | annotations           | meta    | definition |
        | send | {}     | {"type":"object"} | {"readOnlyHint":true} | {"v":2} | {"name":"send","inputSchema":{},"outputSchema":{"type":"object"},"annotations":{"readOnlyHint":true},"_meta":{"v":2}} |
      And server "mail" received "tools/list" 1 time

  @OAI-65
  Rule: A filtered list is not what is kept across a reconnect

    Example: filtered, reconnected, then whole, from one fetch
      Given server "docs" caches its tools
      And server "docs" shows agents only the tool "search"
      And the manager has connected its servers
      When agent "writer" lists its tools
      And the manager reconnects all servers
      And the filter of server "docs" is removed
      And agent "writer" lists its tools
      Then listing 1 has the tools "search"
      And listing 2 has the tools "search, delete"
      And server "docs" received "tools/list" 1 time

    Example: a function filters, the manager reconnects, another agent sees its own
      Given server "docs" caches its tools
      And server "docs" asks a function which tools it shows:
        | agent  | shows          |
        | writer | search         |
        | reader | search, delete |
      And the manager has connected its servers
      When agent "writer" lists its tools
      And the manager reconnects all servers
      And agent "reader" lists its tools
      Then listing 1 has the tools "search"
      And listing 2 has the tools "search, delete"
      And server "docs" received "tools/list" 1 time

    Example: filtered, reconnected and invalidated, then whole
      Given server "docs" caches its tools
      And server "docs" shows agents only the tool "search"
      And the manager has connected its servers
      When agent "writer" lists its tools
      And server "docs" changes its tools to "search, read"
      And the manager reconnects all servers
      And the tools of server "docs" are invalidated
      And the filter of server "docs" is removed
      And agent "writer" lists its tools
      Then listing 2 has the tools "search, read"
      And server "docs" received "tools/list" 2 times
