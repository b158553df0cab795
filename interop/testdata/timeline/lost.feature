@omp
Feature: Lost
  @X-02
  Rule: An answer arrives
    Example: the wire loses it
      Given server "docs" over stdio
      And server "docs" offers the tool "search"
      When the runtime starts
      And the link to "docs" gets drop down
      And tool "mcp__docs_search" is called
      And 1s pass
      Then call 1 returns "ok"
