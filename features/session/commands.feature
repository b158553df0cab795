@omp @virtual
Feature: Commands of a session end, and say why they cannot do what they are told
  A person types the name of a server that is not there, closes the session while
  it reloads, or tries twice. Each command ends with a word about it.

  @OMP-LC-85
  Rule: A reload that waits for its turn ends with its caller, and one of an ended session is refused

    Example: two reloads, and the caller of the second gives up
      Given server "docs" over stdio
      And a session has started
      And server "docs" answers "initialize" after 100ms
      When the session is reloaded
      And the session is reloaded
      And the caller gives up the session's command
      Then the session's command was aborted
      When 1h passes
      Then discovery ran 2 times
      And server "docs" was started 2 times

    Example: a program that has given up before
      Given server "docs" over stdio
      And a session has started
      When the session is reloaded by a program that has given up
      And the session is reloaded by a program that has given up
      And the session is reloaded by a program that has given up
      And the session is reloaded by a program that has given up
      Then the session's command was aborted
      And discovery ran 1 time
      And server "docs" was started 1 time

    Example: the session has ended, and its servers have not
      Given server "docs" over stdio
      And a session has started
      When the session ends
      And the session is reloaded
      Then the session's command fails with "the session has ended"
      And discovery ran 1 time
      And server "docs" was started 1 time
      When server "docs" changes its tools to "search"
      And server "docs" sends the notification "notifications/tools/list_changed"
      Then the runtime has the tools "mcp__docs_search"
      And the session has the tools "mcp__docs_echo"
      And the session was refreshed 0 times

    Example: the session is closed while a reload waits
      Given server "docs" over stdio
      And a session has started
      And server "docs" answers "initialize" after 100ms
      When the session is reloaded
      And the session is reloaded
      And the session ends
      And 1h passes
      Then the session's command fails with "the session has ended"
      And discovery ran 2 times

  @OMP-LC-116
  Rule: A session that is closed ends its servers, and starts none again

    Example: closed twice
      Given server "docs" over stdio
      And a session has started
      When the session is closed
      Then server "docs" has 0 live processes
      And the session has the tools "mcp__docs_echo"
      When the session is closed
      And the session is started again
      And 1h passes
      Then server "docs" was started 1 time
      And discovery ran 1 time
      And no timer is pending

  @OMP-LC-01
  Rule: A session is started once, however often it is told to

    Example: twice
      Given server "docs" over stdio
      And a session has started
      When the session is started again
      Then the session's command succeeds
      And discovery ran 1 time
      And server "docs" was started 1 time
      When server "docs" changes its tools to "search"
      And server "docs" exits with code 1
      Then the session has the tools "mcp__docs_search"
      And the session was refreshed 1 time

  @OMP-LC-99
  Rule: A reconnect of a session needs the name of a server that there is

    Scenario Outline: <what>
      Given server "docs" over stdio
      And a session has started
      When the session reconnects server "<name>"
      Then <outcome>
      And server "docs" was started <starts>

      Examples:
        | what          | name | outcome | starts  |
        | no name       |      | the session's command fails with "Server name required. Usage: /mcp reconnect <name>" | 1 time |
        | another name  | doc  | the session's command fails with "MCP server not connected: doc" | 1 time |
        | a server      | docs | the session's command succeeds | 2 times |

  @OMP-LC-117
  Rule: Remove and disable say which of them failed and why

    Scenario Outline: the session <does> a server
      Given server "docs" over stdio
      And the configuration cannot be edited
      And a session has started
      When the session <does> server "docs"
      Then the session's command fails with "<doing> server "docs": the configuration cannot be edited"
      And server "docs" has 1 live process
      And the session was refreshed 0 times

      Examples:
        | does     | doing     |
        | removes  | removing  |
        | disables | disabling |

  @OMP-LC-09
  Rule: A tool is called by its name in the session, and one that is not active is not called

    Example: unknown and deselected tools
      Given server "docs" over stdio
      And server "docs" offers the tools "read, search"
      And a session has started
      When the session's user selects the tools "mcp__docs_read"
      And the session calls tool "mcp__docs_search"
      And the session calls tool "mcp__docs_rea"
      And the session calls tool "mcp__docs_read"
      Then call 1 fails with "no tool named "mcp__docs_search""
      And call 2 fails with "no tool named "mcp__docs_rea""
      And call 3 returns "ok"
      And server "docs" received "tools/call" 1 time

    Example: of two tools of one name the later counts, in its first place
      Given server "docs" over stdio
      And the program brings its own tools "read, write, mcp__docs_echo, read"
      And a session has started
      Then the session has the tools "read, write, mcp__docs_echo"
      When the session calls tool "mcp__docs_echo"
      Then server "docs" received "tools/call" 1 time
