@virtual
Feature: Settings change while something is under way
  A file is saved in pieces, a server is taken away while it waits for its next try, an
  old connection says goodbye after the new one is there, fourteen servers start at once.

  @FF-80 @qwen
  Rule: A file that is written in pieces costs one pass, and one that is broken costs nothing

    Background:
      Given servers "docs, mail" over stdio
      And the user settings define the server "docs"
      And the workspace has started

    Example: emptied, broken, and whole again within a second
      When the file "~/.qwen/settings.json" is saved with:
        """
        """
      And 50ms pass
      And the file "~/.qwen/settings.json" is saved with:
        """
        {"mcpServers": {"docs": {"comm
        """
      And 1s passes
      And the user settings are saved with:
        """json
        {"mcpServers": {"docs": {"command": "docs"}, "mail": {"command": "mail"}}}
        """
      And 1s passes
      Then servers were reconciled 2 times
      And the last pass did "added mail; kept 1"
      And server "docs" was started 1 time
      And the user settings were reported broken at 1:31

    Example: emptied, and left so
      When the file "~/.qwen/settings.json" is saved with:
        """
        """
      And 1h passes
      Then servers were reconciled 1 time
      And server "docs" is connected

  @FF-80 @omp
  Rule: A server that is taken away while it waits for its next try stays away

    Example: two seconds into the wait
      Given server "docs" over stdio
      And the runtime has started
      When server "docs" goes down
      And 4s pass
      And server "docs" comes up
      And server "docs" begins to be disconnected
      Then no timer is pending
      When 1h passes
      Then server "docs" was started 1 time
      And the runtime has the tools ""

  @FF-80 @omp
  Rule: A connection that ends late takes nothing from the one that has replaced it

    Example: the old process ignores the end of its input and TERM
      Given server "docs" over stdio with this script:
        """yaml
        stdio: {ignore: [eof, term]}
        """
      And the runtime has started
      When server "docs" is reconnected
      And 1m passes
      Then server "docs" is connected
      And server "docs" received "initialize" 2 times
      When tool "mcp__docs_echo" is called with:
        """json
        {"text": "hi"}
        """
      Then call 1 returns "hi"

  @FF-80 @omp
  Rule: Many slow servers take as long as the slowest, each with a deadline of its own

    Example: fourteen, one of which never answers
      Given servers "s01..s14" over stdio
      And the links to "s02..s14" have latency 1s
      And server "s01" never answers "initialize"
      When the runtime starts
      And 6s pass
      Then server "s02" is connected
      And server "s14" is connected
      And server "s01" is connecting
      When 24s pass
      Then startup reported these errors:
        | server | error                                             |
        | s01    | Connection to MCP server "s01" timed out after 30000ms |
