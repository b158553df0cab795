@omp @virtual
Feature: The attempts and the ends are the same whatever the server does
  A machine that refuses connections while it boots needs the five attempts most of all.

  @OMP-LC-94
  Rule: Five attempts are made to a server that refuses connections, also once it was called

    Scenario Outline: over <kind>
      Given server "docs" over <kind>
      And server "docs" offers the tool "search"
      And the runtime has started
      When tool "mcp__docs_search" is called
      And server "docs" goes down
      And the counts start anew
      And 7600ms pass
      And server "docs" comes up
      And 24h pass
      Then server "docs" received "initialize" 0 times

      Examples:
        | kind  |
        | stdio |
        | http  |
        | ws    |

    Scenario Outline: it comes back <moment> over <kind>
      Given server "docs" over <kind>
      And server "docs" offers the tool "search"
      And the runtime has started
      When tool "mcp__docs_search" is called
      And server "docs" goes down
      And <moment> pass
      And server "docs" comes up
      And 1h passes
      Then server "docs" received "initialize" 2 times
      And server "docs" is connected

      Examples:
        | kind  | moment |
        | stdio | 3600ms |
        | http  | 3600ms |
        | ws    | 3600ms |
        | stdio | 7400ms |
        | http  | 7400ms |
        | ws    | 7400ms |

  @OMP-LC-117
  Rule: A reload ends servers in whatever state they are

    Scenario Outline: one that <does>
      Given servers "docs, mail" over stdio
      And server "mail" <does>
      And the cache holds the tools "echo" of server "mail"
      And a session has started
      When 1s passes
      And server "mail" is taken out of the configuration
      And the session is reloaded
      And 24h pass
      Then the runtime knows the servers "docs"
      And server "mail" has 0 live processes

      Examples:
        | does                                         |
        | answers "initialize" after 48h               |
        | answers "initialize" with error -32000 "no"  |
