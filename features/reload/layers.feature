@qwen @virtual
Feature: The servers of settings are replaced as a whole, and nothing else is
  Whoever says which servers there are says it of settings only: what extensions
  and the running program have brought is theirs. The runtime is told, and reads
  no file itself.

  @QWEN-07
  Rule: The runtime reconciles what it is given, whatever files say and whether or not anybody follows them

    @real
    Example: nobody follows the settings any more
      Given servers "docs, mail" over stdio
      And the user settings define the server "docs"
      And the workspace has started
      When the workspace stops following its settings
      And the program replaces the servers of the settings by "mail"
      Then the workspace's command succeeds
      And the runtime has the tools "mcp__mail__echo"
      When "mcpServers" becomes {} in the user settings
      And 1h passes
      Then the runtime has the tools "mcp__mail__echo"
      And servers were reconciled 2 times

    Example: a pass reads no file
      Given server "docs" over stdio
      And the workspace has started
      When the user settings are saved with the server "docs"
      And the program replaces the servers of the settings by ""
      Then the workspace's command succeeds
      And servers were reconciled 2 times
      And server "docs" was started 0 times

  @QWEN-41 @real
  Rule: In a running workspace the servers of settings can be replaced, but not added to

    Example: before the start they can be added to
      Given servers "docs, mail, wiki" over stdio
      And the user settings define the server "docs"
      And a workspace that has not started
      When the program adds "mail" to the servers of the settings
      Then the workspace's command succeeds
      When the workspace starts
      Then the runtime has the tools "mcp__docs__echo, mcp__mail__echo"
      When the program adds "wiki" to the servers of the settings
      Then the workspace's command fails with "the workspace is running: its servers can be replaced, not added to"
      When the program replaces the servers of the settings by "docs, wiki"
      Then the workspace's command succeeds
      And the runtime has the tools "mcp__docs__echo, mcp__wiki__echo"

    Example: nor to none
      Given servers "docs, mail" over stdio
      And the workspace has started
      When the program adds "docs" to the servers of the settings
      Then the workspace's command fails with "the workspace is running: its servers can be replaced, not added to"
      When the program adds server "mail"
      Then the runtime has the tools "mcp__mail__echo"
      And server "docs" was started 0 times

  @QWEN-42 @QWEN-44 @real
  Rule: What is not in the new map of servers is gone

    Example: another map, and then none
      Given servers "docs, mail" over stdio
      And server "docs" offers the prompts "draft"
      And the user settings define the server "docs"
      And the workspace has started
      When the program replaces the servers of the settings by "mail"
      Then the runtime has the tools "mcp__mail__echo"
      And the runtime has the prompts "" of server "docs"
      And server "docs" has 0 live processes
      When the program replaces the servers of the settings by ""
      Then the runtime has the tools ""
      And server "mail" has 0 live processes
      And server "mail" was started 1 time

  @QWEN-43 @real
  Rule: Servers of extensions and of the running program outlive every change of settings

    Example: settings come and go
      Given servers "docs, wiki, chat" over stdio
      And an extension defines the server "wiki"
      And the user settings define the server "docs"
      And the workspace has started
      When the program adds server "chat"
      And the user settings are removed
      And 1s passes
      And the program replaces the servers of the settings by ""
      And the user reloads the servers
      Then the runtime has the tools "mcp__chat__echo, mcp__wiki__echo"
      And server "wiki" received "initialize" 1 time
      And server "chat" received "initialize" 1 time

    Example: an extension's server counts again once settings have none of its name
      Given server "docs" over stdio
      And server "docs" is defined with the arguments "given"
      And an extension defines the server "docs"
      And "mcpServers.docs" is {"command": "docs", "args": ["saved"]} in the user settings
      And the workspace has started
      When the user settings are removed
      And 1s passes
      Then process 2 of server "docs" was started with:
        | what      | value |
        | arguments | given |

    Example: settings that bring others leave the program's server and the extension's alone
      Given servers "docs, mail, wiki, chat" over stdio
      And an extension defines the server "wiki"
      And the workspace has started
      When the program adds server "chat"
      And the user settings are saved with the servers "docs, mail"
      And 1s passes
      Then the runtime has the tools "mcp__chat__echo, mcp__docs__echo, mcp__mail__echo, mcp__wiki__echo"
      And server "wiki" received "initialize" 1 time
      And server "chat" received "initialize" 1 time

    Example: the program's server stays on top of one with the same name, and an extension's below it
      Given server "docs" over stdio
      And server "docs" is defined with the arguments "given"
      And an extension defines the server "docs"
      And the workspace has started
      When "mcpServers.docs" becomes {"command": "docs", "args": ["saved"]} in the user settings
      And 1s passes
      Then process 2 of server "docs" was started with:
        | what      | value |
        | arguments | saved |
      When the program adds server "docs"
      And "mcpServers.docs.args" becomes ["again"] in the user settings
      And 1h passes
      Then process 3 of server "docs" was started with:
        | what      | value |
        | arguments | given |
      And server "docs" was started 3 times

  @QWEN-45 @real
  Rule: Before the start a new map of servers connects nobody and fails at nothing; the start uses it

    Example: an hour before the start
      Given servers "docs, mail" over stdio
      And the user settings define the server "docs"
      And a workspace that has not started
      When the program replaces the servers of the settings by "mail"
      And 1h passes
      Then the workspace's command succeeds
      And servers were reconciled 0 times
      And server "mail" was started 0 times
      When the workspace starts
      Then the runtime has the tools "mcp__mail__echo"
      And server "docs" was started 0 times
