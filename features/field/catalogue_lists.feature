@omp @virtual
Feature: Servers whose lists go wrong
  A page fails, a schema is none, a name comes twice, or the list takes long. What
  becomes of the server and its other tools differs, and is written down here.

  @FF-36
  Rule: A list of which one page fails is no list, and the server has failed

    Example: the second page
      Given server "docs" over stdio as "second-page-fails"
      When the runtime starts
      And 1h passes
      Then startup reported these errors:
        | server | error                            |
        | docs   | MCP error -32603: Internal error |
      And the runtime has the tools ""

  @FF-37
  Rule: A tool with a broken schema costs its server no other tool, and is offered as it is

    Example: a schema that is null
      Given server "docs" over stdio as "one-bad-schema"
      When the runtime starts
      Then the runtime has the tools "mcp__docs_broken, mcp__docs_read, mcp__docs_search"

  @FF-39
  Rule: Two tools with one name are both offered, under one name

    Example: one server, twice the same name
      Given server "docs" over stdio as "same-name-twice"
      When the runtime starts
      Then the runtime has the tools "mcp__docs_search, mcp__docs_search"

  @FF-42
  Rule: A list that takes 25 seconds holds up a start without cached tools as long

    Example: the wait that is documented
      Given server "docs" over stdio as "slow-list"
      When the runtime starts
      And the clock reaches 24999ms
      Then startup has not returned
      When the clock reaches 25s
      Then startup returned at 25s
      And server "docs" is connected
