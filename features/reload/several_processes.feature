@qwen @virtual
Feature: Several processes that write the same files lose nothing of each other
  A user has more than one session open. What one of them has confirmed is in the file,
  whatever another one writes there at the same time: a lost rejection would let a
  server in that the user refused.

  @X-QWEN-19
  Rule: A decision waits for one that another process is writing down, and both are kept

    Background:
      Given files are kept on disk
      And servers "docs, mail" over stdio
      And the workspace settings define the servers "docs, mail"
      And the workspace has started

    Scenario Outline: the user <user> server "docs" while another process <other> server "mail"
      When another process <other> server "mail" and takes 300ms to write that down
      And the user <user> server "docs"
      And 200ms pass
      Then server "docs" was started 0 times
      And the approval queue is "docs, mail"
      When 200ms pass
      Then the workspace's command succeeds
      And server "docs" was started <started>
      And the approvals file holds:
        """
        {"/project": {
          "mail": {"hash": "b12d99d4a932dead0798e982a4003245e5162a5065022697d0a54e8f4e175620", "status": "<mail>"},
          "docs": {"hash": "859dfad80242fbf6bdce682115a602498d6f2fa24ee2ceb82535272c88047739", "status": "<docs>"}}}
        """
      And the directory "~/.qwen" holds these files:
        | name               | mode       |
        | mcpApprovals.json  | -rw------- |

      Examples:
        | user     | other    | docs     | mail     | started |
        | approves | rejects  | approved | rejected | 1 time  |
        | rejects  | approves | rejected | approved | 0 times |

    Example: the other process is stopped while it writes
      When another process rejects server "docs" and takes 1h to write that down
      And the user approves server "docs"
      And 9s pass
      Then the approval queue is "docs, mail"
      When 2s pass
      Then the workspace's command fails with a text that begins with "remembering the decision about server "docs": storing an approval: process "
      And server "docs" was started 0 times
      And the approval queue is "docs, mail"

  @X-QWEN-20
  Rule: What another process has written into the settings is told, whatever the program itself writes there meanwhile

    Example: the program changes one setting just after another process has changed another one
      Given servers "docs, mail" over stdio
      And the user settings define the servers "docs, mail"
      And the workspace has started
      When "mcp.excluded" becomes ["docs"] in the user settings
      And the program sets "ui.theme" to "dark" in the user settings
      And 1s passes
      Then these settings changes were told:
        | scope | change   | keys         |
        | user  | modified | mcp.excluded |
      And the last pass did "removed docs; kept 1"
