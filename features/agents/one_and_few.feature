@agents @virtual
Feature: One tool is a list, and one that a filter breaks on is a tool
  What is kept of a server does not depend on how much there is, nor on who asked for it
  before.

  @OAI-62
  Rule: A list of one tool is kept like any other

    Example: two listings
      Given server "docs" over http
      And server "docs" offers the tools "search"
      And server "docs" caches its tools
      And an agent "reader"
      And the manager has connected its servers
      When agent "reader" lists its tools
      And agent "reader" lists its tools
      Then listing 2 has the tools "search"
      And server "docs" received "tools/list" 1 time

  @OAI-59
  Rule: A tool on which the filter of one agent breaks is there for another one

    Example: it breaks for the reader
      Given server "docs" over http
      And server "docs" offers the tools "search, write"
      And server "docs" caches its tools
      And server "docs" asks a function which tools it shows:
        | agent  | shows         | fails for |
        | reader | search, write | write     |
        | writer | search, write |           |
      And the manager has connected its servers
      When agent "reader" lists its tools
      And agent "writer" lists its tools
      Then listing 1 has the tools "search"
      And listing 2 has the tools "search, write"
      And server "docs" received "tools/list" 1 time

  @OAI-04
  Rule: A worker closes what it has opened, also for a program that has gone

    Example: the program gives up before it cleans up
      Given servers "a, b" over http
      And the manager connects its servers in parallel
      And the manager has connected its servers
      And the program has given up its next operation
      When the manager cleans up
      Then the connections were owned as follows:
        | server | connection | opened by  | closed by  |
        | a      | 1          | a/worker-1 | a/worker-1 |
        | b      | 1          | b/worker-1 | b/worker-1 |
      And nothing is left of the servers "a, b"
