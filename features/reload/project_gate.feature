@qwen @virtual
Feature: Servers of .mcp.json are gated like those of the workspace's settings
  A project has two files that name servers, and others than its user write both. What
  holds for one file and not for the other is a way round the gate.

  Background:
    Given servers "docs, mail" over stdio

  @QWEN-70 @QWEN-71 @QWEN-77 @QWEN-82 @QWEN-91 @QWEN-92 @QWEN-94 @QWEN-95 @real
  Rule: A server of .mcp.json connects if it is approved as it is defined now, and the view says what it waits for

    Scenario Outline: "<who>" was <decided> before, and "docs" is defined with <more>
      Given server "<who>" was <decided> before
      And the file ".mcp.json" holds:
        """json
        {"mcpServers": {"docs": {"command": "docs", <more>}}}
        """
      When the workspace starts
      Then server "docs" was started <times>
      And the approval queue is "<queue>"
      And the reason why server "docs" is unavailable is "<reason>"
      And the view of servers shows:
        | name | text   | style   |
        | docs | <text> | <style> |
      And the hint below the view of servers is ""

      Examples:
        | who  | decided  | more                  | times   | queue | reason           | text                                 | style   |
        | docs | approved | "description": "mine" | 1 time  |       |                  | connected                            | good    |
        | docs | approved | "args": ["-v"]        | 0 times | docs  | pending_approval | needs approval                       | warning |
        | docs | approved | "trust": true         | 0 times | docs  | pending_approval | needs approval                       | warning |
        | docs | rejected | "description": "mine" | 0 times |       | pending_approval | rejected — edit config to re-approve | warning |
        | docs | rejected | "args": ["-v"]        | 0 times | docs  | pending_approval | needs approval                       | warning |
        | mail | approved | "description": "mine" | 0 times | docs  | pending_approval | needs approval                       | warning |

  @QWEN-72 @QWEN-73 @QWEN-78 @QWEN-80 @QWEN-97
  Rule: A server of .mcp.json that is edited is asked about with the next change, and again when it is edited after a rejection

    Example: it was approved
      Given server "docs" was approved before
      And the project brings the server "docs"
      And the workspace has started
      When the counts start anew
      And the file ".mcp.json" is saved with:
        """json
        {"mcpServers": {"docs": {"command": "docs", "args": ["-v"]}}}
        """
      And "ui.theme" becomes "dark" in the user settings
      And 300ms pass
      Then these things happened to the servers in order, among others:
        """
        pending is "docs"
        docs disconnected
        pass ended
        approval of "docs"
        """
      And server "docs" has 0 live processes
      And the approval queue is "docs"

    Example: it was rejected
      Given server "docs" was rejected before
      And the project brings the server "docs"
      And the workspace has started
      When the file ".mcp.json" is saved with:
        """json
        {"mcpServers": {"docs": {"command": "docs", "args": ["-w"]}}}
        """
      And "ui.theme" becomes "dark" in the user settings
      And 300ms pass
      Then approval was asked for 1 time
      And the approval queue is "docs"
      When the user approves server "docs"
      Then process 1 of server "docs" was started with:
        | what      | value |
        | arguments | -w    |

  @QWEN-76 @QWEN-81 @QWEN-83 @QWEN-84 @QWEN-87 @QWEN-88 @QWEN-89 @QWEN-90 @real
  Rule: A decision about a server of .mcp.json outlives other edits, its absence and a restart

    Scenario Outline: the user <decides> it, and it goes
      Given the project brings the server "docs"
      And the workspace has started
      When the user <decides> server "docs"
      And the user settings are saved with the server "mail"
      And 1s passes
      And the file ".mcp.json" is saved with:
        """json
        {"mcpServers": {}}
        """
      And the user reloads the servers
      Then server "docs" has 0 live processes
      And approval was asked for 0 times
      And the approvals file holds:
        """
        {"/project": {"docs": {"hash": "859dfad80242fbf6bdce682115a602498d6f2fa24ee2ceb82535272c88047739", "status": "<decided>"}}}
        """

      Examples:
        | decides  | decided  |
        | approves | approved |
        | rejects  | rejected |

    Scenario Outline: it was <decided> before, comes later, and the program starts anew
      Given server "docs" was <decided> before
      And the workspace has started
      When the file ".mcp.json" is saved with:
        """json
        {"mcpServers": {"docs": {"command": "docs"}}}
        """
      And "ui.theme" becomes "dark" in the user settings
      And 1s passes
      Then server "docs" was started <times>
      And approval was asked for 0 times
      And the approval queue is ""
      When the workspace is closed and another one starts
      Then server "docs" was started <later>
      And the approval queue is ""

      Examples:
        | decided  | times   | later   |
        | approved | 1 time  | 2 times |
        | rejected | 0 times | 0 times |

  @QWEN-64 @QWEN-66 @QWEN-67 @QWEN-105
  Rule: A server of .mcp.json that is not approved is not in the pool and has no process, whoever allows it

    Example: it is allowed at the start and in settings, and another workspace asks too
      Given the pool is on
      And the option --allowed-mcp-server-names is "docs, mail"
      And "mcp.allowed" is ["docs", "mail"] in the user settings
      And server "mail" was rejected before
      And the project brings the servers "docs, mail"
      And the workspace has started
      When another workspace starts in the same process
      And 1h passes
      Then these things happened in the pool in order:
        """
        """
      And server "docs" was started 0 times
      And server "mail" was started 0 times
      And the approval queue is "docs"
