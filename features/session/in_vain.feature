@omp @virtual
Feature: Waiting for a server changes the session if it is connected, and nothing otherwise
  A wait is a look at a server. It does not stop one that is slow, and a reload that is under way
  does not keep it from what it was for.

  @OMP-LC-90 @OMP-LC-116
  Rule: A wait that ends without a connection refreshes nothing and leaves the server as it is

    Example: its handshake takes fifteen seconds
      Given server "docs" over stdio
      And server "docs" answers "initialize" after 15s
      And the cache holds the tools "search" of server "docs"
      And a session has started
      When 1s passes
      And the session waits for server "docs"
      And 10s pass
      Then the session's command fails with "Connection still pending"
      And the session was refreshed 0 times
      When 1m passes
      Then server "docs" is connected
      And server "docs" received "initialize" 1 time

  @OMP-LC-90
  Rule: The session is refreshed for a server that was waited for, also while it is reloaded

    Example: the reload waits for another server
      Given servers "docs, mail" over stdio
      And a session has started
      And server "docs" answers "initialize" after 1s
      And server "mail" is defined with the arguments "-v"
      And server "mail" answers "initialize" after 5s
      When the session is reloaded
      And the session waits for server "docs"
      And the counts start anew
      And 2s pass
      Then the session was refreshed 1 time
      And the session has the tools "mcp__docs_echo"
