@qwen @virtual
Feature: Decisions about servers are kept in one file of the user
  The file decides what may run, so that only its owner may read and write it, and what
  is no regular file decides nothing.

  Background:
    Given files are kept on disk
    And server "docs" over stdio
    And the workspace settings define the server "docs"

  @F-QWEN-13
  Rule: Decisions are one file that only its owner may read, whose directory is made when there is something to keep

    Example: the first decision
      Given the workspace has started
      When the user approves server "docs"
      Then server "docs" is connected
      And the directory "~/.qwen" holds these files:
        | name              | mode       |
        | mcpApprovals.json | -rw------- |
      And the directory "/home/user" holds these files:
        | name  | mode       |
        | .qwen | drwx------ |
      And the file "~/.qwen/mcpApprovals.json" is this text:
        """
        {
          "/project": {
            "docs": {
              "hash": "859dfad80242fbf6bdce682115a602498d6f2fa24ee2ceb82535272c88047739",
              "status": "approved"
            }
          }
        }
        """

    Scenario Outline: <what>
      Given the file "~/mine.json" holds:
        """json
        {"/project": {"docs": {"hash": "859dfad80242fbf6bdce682115a602498d6f2fa24ee2ceb82535272c88047739", "status": "approved"}}}
        """
      And the file "<file>" is <what>
      When the workspace starts
      Then server "docs" was started 0 times
      And the log has 2 warnings with "Warning: MCP approvals file error: "
      And the log has 2 warnings that end with "<why>"
      When the user approves server "docs"
      Then the workspace's command fails with a text that begins with "remembering the decision about server "docs": storing an approval: "
      And server "docs" was started 0 times

      Examples:
        | file                      | what                    | why                                                 |
        | ~/.qwen/mcpApprovals.json | a directory             | /.qwen/mcpApprovals.json: not a regular file        |
        | ~/.qwen/mcpApprovals.json | a link to "~/mine.json" | /.qwen/mcpApprovals.json: not a regular file        |
        | ~/.qwen                   | a link to "~/mine.json" | /.qwen/mcpApprovals.json: not a directory           |

    Scenario Outline: a file of <size> bytes
      Given the file "~/.qwen/mcpApprovals.json" holds "{"/project": {"docs": {"hash": "859dfad80242fbf6bdce682115a602498d6f2fa24ee2ceb82535272c88047739", "status": "approved"}}", <times> times " " and "}"
      When the workspace starts
      Then server "docs" was started <starts>
      And the log has <n> warnings with "mcpApprovals.json: file is too large: more than 4194304 bytes"

      Examples:
        | size    | times   | starts  | n |
        | 4194304 | 4194182 | 1 time  | 0 |
        | 4194305 | 4194183 | 0 times | 2 |
