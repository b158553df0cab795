@qwen @virtual
Feature: What a user or an extension decides concerns those that it names
  To approve a server is no word about another one, and an extension that is installed
  is no reason to look at files, nor to forget what was allowed at the start.

  Background:
    Given servers "docs, mail, wiki" over stdio

  @QWEN-67
  Rule: Who was rejected stays off when another server is approved

    Scenario Outline: with the pool <pool>
      Given the pool is <pool>
      And the workspace settings define the servers "docs, mail"
      And server "docs" was rejected before
      And the workspace has started
      When the user approves server "mail"
      And 1h passes
      Then server "mail" is connected
      And server "docs" was started 0 times

      Examples:
        | pool |
        | on   |
        | off  |

  @QWEN-103
  Rule: Neither an approval nor an extension moves the bound of the start

    Example: a server of the project is approved
      Given the option --allowed-mcp-server-names is "docs, mail"
      And the user settings define the servers "mail, wiki"
      And the workspace settings define the server "docs"
      And the workspace has started
      When the user approves server "docs"
      And 1h passes
      Then the runtime has the tools "mcp__docs__echo, mcp__mail__echo"
      And server "wiki" was started 0 times

    Example: an extension brings one that is allowed and one that is not
      Given the option --allowed-mcp-server-names is "docs, mail"
      And the user settings define the server "mail"
      And the workspace has started
      When the user installs the extension "tools" with the servers "docs, wiki"
      And 1h passes
      Then the runtime has the tools "mcp__docs__echo, mcp__mail__echo"
      And server "wiki" was started 0 times

  @QWEN-07
  Rule: Installing and removing extensions reads no files

    Example: the settings are being saved meanwhile
      Given the user settings define the server "docs"
      And the workspace has started
      When the user settings are saved with the servers "docs, mail"
      And the user installs the extension "tools" with the server "wiki"
      Then the last pass did "added wiki; kept 1"
      And server "mail" was started 0 times
      When the user uninstalls the extension "tools"
      Then the last pass did "removed wiki; kept 1"
      And server "mail" was started 0 times

    Example: nor that of the project
      Given the user settings define the server "docs"
      And the workspace has started
      Given the project brings the server "mail"
      And server "mail" was approved before
      When the user installs the extension "tools" with the server "wiki"
      Then the last pass did "added wiki; kept 1"
      And server "mail" was started 0 times
      When the user reloads the servers
      Then the last pass did "added mail; kept 2"

  @QWEN-23
  Rule: A reload does not follow settings again

    Example: the workspace has stopped following, and is reloaded
      Given the user settings define the server "docs"
      And the workspace has started
      When the workspace stops following its settings
      And the user reloads the servers
      And the user settings are saved with the servers "docs, mail"
      And 1h passes
      Then servers were reconciled 2 times
      And server "mail" was started 0 times

    Example: the workspace follows, and each save is one reconcile after a reload, too
      Given the user settings define the server "docs"
      And the workspace has started
      When the user reloads the servers
      And the user settings are saved with the servers "docs, mail"
      And 1h passes
      Then servers were reconciled 3 times

  @QWEN-104
  Rule: An approval does not let in who is excluded

    Example: one of the project is approved, and one of the user is excluded
      Given the user settings define the servers "mail, wiki"
      And "mcp.excluded" is ["wiki"] in the user settings
      And the workspace settings define the server "docs"
      And the workspace has started
      When the user approves server "docs"
      Then the runtime has the tools "mcp__docs__echo, mcp__mail__echo"
      And server "wiki" was started 0 times
