@omp @virtual
Feature: A server that is not connected is one of the session, too
  It may be on its way, or wait for its next attempt. What the session does to its servers
  it does to these as well, and what it leaves alone goes on.

  @OMP-LC-116
  Rule: A server that is still connecting when the session ends goes on

    Example: it answers after the end
      Given server "docs" over stdio
      And server "docs" answers "initialize" after 10s
      And the cache holds the tools "search" of server "docs"
      And a session has started
      When 1s passes
      And the session ends
      And 24h pass
      Then server "docs" is connected
      And server "docs" has 1 live process

  @OMP-LC-117
  Rule: Remove and disable also tear down a server that is not connected

    Scenario Outline: the session <does> one that is still connecting
      Given server "docs" over stdio
      And server "docs" never answers "initialize"
      And the cache holds the tools "search" of server "docs"
      And a session has started
      When 1s passes
      And the session <does> server "docs"
      Then the session's command succeeds
      And server "docs" has 0 live processes
      And the session has the tools ""

      Examples:
        | does     |
        | removes  |
        | disables |

  @OMP-LC-116
  Rule: The servers of a session outlive the caller that has started it

    Example: the caller is gone for a day
      Given server "docs" over stdio
      And a session has started
      When the caller of startup gives up
      And 24h pass
      Then server "docs" has 1 live process
