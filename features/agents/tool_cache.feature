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

    @real
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

    Example: two invalidations in a row are one
      Given server "docs" caches its tools
      And the manager has connected its servers
      When agent "writer" lists its tools
      And the tools of server "docs" are invalidated
      And the tools of server "docs" are invalidated
      And agent "writer" lists its tools
      And agent "writer" lists its tools
      Then server "docs" received "tools/list" 2 times
      When the tools of server "docs" are invalidated
      And agent "writer" lists its tools
      Then server "docs" received "tools/list" 3 times

    Example: two agents that ask at once share one fetch
      Given server "docs" caches its tools
      And server "docs" answers "tools/list" after 2s
      And the manager has connected its servers
      When agent "writer" lists its tools
      And agent "reader" lists its tools
      And 1s passes
      And the program gives up listing 2
      Then listing 2 was aborted
      And listing 2 ended at 1s
      When 5s pass
      Then listing 1 has the tools "search, delete"
      And server "docs" received "tools/list" 1 time

    Example: a fetch that fails is not kept
      Given server "docs" caches its tools
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list, first: 1}, do: [{status: 500}]}
        """
      And the manager has connected its servers
      When agent "writer" lists its tools
      And agent "writer" lists its tools
      And agent "writer" lists its tools
      Then listing 1 fails with "Failed to list tools from MCP server 'docs': HTTP error 500"
      And listing 2 has the tools "search, delete"
      And listing 3 has the tools "search, delete"
      And server "docs" received "tools/list" 2 times

    Example: a list of nothing is not kept
      Given server "docs" caches its tools
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list, first: 1}, do: [{result: {tools: []}}]}
        """
      And the manager has connected its servers
      When agent "writer" lists its tools
      And agent "writer" lists its tools
      And agent "writer" lists its tools
      Then listing 1 has the tools ""
      And listing 3 has the tools "search, delete"
      And server "docs" received "tools/list" 2 times

    Example: a server's notice that its tools have changed is not an invalidation
      Given server "docs" caches its tools
      And the manager has connected its servers
      When agent "writer" lists its tools
      And server "docs" sends the notification "notifications/tools/list_changed"
      And agent "writer" lists its tools
      Then server "docs" received "tools/list" 1 time
      And the host saw these notifications of server "docs": "notifications/tools/list_changed"

    Example: another connection is not an invalidation
      Given server "docs" caches its tools
      And the manager has connected its servers
      When agent "writer" lists its tools
      And the manager cleans up
      And the manager connects its servers
      And agent "writer" lists its tools
      Then listing 2 has the tools "search, delete"
      And server "docs" received "tools/list" 1 time

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

    Example: one server keeps its list, the other does not
      Given server "mail" over http
      And server "mail" offers the tools "send"
      And server "mail" caches its tools
      And the manager has connected its servers
      When agent "writer" lists its tools
      And agent "writer" lists its tools
      Then server "docs" received "tools/list" 2 times
      And server "mail" received "tools/list" 1 time

    @real
    Example: three listings
      Given the manager has connected its servers
      When agent "writer" lists its tools
      And agent "writer" lists its tools
      And server "docs" changes its tools to "read"
      And agent "writer" lists its tools
      Then listing 3 has the tools "read"
      And server "docs" received "tools/list" 3 times
