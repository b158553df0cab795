@qwen @virtual
Feature: A server whose definition changes is replaced, and leaves nothing behind
  What a server offered belongs to its connection. With another definition the
  old connection goes first, with all that it offered; what comes then is new.

  Background:
    Given servers "docs, mail" over stdio
    And server "docs" offers the tools "read, write"
    And the user settings define the servers "docs, mail"
    And the workspace has started

  @QWEN-49 @QWEN-55
  Rule: A changed server is disconnected and purged before it connects again

    Example: another argument
      When the counts start anew
      And "mcpServers.docs.args" becomes ["-v"] in the user settings
      And 300ms pass
      Then these things happened to the servers in order, among others:
        """
        docs disconnected
        docs has ""
        docs connecting
        docs connected
        docs has "mcp__docs__read, mcp__docs__write"
        """

  @QWEN-56
  Rule: A tool that a changed server no longer offers is gone

    Example: one of two is renamed
      When server "docs" changes its tools to "read, print"
      And "mcpServers.docs.args" becomes ["-v"] in the user settings
      And 300ms pass
      Then the runtime has the tools "mcp__docs__print, mcp__docs__read, mcp__mail__echo"

  @QWEN-57 @QWEN-63
  Rule: A server that fails after its definition has changed leaves no tool, and harms no other

    Example: its command does not exist
      When "mcpServers.docs.command" becomes "no-such-command" in the user settings
      And "mcp.excluded" becomes ["mail"] in the user settings
      And 300ms pass
      And "mcp.excluded" becomes [] in the user settings
      And 300ms pass
      Then the runtime has the tools "mcp__mail__echo"
      And server "docs" is disconnected
      And server "mail" is connected

  @QWEN-58
  Rule: A server that is removed and defined anew, exactly as before, connects again

    Example: with a second between
      When the user settings are saved with the server "mail"
      And 1s passes
      And the user settings are saved with the servers "docs, mail"
      And 1s passes
      Then server "docs" was started 2 times
      And server "mail" was started 1 time
      And the last pass did "added docs; kept 1"

  @QWEN-60
  Rule: The first server can be added and the last one removed, and nothing is left then

    Example: from none to one to none
      When "mcpServers" becomes {} in the user settings
      And 1s passes
      Then the runtime has the tools ""
      And server "docs" has 0 live processes
      And server "mail" has 0 live processes
      And no timer is pending
      When the user settings are saved with the server "docs"
      And 1s passes
      Then the runtime has the tools "mcp__docs__read, mcp__docs__write"
