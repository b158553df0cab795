@qwen @virtual
Feature: Whoever looks at the servers sees why one is off
  "Disconnected" sends people to logs in which nothing is wrong. A server that
  waits for a decision, or was rejected, says so and says what to do about it.

  Background:
    Given servers "docs, mail, wiki" over stdio

  @QWEN-91 @QWEN-92
  Rule: A rejected server says how it is approved after all, and a pending one that it needs approval

    Example: one of each
      Given server "docs" was rejected before
      And the workspace settings define the servers "docs, mail"
      When the workspace starts
      Then the view of servers shows:
        | name | text                               | style   |
        | docs | rejected — edit config to re-approve | warning |
        | mail | needs approval                     | warning |

    Example: one that takes its time
      Given the user settings define the servers "docs, wiki"
      And server "docs" answers "initialize" after 2s
      When the workspace starts
      Then the view of servers shows:
        | name | text         | style   |
        | docs | connecting   | neutral |
        | wiki | connected    | good    |

  @QWEN-94 @real
  Rule: A server that is approved, or needs no approval, shows nothing but its connection

    Example: one of the user, one of the project, one that fails
      Given the user settings define the servers "docs, wiki"
      And server "mail" was approved before
      And the workspace settings define the server "mail"
      And server "wiki" cannot be started
      When the workspace starts
      Then the view of servers shows:
        | name | text         | style |
        | docs | connected    | good  |
        | wiki | disconnected | bad   |
        | mail | connected    | good  |

  @QWEN-95
  Rule: The logs are pointed to for a connection that failed, and for no decision

    Example: a rejected, a pending and an excluded server
      Given server "docs" was rejected before
      And the workspace settings define the servers "docs, mail"
      And the user settings define the server "wiki"
      And "mcp.excluded" is ["wiki"] in the user settings
      When the workspace starts
      And 1h passes
      Then the hint below the view of servers is ""

    Example: a failed connection beside them
      Given server "docs" was rejected before
      And the workspace settings define the servers "docs, mail"
      And the user settings define the server "wiki"
      And server "wiki" cannot be started
      When the workspace starts
      Then the hint below the view of servers is "Run qwen --debug to see error logs"

    Example: a definition that cannot be used, which says so itself
      Given the user settings hold:
        """json
        {"mcpServers": {"docs": {"command": "docs", "args": 7}}}
        """
      When the workspace starts
      And 1h passes
      Then the hint below the view of servers is ""

    Example: a server that is connecting still
      Given the user settings define the server "docs"
      And server "docs" never answers "initialize"
      When the workspace starts
      Then the hint below the view of servers is ""

    Example: one that waits for approval and has mistakes in its definition
      Given "mcpServers.docs" is {"command": "docs", "args": "not a list"} in the workspace settings
      When the workspace starts
      And 1h passes
      Then the hint below the view of servers is ""

  @QWEN-96 @real
  Rule: What the view says is what was decided in the working directory

    Example: the same server was approved in another directory
      Given server "docs" was approved before, in "/elsewhere"
      And the workspace settings define the server "docs"
      When the workspace starts
      Then the view of servers shows:
        | name | text           | style   |
        | docs | needs approval | warning |
      When the user approves server "docs"
      Then the view of servers shows:
        | name | text      | style |
        | docs | connected | good  |

  @QWEN-96
  Rule: The directory of a decision is the one in which the program runs, not that of the project

    Scenario Outline: the program runs elsewhere than in the project, and "docs" was <decided> in <dir>
      Given the program runs in the directory "/elsewhere"
      And server "docs" was <decided> before, in "<dir>"
      And the workspace settings define the server "docs"
      When the workspace starts
      Then the view of servers shows:
        | name | text   | style   |
        | docs | <text> | <style> |
      And the approval queue is "<queue>"

      Examples:
        | decided  | dir        | text                                 | style   | queue |
        | approved | /elsewhere | connected                            | good    |       |
        | rejected | /elsewhere | rejected — edit config to re-approve | warning |       |
        | approved | /project   | needs approval                       | warning | docs  |
        | approved | /my/elsewhere | needs approval                    | warning | docs  |

  @QWEN-97 @real
  Rule: Whoever has rejected a server gets it back by editing it

    Example: rejected, seen, edited, approved
      Given the workspace settings define the server "docs"
      And the workspace has started
      When the user rejects server "docs"
      Then the view of servers shows:
        | name | text                               | style   |
        | docs | rejected — edit config to re-approve | warning |
      When "mcpServers.docs.args" becomes ["-v"] in the workspace settings
      And 300ms pass
      Then the approval queue is "docs"
      And the view of servers shows:
        | name | text           | style   |
        | docs | needs approval | warning |
      When the user approves server "docs"
      Then the runtime has the tools "mcp__docs__echo"
      And process 1 of server "docs" was started with:
        | what      | value |
        | arguments | -v    |
