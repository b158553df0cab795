@qwen @virtual
Feature: However many decisions there are, each stays

  @QWEN-90
  Rule: Of many decisions about a project none is lost or weakened by the others

    Example: two were approved and three rejected, and the program starts anew
      Given servers "a, b, c, d, e" over stdio
      And the workspace settings define the servers "a, b, c, d, e"
      And the workspace has started
      When the user approves server "a"
      And the user rejects server "b"
      And the user rejects server "c"
      And the user approves server "d"
      And the user rejects server "e"
      And the workspace is closed and another one starts
      Then the approval queue is ""
      And the runtime has the tools "mcp__a__echo, mcp__d__echo"

  @QWEN-89
  Rule: A rejected server is not asked about again because another one has gone or come back

    Example: its neighbour goes, and comes back
      Given servers "docs, mail" over stdio
      And the workspace settings define the servers "docs, mail"
      And the workspace has started
      When the user rejects server "docs"
      And the user approves server "mail"
      And the workspace settings are saved with the server "docs"
      And the user reloads the servers
      Then the approval queue is ""
      When the workspace settings are saved with the servers "docs, mail"
      And 1s passes
      Then the approval queue is ""
      And server "docs" was started 0 times

  @QWEN-106
  Rule: Nobody is asked about servers that an empty list keeps off

    Scenario Outline: mcp.allowed is <allowed>
      Given servers "docs, mail" over stdio
      And "mcp.allowed" is <allowed> in the user settings
      And the workspace settings define the servers "docs, mail"
      When the workspace starts
      And the user reloads the servers
      Then the approval queue is "<asked>"

      Examples:
        | allowed  | asked |
        | []       |       |
        | ["mail"] | mail  |

  @QWEN-02
  Rule: However many servers are taken out at once, all of them go

    Example: twenty
      Given servers "docs, s1..s20" over stdio
      And the user settings define the servers "docs, s1..s20"
      And the workspace has started
      When the user settings are saved with the server "docs"
      And 1s passes
      Then the runtime has the tools "mcp__docs__echo"
      And server "s20" has 0 live processes

  @QWEN-64
  Rule: In a pool a server that waits for a decision is kept off beside one that is new

    Example: both come at once, the new one first
      Given the pool is on
      And servers "docs, mail" over stdio
      And the workspace has started
      When the user settings are saved with the server "mail"
      And the workspace settings are saved with the server "docs"
      And 1s passes
      Then server "mail" has 1 live process
      And server "docs" was started 0 times
      And the approval queue is "docs"
