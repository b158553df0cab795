@qwen @virtual
Feature: A change is compared with what the settings said
  Programs and extensions have servers of their own. These are no part of the settings, and
  no change of them.

  @QWEN-113
  Rule: Servers that no settings define make no change of settings one of servers

    Scenario Outline: a theme changes while <who> has a server of its own
      Given servers "docs, mail" over stdio
      And the user settings define the server "docs"
      And the workspace has started
      When <act>
      Then the last pass did "added mail; kept 1"
      And servers were reconciled 2 times
      When "ui.theme" becomes "dark" in the user settings
      And 1s passes
      Then servers were reconciled 2 times

      Examples:
        | who          | act                                                          |
        | the program  | the program adds server "mail"                               |
        | an extension | the user installs the extension "post" with the server "mail" |

    Example: lists of patterns are compared as they are written
      Given the switch "lists.match" is "globs"
      And servers "docs, mail" over stdio
      And the user settings define the servers "docs, mail"
      And "mcp.excluded" is ["m*"] in the user settings
      And the workspace has started
      Then the runtime has the tools "mcp__docs__echo"
      When "ui.theme" becomes "dark" in the user settings
      And 1s passes
      Then servers were reconciled 1 time
