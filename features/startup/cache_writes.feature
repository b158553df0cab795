@omp @virtual
Feature: A cache that cannot be written now may be written later

  @OMP-LC-46
  Rule: Each list that cannot be saved is one warning and changes nothing else, and the next one is saved

    Scenario Outline: a list of the start, one of a reconnect, and one that is saved, over <kind>
      Given server "docs" over <kind>
      And the cache cannot be written
      And the runtime has started
      When server "docs" changes its tools to "search"
      And server "docs" drops its connections
      And 1m passes
      Then the log has 2 warnings of "docs" with "writing the tool cache failed"
      And the runtime has the tools "mcp__docs_search"
      When the cache can be written again
      And server "docs" drops its connections
      And 1m passes
      Then the cache of server "docs" holds the tools "search"

      Examples:
        | kind  |
        | stdio |
        | http  |
