@qwen @virtual
Feature: A program may have no servers for a while
  Whoever embeds the runtime may take all servers away and give others later. That is a map
  like any other.

  @QWEN-41 @real
  Rule: The servers of settings can be replaced by none, and none by others

    Example: none, and then another one
      Given servers "docs, mail" over stdio
      And the user settings define the server "docs"
      And the workspace has started
      When the program replaces the servers of the settings by ""
      Then the workspace's command succeeds
      And the runtime has the tools ""
      When the program replaces the servers of the settings by "mail"
      Then the workspace's command succeeds
      And the runtime has the tools "mcp__mail__echo"

  @QWEN-41
  Rule: In a running workspace whatever is added to the servers of settings is refused

    Scenario Outline: <what>
      Given servers "docs, mail, wiki" over stdio
      And the user settings define the servers "docs, mail"
      And the workspace has started
      When the program adds "<added>" to the servers of the settings
      Then the workspace's command fails with "the workspace is running: its servers can be replaced, not added to"
      And servers were reconciled 1 time
      When the program replaces the servers of the settings by "<added>"
      Then the workspace's command succeeds
      And the runtime has the tools "<tools>"

      Examples:
        | what                            | added            | tools                            |
        | one that is there already       | docs             | mcp__docs__echo                  |
        | all that are there already      | docs, mail       | mcp__docs__echo, mcp__mail__echo |
        | one that is there and a new one | mail, wiki       | mcp__mail__echo, mcp__wiki__echo |
        | none                            |                  |                                  |

  @QWEN-109 @QWEN-110
  Rule: A server that the program takes away before the start was removed

    Example: it was added, and replaced by another one
      Given servers "docs, mail" over stdio
      And a workspace that has not started
      When the program adds "docs" to the servers of the settings
      And the program replaces the servers of the settings by "mail"
      And the workspace starts
      Then the reason why server "docs" is unavailable is "removed"

    Example: it was replaced by another one
      Given servers "docs, mail" over stdio
      And a workspace that has not started
      When the program replaces the servers of the settings by "docs"
      And the program replaces the servers of the settings by "mail"
      And the workspace starts
      Then the reason why server "docs" is unavailable is "removed"
      And the reason why server "mail" is unavailable is ""

  @QWEN-42
  Rule: A map that replaces the servers of settings replaces those of every source of settings

    Scenario Outline: <where>
      Given servers "docs, mail" over stdio
      And server "docs" was approved before
      And <where> the server "docs"
      And the workspace has started
      When the program replaces the servers of the settings by "mail"
      Then the last pass did "removed docs; added mail"
      And the runtime has the tools "mcp__mail__echo"
      And server "docs" has 0 live processes

      Examples:
        | where                           |
        | the default settings define     |
        | the user settings define        |
        | the project brings              |
        | the workspace settings define   |
        | the system settings define      |
        | the session brings              |
        | the option --mcp-config defines |
