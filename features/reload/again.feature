@qwen @virtual
Feature: A server that comes back is a new one, and one that goes leaves nothing
  What the runtime remembers of a server is about its connection. When that is gone,
  for whatever reason, nothing of it may keep the server off or alive.

  Background:
    Given servers "docs, mail" over stdio
    And server "docs" offers the tools "read, write"
    And the user settings define the servers "docs, mail"

  @QWEN-58
  Rule: A server that is removed and defined anew, exactly as before, connects again

    Example: with a second between
      Given the workspace has started
      When the user settings are saved with the server "mail"
      And 1s passes
      And the user settings are saved with the servers "docs, mail"
      And 1s passes
      Then server "docs" was started 2 times
      And server "mail" was started 1 time
      And the last pass did "added docs; kept 1"

    Example: excluded and not any more, stopped by the user, or removed by the program
      Given the workspace has started
      When "mcp.excluded" becomes ["docs"] in the user settings
      And 1s passes
      And "mcp.excluded" becomes [] in the user settings
      And 1s passes
      Then the last pass did "added docs; kept 1"
      When the user stops server "docs"
      Then server "docs" has 0 live processes
      When the user reloads the servers
      Then the last pass did "added docs; kept 1"
      And server "docs" was started 3 times

    Example: added, removed and added by the program
      Given servers "chat" over stdio
      And the workspace has started
      When the program adds server "chat"
      And the program removes server "chat"
      And the program adds server "chat"
      Then the last pass did "added chat; kept 2"
      And server "chat" was started 2 times

  @QWEN-60
  Rule: The first server can be added and the last one removed, and nothing is left then

    Example: from two to none to one
      Given the workspace has started
      When "mcpServers" becomes {} in the user settings
      And 1s passes
      Then the runtime has the tools ""
      And server "docs" has 0 live processes
      And server "mail" has 0 live processes
      And no timer is pending
      When the user settings are saved with the server "docs"
      And 1s passes
      Then the runtime has the tools "mcp__docs__read, mcp__docs__write"

    Example: the last one had more than tools
      Given server "docs" offers the prompts "draft"
      And server "docs" offers the resources "doc:a"
      And "mcpServers" is {"docs": {"command": "docs"}} in the user settings
      And the workspace has started
      When the counts start anew
      And "mcpServers" becomes {} in the user settings
      And 1s passes
      Then the runtime has the prompts "" of server "docs"
      And the runtime has the resources "" of server "docs"
      And consumers were told of changed prompts 1 time
