@agents @virtual
Feature: The list of tools is kept whole, and nobody can spoil it
  Listing tools before each turn costs a round trip. What is kept must be what the
  server said, not what one agent was shown of it: otherwise the next agent gets
  the first one's tools.

  Background:
    Given server "docs" over http with this script:
      """yaml
      tools:
        - {name: search, description: Finds, raw: {name: search, description: Finds, inputSchema: {type: object}, _meta: {v: 1}}}
        - {name: delete, raw: {name: delete, inputSchema: {type: object}}}
      """
    And an agent "writer"

  @OAI-62 @OAI-63
  Rule: A list that is kept is fetched once until it is invalidated, then once more

    Example: four listings and one invalidation
      Given server "docs" caches its tools
      And the manager has connected its servers
      When agent "writer" lists its tools
      And agent "writer" lists its tools
      And server "docs" changes its tools to "search, read"
      And agent "writer" lists its tools
      Then listing 3 has the tools "search, delete"
      And server "docs" received "tools/list" 1 time
      When the tools of server "docs" are invalidated
      And agent "writer" lists its tools
      Then listing 4 has the tools "search, read"
      And server "docs" received "tools/list" 2 times

    Example: a list that was invalidated while it was fetched is fetched again
      Given server "docs" caches its tools
      And server "docs" answers "tools/list" after 2s
      And the manager has connected its servers
      When agent "writer" lists its tools
      And 1s passes
      And the tools of server "docs" are invalidated
      And 5s pass
      And agent "writer" lists its tools
      And 5s pass
      Then server "docs" received "tools/list" 2 times

  @OAI-64
  Rule: Without a cache every listing fetches

    Example: three listings
      Given the manager has connected its servers
      When agent "writer" lists its tools
      And agent "writer" lists its tools
      And server "docs" changes its tools to "read"
      And agent "writer" lists its tools
      Then listing 3 has the tools "read"
      And server "docs" received "tools/list" 3 times

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
      Given server "docs" caches its tools
      And the manager has connected its servers
      When the program overwrites the tools that server "docs" gives it
      And agent "writer" lists its tools
      Then listing 1 describes the tools as:
        | name   | description | meta    | schema                            |
        | search | Finds       | {"v":1} | {"type":"object","properties":{}} |
        | delete |             |         | {"type":"object","properties":{}} |
      And server "docs" received "tools/list" 1 time

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
