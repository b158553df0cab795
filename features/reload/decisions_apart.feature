@qwen @virtual
Feature: A decision is about one server as it was, and who needs none is not asked about

  Background:
    Given servers "docs, mail" over stdio

  @QWEN-39
  Rule: Who gives up waiting for a pass lets nobody begin another one beside it

    Example: a reload is given up, and another one is asked for
      Given server "docs" answers "tools/list" after 10s
      And the user settings define the server "docs"
      And the workspace has started
      When the clock reaches 1s
      And the user reloads the servers
      And the program gives up the workspace's command
      And the user reloads the servers
      And the clock reaches 9s
      Then servers were reconciled 1 time
      When 1h passes
      Then servers were reconciled 2 times
      And no two passes overlapped

  @QWEN-73
  Rule: Of pending servers a reload tells after its pass, too

    Example: a slow server comes with one that waits for a decision
      Given server "docs" answers "tools/list" after 10s
      And the workspace has started
      And the user settings define the server "docs"
      And the workspace settings define the server "mail"
      When the user reloads the servers
      And 9s pass
      Then the program was told 1 time that servers may wait for a decision
      When 1h passes
      Then the program was told 2 times that servers may wait for a decision
      And the approval queue is "mail"

  @QWEN-74
  Rule: A reload that fails tells who waits for a decision all the same

    Example: nobody can say whether the directory is trusted
      Given the workspace has started
      And the file ".mcp.json" holds:
        """
        {"mcpServers": {"docs": {"command": "docs"}}}
        """
      When nobody can say whether the workspace is trusted
      And the user reloads the servers
      And 1s passes
      Then the approval queue is "docs"

  @QWEN-79
  Rule: Servers of the system, the session, the command line and extensions need no approval

    Scenario Outline: <where> one, and settings change
      Given <where> the server "docs"
      And the workspace has started
      When the user settings are saved with the server "mail"
      And 1s passes
      And the user reloads the servers
      Then server "docs" has 1 live process
      And approval was asked for 0 times
      And the approval queue is ""

      Examples:
        | where                           |
        | the system settings define      |
        | the session brings              |
        | the option --mcp-config defines |
        | an extension defines            |

  @QWEN-87
  Rule: A decision is about one name, however alike the definitions are

    Scenario Outline: one was <decided>, and another one says the same
      Given the workspace settings hold:
        """json
        {"mcpServers": {"mail": {"command": "docs"}}}
        """
      And the workspace has started
      When the user <decides> server "mail"
      And the workspace settings are saved with:
        """json
        {"mcpServers": {"docs": {"command": "docs"}}}
        """
      And 1s passes
      Then the approval queue is "docs"
      And server "docs" is disconnected

      Examples:
        | decided  | decides  |
        | approved | approves |
        | rejected | rejects  |

  @QWEN-97
  Rule: Whatever is edited of a rejected server brings the question back

    Scenario Outline: its <key>
      Given the workspace settings define the server "docs"
      And the workspace has started
      When the user rejects server "docs"
      Then the view of servers shows:
        | name | text                                 | style   |
        | docs | rejected — edit config to re-approve | warning |
      When "mcpServers.docs.<key>" becomes <value> in the workspace settings
      And 1s passes
      Then the approval queue is "docs"
      And the view of servers shows:
        | name | text           | style   |
        | docs | needs approval | warning |

      Examples:
        | key          | value            |
        | env          | {"MODE": "slow"} |
        | headers      | {"X-Key": "1"}   |
        | cwd          | "sub"            |
        | timeout      | 5000             |
        | trust        | true             |
        | includeTools | ["echo"]         |

  @QWEN-80
  Rule: A rejected server that is edited is asked about beside one that stays rejected

    Example: one of two
      Given server "docs" was rejected before
      And server "mail" was rejected before
      And the workspace settings define the servers "docs, mail"
      And the workspace has started
      When "mcpServers.mail.args" becomes ["-v"] in the workspace settings
      And 1s passes
      Then approval was asked for 1 time
      And the approval queue is "mail"
