@qwen @virtual
Feature: A file of decisions that cannot be used decides nothing and is not lost
  The file is written by several programs and by hand. Broken, it must neither let a
  server in nor be replaced by the little that this program knows.

  Background:
    Given server "docs" over stdio
    And the workspace settings define the server "docs"

  @F-QWEN-13
  Rule: A record that cannot be understood decides nothing, and the next decision leaves all other records as they are

    Scenario Outline: <case>
      Given the approvals file was written by hand:
        """
        {"/project": <records>, "/other": {"mail": {"hash": "x", "status": "approved"}}, "more": 1}
        """
      And the workspace has started
      Then server "docs" was started <times>
      And the approval queue is "<queue>"
      When the user rejects server "docs"
      Then the approvals file holds:
        """
        {"/project": <after>, "/other": {"mail": {"hash": "x", "status": "approved"}}, "more": 1}
        """

      Examples:
        | case               | times   | queue | records                                                                                                                    | after                                                                                                                                        |
        | a good one         | 1 time  |       | {"docs": {"hash": "859dfad80242fbf6bdce682115a602498d6f2fa24ee2ceb82535272c88047739", "status": "approved"}, "wiki": 1}     | {"docs": {"hash": "859dfad80242fbf6bdce682115a602498d6f2fa24ee2ceb82535272c88047739", "status": "rejected"}, "wiki": 1}                      |
        | another state      | 0 times | docs  | {"docs": {"hash": "859dfad80242fbf6bdce682115a602498d6f2fa24ee2ceb82535272c88047739", "status": "pending"}}                | {"docs": {"hash": "859dfad80242fbf6bdce682115a602498d6f2fa24ee2ceb82535272c88047739", "status": "rejected"}}                                 |
        | no hash            | 0 times | docs  | {"docs": {"status": "approved"}}                                                                                           | {"docs": {"hash": "859dfad80242fbf6bdce682115a602498d6f2fa24ee2ceb82535272c88047739", "status": "rejected"}}                                 |
        | no object          | 0 times | docs  | ["docs"]                                                                                                                   | {"docs": {"hash": "859dfad80242fbf6bdce682115a602498d6f2fa24ee2ceb82535272c88047739", "status": "rejected"}}                                 |
        | the project is not | 0 times | docs  | null                                                                                                                       | {"docs": {"hash": "859dfad80242fbf6bdce682115a602498d6f2fa24ee2ceb82535272c88047739", "status": "rejected"}}                                 |

    Example: comments are read over
      Given the approvals file was written by hand:
        """
        // mine
        {"/project": {"docs": {"hash": "859dfad80242fbf6bdce682115a602498d6f2fa24ee2ceb82535272c88047739", "status": "approved",},}}
        """
      When the workspace starts
      Then server "docs" was started 1 time

    Scenario Outline: a file that is no JSON object: <text>
      Given the approvals file was written by hand:
        """
        <text>
        """
      And the workspace has started
      Then server "docs" was started 0 times
      And the approval queue is "docs"
      And the log has <warnings> records with "Warning: MCP approvals file error: "
      When the user approves server "docs"
      Then the workspace's command fails with a text that begins with "remembering the decision about server "docs": storing an approval: the file stays as it is: /home/user/.qwen/mcpApprovals.json:<place>"
      And server "docs" was started 0 times
      And servers were reconciled 1 time
      And the approval queue is "docs"

      Examples:
        | text          | warnings | place |
        | {"/project":  | 2        | 1:13: |
        | []            | 2        | 1:1:  |

    Example: nobody can decide about a server that is not configured, and that harms no other decision
      Given the workspace has started
      When the user approves server "mail"
      Then the workspace's command fails with "no server "mail" is configured"
      When the user rejects server "mail"
      Then the workspace's command fails with "no server "mail" is configured"
      And the approval queue is "docs"
