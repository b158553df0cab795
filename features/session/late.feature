@omp @virtual
Feature: A session catches up with a server that is late
  A server that was added a moment ago, or waits for a login, connects when the
  session is running already. Whoever wants its tools waits for it, for ten
  seconds, and gets them without a restart.

  @OMP-LC-90
  Rule: If the server that was waited for is connected then, the session is refreshed again

    @real
    Example: connected after three seconds
      Given server "docs" over stdio
      And server "docs" answers "initialize" after 3s
      And server "docs" answers "tools/list" after 1s
      And the cache holds the tools "search" of server "docs"
      And a session has started
      When 1s passes
      And the session waits for server "docs"
      And the clock reaches 2999ms
      Then the session was refreshed 0 times
      When the clock reaches 3s
      Then the session's command ended at 3s
      And the session was refreshed 1 time

    Example: a server that is connected already
      Given server "docs" over stdio
      And a session has started
      When the session waits for server "docs"
      Then the session's command succeeds
      And the session was refreshed 1 time

    Example: whatever the user has selected
      Given server "docs" over stdio
      And the program brings its own tools "read, write"
      And a session has started
      When the session's user selects the tools "read"
      And the session waits for server "docs"
      Then the session was refreshed 1 time
      And the session's active tools are "read"

  @OMP-LC-91
  Rule: If it is not connected after the wait, nothing is refreshed

    Example: still pending after ten seconds
      Given server "docs" over stdio
      And server "docs" answers "initialize" after 12s
      And the cache holds the tools "search" of server "docs"
      And a session has started
      When 1s passes
      And the session waits for server "docs"
      And the clock reaches 10999ms
      Then the session's command is pending
      When the clock reaches 11s
      Then the session's command ended at 11s
      And the session's command fails with "Connection still pending"
      And the session was refreshed 0 times

    Example: it is connected later, which is told once
      Given server "docs" over stdio
      And server "docs" answers "initialize" after 12s
      And the cache holds the tools "search" of server "docs"
      And a session has started
      When 1s passes
      And the session waits for server "docs"
      And the clock reaches 20s
      Then server "docs" is connected
      And the session was refreshed 1 time

    Example: the caller gives up waiting
      Given server "docs" over stdio
      And server "docs" never answers "initialize"
      And the cache holds the tools "search" of server "docs"
      And a session has started
      When 1s passes
      And the session waits for server "docs"
      And the caller gives up the session's command
      Then the session was refreshed 0 times

    @real
    Example: a server that fails meanwhile, and one that nobody connects
      Given server "docs" over stdio
      And server "docs" has a timeout of 2s
      And server "docs" never answers "initialize"
      And the cache holds the tools "search" of server "docs"
      And a session has started
      When 1s passes
      And the session waits for server "docs"
      And the clock reaches 2s
      Then the session's command fails with "MCP server not connected: docs"
      When the session waits for server "never-seen"
      Then the session's command fails with "MCP server not connected: never-seen"
      And the session was refreshed 0 times
