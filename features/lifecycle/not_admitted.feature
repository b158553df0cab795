@omp @virtual
Feature: A server that was never begun is disconnected, and a name that only begins alike is another one's
  What was refused or switched off has a source and no connection.

  @OMP-LC-33
  Rule: A server that is switched off or whose definition is wrong is disconnected

    Scenario Outline: over <kind>
      Given servers "off, bad" over <kind>
      And server "off" is disabled
      And server "bad" has a timeout of 5s
      And server "bad" is defined with type "nonsense"
      When the runtime starts
      Then server "off" is disconnected
      And server "bad" is disconnected
      When 1h passes
      Then server "off" is disconnected
      And server "bad" is disconnected

      Examples:
        | kind  |
        | stdio |
        | http  |

  @OMP-LC-109
  Rule: With a server go the tools of another one that begin like its name, and only those

    Example: a tool of "docs" looks like one of "docs_re"
      Given servers "docs, docs_re" over stdio
      And server "docs" offers the tools "re_ad, search"
      And the runtime has started
      Then the runtime has the tools "mcp__docs_re_ad, mcp__docs_re_echo, mcp__docs_search"
      When server "docs_re" is disconnected
      Then the runtime has the tools "mcp__docs_search"
