@qwen @virtual
Feature: Programs change servers without files, before the start and later
  Whoever embeds the runtime may have no files at all, or others than those that it
  reads. What a program says counts as it says it.

  Background:
    Given servers "docs, mail, wiki" over stdio
    And the user settings define the server "docs"

  @QWEN-45 @real
  Rule: Before the start nothing connects, whatever the program changes, and nothing fails

    Scenario Outline: <command>
      Given a workspace that has not started
      When <command>
      And 1h passes
      Then the workspace's command succeeds
      And servers were reconciled 0 times
      And server "mail" was started 0 times
      And server "docs" was started 0 times
      When the workspace starts
      Then the runtime has the tools "<tools>"
      And servers were reconciled 1 time

      Examples:
        | command                                                        | tools                            |
        | the program adds server "mail"                                 | mcp__docs__echo, mcp__mail__echo |
        | the program removes server "mail"                              | mcp__docs__echo                  |
        | the program adds "mail" to the servers of the settings         | mcp__docs__echo, mcp__mail__echo |
        | the program replaces the servers of the settings by "mail"     | mcp__mail__echo                  |
        | the program replaces the servers of the settings by ""         |                                  |
        | the user installs the extension "tools" with the server "mail" | mcp__docs__echo, mcp__mail__echo |
        | the user uninstalls the extension "tools"                      | mcp__docs__echo                  |
        | the user reloads the servers                                   | mcp__docs__echo                  |

    Example: the user approves a server that the program has given, and reloads
      Given the project brings the server "mail"
      And a workspace that has not started
      When the program adds server "wiki"
      And the user reloads the servers
      And the user approves server "wiki"
      And the user settings are saved with the server ""
      And 1h passes
      Then the workspace's command succeeds
      And servers were reconciled 0 times
      And server "wiki" was started 0 times
      When the workspace starts
      Then the runtime has the tools "mcp__wiki__echo"

  @QWEN-42 @QWEN-44 @real
  Rule: A map of servers replaces the one before, whether it has more servers or fewer, and whoever brought those

    Scenario Outline: by "<first>", and then by "<second>"
      Given server "mail" was approved before
      And the workspace settings define the server "mail"
      And the session brings the server "wiki"
      And the workspace has started
      Then the runtime has the tools "mcp__docs__echo, mcp__mail__echo, mcp__wiki__echo"
      When the program replaces the servers of the settings by "<first>"
      Then the runtime has the tools "<tools>"
      When the program replaces the servers of the settings by "<second>"
      Then the runtime has the tools "<then>"

      Examples:
        | first            | tools                                             | second           | then                                              |
        | docs             | mcp__docs__echo                                   | docs, mail       | mcp__docs__echo, mcp__mail__echo                  |
        | docs, mail       | mcp__docs__echo, mcp__mail__echo                  | wiki             | mcp__wiki__echo                                   |
        |                  |                                                   | docs, mail, wiki | mcp__docs__echo, mcp__mail__echo, mcp__wiki__echo |
        | docs, mail, wiki | mcp__docs__echo, mcp__mail__echo, mcp__wiki__echo |                  |                                                   |

  @QWEN-07
  Rule: What a program changes is reconciled without a look at files, however they have changed

    Scenario Outline: <command>
      Given the workspace has started
      When the user settings are saved with the servers "docs, mail"
      And <command>
      Then the workspace's command succeeds
      And servers were reconciled 2 times
      And server "mail" was started 0 times
      When 300ms pass
      Then server "mail" was started 1 time

      Examples:
        | command                                                        |
        | the program adds server "wiki"                                 |
        | the program removes server "wiki"                              |
        | the program replaces the servers of the settings by "wiki"     |
        | the user installs the extension "tools" with the server "wiki" |

    Example: a decision of the user
      Given the project brings the server "wiki"
      And the workspace has started
      When the user settings are saved with the servers "docs, mail"
      And the user approves server "wiki"
      Then server "wiki" was started 1 time
      When 1h passes
      Then server "mail" was started 1 time
      And changed settings were told 1 time

  @QWEN-53
  Rule: Nobody makes a directory trusted by bringing a server

    Scenario Outline: <brought>
      Given the workspace is not trusted
      And <brought>
      And the workspace has started
      When "mcp.excluded" becomes ["docs"] in the user settings
      And 1s passes
      And the user reloads the servers
      Then server "docs" was started 0 times
      And server "mail" was started 0 times
      And the last pass did "untrusted"

      Examples:
        | brought                                         |
        | the session brings the server "mail"            |
        | the option --mcp-config defines the server "mail" |
        | an extension defines the server "mail"          |
        | the default settings define the server "mail"   |
        | the system settings define the server "mail"    |
        | server "docs" was approved before               |
        | the option --allowed-mcp-server-names is "docs, mail" |
        | "mcp.allowed" is ["docs"] in the user settings  |
        | the pool is on                                  |
