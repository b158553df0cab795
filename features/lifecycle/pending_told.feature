@omp @virtual
Feature: Whoever starts servers is told which of them are not ready yet
  A start returns before all servers have said what they offer. Those are told as pending,
  however far they have come.

  @OMP-LC-25
  Rule: Start-up tells a server whose tools are listed as pending, and as connected once they are there

    Scenario Outline: over <kind>, which <waits>
      Given servers "docs, mail" over <kind>
      And server "docs" answers "<method>" after 2s
      And the cache holds the tools "echo" of server "docs"
      When the runtime starts
      And 250ms pass
      Then startup returned the connected servers "mail"
      And startup returned the pending servers "docs"

      Examples:
        | kind  | waits      | method     |
        | stdio | lists      | tools/list |
        | http  | lists      | tools/list |
        | ws    | lists      | tools/list |
        | stdio | says hello | initialize |

    Example: without cached tools it is waited for
      Given servers "docs, mail" over stdio
      And server "docs" answers "tools/list" after 2s
      And server "mail" answers "tools/list" with error -32000 "no"
      When the runtime starts
      And 2s pass
      Then startup returned the connected servers "docs"
      And startup returned the pending servers ""

  @OMP-LC-70
  Rule: Consumers hear of a late list, also if it has the names that were cached

    Scenario Outline: over <kind>
      Given server "docs" over <kind>
      And server "docs" offers the tools "read, search"
      And server "docs" answers "tools/list" after 2s
      And the cache holds the tools "<cached>" of server "docs"
      When the runtime starts
      And 1s passes
      And the counts start anew
      And 1s passes
      Then consumers were told of changed tools 1 time
      And the runtime has these tools:
        | name             | kind |
        | mcp__docs_read   | live |
        | mcp__docs_search | live |

      Examples:
        | kind  | cached       |
        | stdio | read, search |
        | http  | read, search |
        | stdio | old, older   |
