@omp
Feature: Searching
  @X-01
  Rule: A search is answered within a second
    The page of results is what a user waits for.

    Example: the index is slow
      Given server "docs" over http
      And server "docs" offers the tool "search"
      And server "wiki" over stdio
      And server "wiki" offers the tool "read"
      And server "docs" follows these rules:
        """yaml
        - when: {method: tools/call, tool: search}
          do: [{delay: 3s}]
        """
      When the runtime starts
      And tool "mcp__docs_search" is called
      And tool "mcp__wiki_read" is called
      And 1s pass
      Then call 2 returns "ok"
      And call 1 returns "ok"
