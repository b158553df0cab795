@qwen @virtual
Feature: A settings file that means what it meant before is no news
  Editors and people save without changing anything, take a file away for a moment
  and write the same thing in another way. To make a pass over all servers each time
  would help nobody.

  Background:
    Given servers "docs, mail" over stdio
    And the user settings define the server "docs"
    And the workspace has started

  @QWEN-12 @real
  Rule: A file that is rewritten with the same meaning is told to nobody

    Example: white space, comments and a comma
      When the user settings are saved with:
        """
        // saved by hand
        {"mcpServers":   {"docs": {/* as before */ "command": "docs",}}}
        """
      And 1h passes
      Then changed settings were told 0 times
      And servers were reconciled 1 time

    Example: a file that cannot be read means what it meant before
      When the user settings are saved with:
        """
        {
          "mcpServers": {]
        }
        """
      And 1h passes
      Then changed settings were told 0 times
      And the user settings were reported broken at 2:18
      And the runtime has the tools "mcp__docs__echo"
      When the user settings are saved with:
        """
        {"mcpServers": {"docs": {"command": "docs"}}}
        """
      And 1h passes
      Then changed settings were told 0 times

    Example: a file that cannot be read is told once, whatever becomes of others
      When the user settings are saved with:
        """
        {
        """
      And 1h passes
      And the workspace settings are saved with the servers "mail"
      And 1h passes
      Then changed settings were told 1 time
      And these settings files were reported broken:
        | scope | path                  |
        | user  | ~/.qwen/settings.json |

    Example: keys in another order, and numbers and letters that are written in another way
      When the user settings are saved with:
        """
        {"ui": {"theme": "dark"}, "mcpServers": {"docs": {"command": "docs", "args": ["-v"], "timeout": 5000}}}
        """
      And 1s passes
      Then changed settings were told 1 time
      When the user settings are saved with:
        """
        {"mcpServers": {"docs": {"timeout": 5e3, "args": ["\u002dv"], "command": "docs"}}, "ui": {"theme": "d\u0061rk"}}
        """
      And 1h passes
      Then changed settings were told 1 time
      And servers were reconciled 2 times

    Example: a file that comes and says nothing, and goes again
      When the workspace settings are saved with:
        """
        {}
        """
      And 1s passes
      And the workspace settings are removed
      And 1h passes
      Then changed settings were told 0 times
      And servers were reconciled 1 time

    Example: a file that is taken away and put back at once
      When the user settings are removed
      And the user settings are saved with the server "docs"
      And 1h passes
      Then changed settings were told 0 times
      And server "docs" was started 1 time
