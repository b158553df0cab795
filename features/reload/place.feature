@qwen @virtual
Feature: Settings are followed wherever they come from and however often they go
  A project has no settings before its user makes some, and a branch may take the whole
  directory away. What is followed is one file, not what lies beside it.

  Background:
    Given servers "docs, mail" over stdio

  @F-QWEN-18
  Rule: A settings file is followed before its directory is there and after that has gone

    Example: the directory comes, goes and comes again
      Given server "docs" was approved before
      And the workspace has started
      When the workspace settings are saved with the server "docs"
      And 1s passes
      Then the runtime has the tools "mcp__docs__echo"
      When the directory of the workspace settings is removed
      And 1s passes
      Then the runtime has the tools ""
      When the workspace settings are saved with the server "docs"
      And 1s passes
      Then the runtime has the tools "mcp__docs__echo"
      And these settings changes were told:
        | scope     | change  | keys                    |
        | workspace | created | mcpServers.docs.command |
        | workspace | deleted | mcpServers.docs.command |
        | workspace | created | mcpServers.docs.command |

    Example: it comes and goes within one wait
      Given the workspace has started
      When the workspace settings are saved with the server "docs"
      And the directory of the workspace settings is removed
      And 1h passes
      Then changed settings were told 0 times
      When the workspace settings are saved with the server "docs"
      And 1s passes
      Then changed settings were told 1 time
      And the approval queue is "docs"

    Example: it goes and comes within one wait, and is followed where it is now
      Given server "docs" was approved before
      And the workspace settings hold:
        """
        {}
        """
      And the workspace has started
      When the directory of the workspace settings is removed
      And the workspace settings are saved with the servers "docs, mail"
      And 1s passes
      Then the approval queue is "mail"
      When the workspace settings are saved with the server "mail"
      And 1s passes
      Then the runtime has the tools ""

    Example: what lies beside the file is ignored
      Given the user settings define the server "docs"
      And the workspace has started
      When the file "~/.qwen/settings.json.tmp" is saved with:
        """
        {"mcpServers": {"mail": {"command": "mail"}}}
        """
      And the file "~/.qwen/settings.json.orig" is saved with:
        """
        {}
        """
      And 1h passes
      Then changed settings were told 0 times
      And the runtime has the tools "mcp__docs__echo"

  @F-QWEN-17
  Rule: Files that are saved within one wait are told together, the user's first, each once

    Example: two files, one of them twice
      Given the user settings define the server "docs"
      And the workspace settings hold:
        """
        {}
        """
      And the workspace has started
      When "mcp.excluded" becomes ["mail"] in the workspace settings
      And the user settings are saved with the servers "docs, mail"
      And 200ms pass
      And "mcp.excluded" becomes ["docs"] in the workspace settings
      And 299ms pass
      Then changed settings were told 0 times
      When 1h passes
      Then changed settings were told 1 time
      And these settings changes were told:
        | scope     | change   | keys                    |
        | user      | modified | mcpServers.mail.command |
        | workspace | modified | mcp.excluded            |

    Example: settings of the machine count from the next reload on
      Given the user settings define the server "docs"
      And the workspace has started
      When the system settings are saved with the server "mail"
      And 1h passes
      Then changed settings were told 0 times
      And the runtime has the tools "mcp__docs__echo"
      When the user reloads the servers
      Then the runtime has the tools "mcp__docs__echo, mcp__mail__echo"
