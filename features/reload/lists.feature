@qwen @virtual
Feature: Whether a server may connect is one question, how it is defined another
  Lists of names say who may connect; they are kept apart from what servers are,
  so that a server can be switched off and on again without losing a word of its
  definition. Where nobody trusts the directory, nothing runs.

  Background:
    Given servers "docs, mail" over stdio

  @QWEN-46
  Rule: Excluded and pending servers are kept off, and so is everybody else if some are allowed

    Scenario Outline: "<key>" is <names>
      Given the user settings define the servers "docs, mail"
      And "<key>" is <names> in the user settings
      When the workspace starts
      And 1h passes
      Then server "docs" was started <docs> times
      And server "mail" was started <mail> times
      And the runtime has the tools "<tools>"

      Examples:
        | key          | names            | docs | mail | tools                             |
        | mcp.excluded | ["docs"]         | 0    | 1    | mcp__mail__echo                   |
        | mcp.excluded | ["docs", "mail"] | 0    | 0    |                                   |
        | mcp.excluded | ["chat"]         | 1    | 1    | mcp__docs__echo, mcp__mail__echo  |
        | mcp.allowed  | ["docs"]         | 1    | 0    | mcp__docs__echo                   |
        | mcp.allowed  | ["chat"]         | 0    | 0    |                                   |

    @real
    Example: pending is a server of the project that nobody has approved yet
      Given the workspace settings define the servers "docs, mail"
      And server "mail" was approved before
      When the workspace starts
      And 1h passes
      Then server "docs" was started 0 times
      And server "mail" was started 1 time
      When the user approves server "docs"
      Then the runtime has the tools "mcp__docs__echo, mcp__mail__echo"

  @QWEN-51 @real
  Rule: A reconcile skips an excluded server, also a changed one

    Example: its definition changes while it is excluded
      Given the user settings define the servers "docs, mail"
      And "mcp.excluded" is ["docs"] in the user settings
      And the workspace has started
      When "mcpServers.docs.args" becomes ["-v"] in the user settings
      And 1h passes
      Then servers were reconciled 2 times
      And server "docs" was started 0 times
      And server "mail" was started 1 time
      When "mcp.excluded" becomes [] in the user settings
      And 300ms pass
      Then process 1 of server "docs" was started with:
        | what      | value |
        | arguments | -v    |

  @QWEN-52
  Rule: A reconcile skips a server that waits for approval, and connects those beside it

    Example: both are added by one edit
      Given the workspace has started
      And server "mail" was approved before
      When the workspace settings are saved with the servers "docs, mail"
      And 300ms pass
      And the user reloads the servers
      And 1h passes
      Then servers were reconciled 3 times
      And server "docs" was started 0 times
      And server "mail" was started 1 time
      And server "docs" is disconnected

    Example: one that is connected waits after an edit, and is not tried
      Given server "docs" was approved before
      And the workspace settings define the servers "docs"
      And the workspace has started
      When "mcpServers.docs.args" becomes ["-v"] in the workspace settings
      And 1h passes
      Then the last pass did "removed docs"
      And server "docs" was started 1 time

  @QWEN-53
  Rule: In a directory that is not trusted a reconcile does nothing

    Example: at the start and after an edit
      Given the workspace is not trusted
      And the user settings define the server "docs"
      When the workspace starts
      And the user settings are saved with the servers "docs, mail"
      And 1h passes
      Then servers were reconciled 2 times
      And server "docs" was started 0 times
      And server "mail" was started 0 times

    Scenario Outline: <command>
      Given the workspace is not trusted
      And the user settings define the server "mail"
      And the workspace settings define the server "docs"
      And the workspace has started
      When <command>
      And 1h passes
      Then the workspace's command succeeds
      And servers were reconciled 2 times
      And the last pass did "untrusted"
      And server "docs" was started 0 times
      And server "mail" was started 0 times

      Examples:
        | command                                                        |
        | the user reloads the servers                                   |
        | the program adds server "docs"                                 |
        | the program removes server "docs"                              |
        | the program replaces the servers of the settings by "docs"     |
        | the user installs the extension "tools" with the server "docs" |

    Example: its settings say nothing, neither which servers there are nor who may connect
      Given the workspace is not trusted
      And the user settings define the server "docs"
      And the workspace settings define the server "mail"
      And "mcp.excluded" is ["docs"] in the workspace settings
      And the workspace has started
      Then the reason why server "docs" is unavailable is ""
      And there is no detail of server "mail"
      When the workspace becomes trusted
      And the user reloads the servers
      Then the approval queue is "mail"
      And the reason why server "docs" is unavailable is "excluded"
      And server "docs" was started 0 times

    Example: what is connected when trust ends stays as it is
      Given the user settings define the server "docs"
      And the workspace has started
      When the workspace becomes not trusted
      And the user settings are saved with the server "mail"
      And 1h passes
      Then server "docs" has 1 live process
      And the runtime has the tools "mcp__docs__echo"
      And server "mail" was started 0 times
      When the workspace becomes trusted
      And the user reloads the servers
      Then the runtime has the tools "mcp__mail__echo"
      And server "docs" has 0 live processes
