@qwen @virtual
Feature: Whoever excludes a server, it is off
  Lists of the user, of the workspace and of the machine stand beside each other. Another
  list can exclude more, and none can take back what one has excluded.

  @QWEN-104
  Rule: A server is excluded if any file says so

    Scenario Outline: the user excludes docs, the workspace <list>
      Given servers "docs, mail, wiki" over stdio
      And the user settings define the servers "docs, mail, wiki"
      And "mcp.excluded" is ["docs"] in the user settings
      And "mcp.excluded" is <list> in the workspace settings
      When the workspace starts
      Then the runtime has the tools "<tools>"
      And server "docs" was started 0 times

      Examples:
        | list     | tools                            |
        | ["mail"] | mcp__wiki__echo                  |
        | []       | mcp__mail__echo, mcp__wiki__echo |

  @QWEN-19
  Rule: Files that are saved within one quiet time are told of at once

    Example: the user's and the workspace's
      Given servers "docs, mail, wiki" over stdio
      And the user settings define the server "docs"
      And the workspace has started
      When the user settings are saved with the servers "docs, mail"
      And "ui.theme" becomes "dark" in the workspace settings
      And 1s passes
      Then changed settings were told 1 time
      And servers were reconciled 2 times
