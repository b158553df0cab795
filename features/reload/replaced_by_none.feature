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
