@qwen @virtual
Feature: Whoever has to decide is asked when there is something to decide
  A question that is never asked leaves a server off for no visible reason, and
  one that is asked again and again gets clicked away. A rejected server is
  asked about once more when it has become another one, and not before.

  Background:
    Given servers "docs, mail" over stdio
    And the workspace settings define the server "docs"

  @QWEN-09 @QWEN-78
  Rule: A server that a reconcile leaves pending is asked about, and the view says why it is off

    Example: a server of the project is added
      Given server "docs" was approved before
      And the workspace has started
      When the workspace settings are saved with the servers "docs, mail"
      And 300ms pass
      Then approval was asked for 1 time
      And the program was told 2 times that servers may wait for a decision
      And the approval queue is "mail"
      And the view of servers shows:
        | name | text           | style   |
        | docs | connected      | good    |
        | mail | needs approval | warning |

    Example: a second one is added while the first one waits
      Given the workspace has started
      When the workspace settings are saved with the servers "docs, mail"
      And 300ms pass
      Then approval was asked for 1 time
      And the program was told 2 times that servers may wait for a decision
      And the approval queue is "docs, mail"

  @QWEN-79 @real
  Rule: A change of servers that need no approval asks for none

    Scenario Outline: "docs" was <decided> before
      Given server "docs" was <decided> before
      And the workspace has started
      When the user settings are saved with the server "mail"
      And 1s passes
      And "mcpServers.mail.args" becomes ["-v"] in the user settings
      And 1h passes
      Then servers were reconciled 3 times
      And approval was asked for 0 times

      Examples:
        | decided  |
        | approved |
        | rejected |

  @QWEN-80 @real
  Rule: A rejected server that is edited is asked about again, although it was off all the time

    Example: rejected in the session, edited, rejected and edited
      Given the workspace has started
      When the user rejects server "docs"
      And "mcpServers.docs.args" becomes ["-v"] in the workspace settings
      And 1s passes
      Then approval was asked for 1 time
      And the approval queue is "docs"
      When the user rejects server "docs"
      And "mcpServers.docs.args" becomes ["-w"] in the workspace settings
      And 1s passes
      Then approval was asked for 2 times
      And the approval queue is "docs"
      And server "docs" was started 0 times

  @QWEN-77 @QWEN-81 @real
  Rule: A rejected server stays rejected through every other edit, and nobody is asked

    Example: another server, a list, a theme
      Given the workspace has started
      When the user rejects server "docs"
      And the user settings are saved with the server "mail"
      And 1s passes
      And "mcp.excluded" becomes ["mail"] in the user settings
      And 1s passes
      And "ui.theme" becomes "dark" in the user settings
      And 1h passes
      Then approval was asked for 0 times
      And the approval queue is ""
      And server "docs" was started 0 times

  @QWEN-83
  Rule: To reject is to remember, and nothing else

    Example: what is stored and what happens
      Given the workspace has started
      When the counts start anew
      And the user rejects server "docs"
      And 1h passes
      Then the workspace's command succeeds
      And these things happened to the servers in order:
        """
        """
      And the approvals file holds:
        """
        {"/project": {"docs": {"hash": "859dfad80242fbf6bdce682115a602498d6f2fa24ee2ceb82535272c88047739", "status": "rejected"}}}
        """
      And server "docs" was started 0 times
      And server "docs" is disconnected
      And the reason why server "docs" is unavailable is "pending_approval"

    Example: what was decided about others stays
      Given server "mail" was approved before
      And the workspace has started
      When the user rejects server "docs"
      And the workspace settings are saved with the server "mail"
      And 1s passes
      Then server "mail" was started 1 time

    Example: it is connected, and goes with the next change
      Given server "docs" was approved before
      And the workspace has started
      When the counts start anew
      And the user rejects server "docs"
      And 1h passes
      Then these things happened to the servers in order:
        """
        """
      And server "docs" has 1 live process
      When "ui.theme" becomes "dark" in the user settings
      And 1s passes
      Then the last pass did "removed docs"

  @QWEN-84
  Rule: A rejected server stays off after a restart, and nobody is asked

    Example: the same project an hour later
      Given the workspace has started
      When the user rejects server "docs"
      And 1h passes
      And the workspace is closed and another one starts
      And 1h passes
      Then the approval queue is ""
      And approval was asked for 0 times
      And server "docs" was started 0 times
      And server "docs" is disconnected
