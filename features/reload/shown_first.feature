@qwen @virtual
Feature: Of several reasons the view shows the one that the user can change first
  A server that the user has switched off is off whatever else may be wrong with it.

  Background:
    Given servers "docs, mail" over stdio

  @QWEN-93
  Rule: A server that is switched off is shown as that, whether or not it was decided about

    Scenario Outline: it <decided>
      Given the workspace settings define the servers "docs, mail"
      And "mcp.excluded" is ["docs"] in the user settings
      And server "mail" was approved before
      And <decided>
      When the workspace starts
      Then the view of servers shows:
        | name | text      | style   |
        | docs | disabled  | neutral |
        | mail | connected | good    |
      And the detail of server "docs" shows:
        | what   | value    |
        | text   | disabled |
        | reason | excluded |

      Examples:
        | decided                           |
        | server "docs" was rejected before |
        | server "docs" was approved before |
        | server "docs" cannot be started   |
