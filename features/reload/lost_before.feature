@qwen @virtual
Feature: A server that was lost or has failed is dealt with like one that is connected
  What it offered is still there when its connection is not. Who takes such a server out,
  edits it or rejects it wants the same as with any other.

  Background:
    Given servers "docs, mail" over stdio
    And server "docs" offers the prompts "draft"

  @QWEN-48 @QWEN-59
  Rule: The tools and prompts of a server that was lost go with it

    Scenario Outline: <change>
      Given the user settings define the servers "docs, mail"
      And the workspace has started
      When server "docs" exits with code 1
      And 1s passes
      Then the runtime has the tools "mcp__docs__echo, mcp__mail__echo"
      When <change>
      And 1s passes
      Then the last pass did "removed docs; kept 1"
      And the runtime has the tools "mcp__mail__echo"
      And the runtime has the prompts "" of server "docs"
      And server "docs" was started 1 time

      Examples:
        | change                                                     |
        | "mcp.excluded" becomes ["docs"] in the user settings       |
        | "mcp.allowed" becomes ["mail"] in the user settings        |
        | the user settings are saved with the server "mail"         |

  @QWEN-49 @QWEN-55
  Rule: What a lost server offered is gone before it connects with its new definition

    Example: it is slow to initialize, and offers other things then
      Given the user settings define the servers "docs, mail"
      And the workspace has started
      When server "docs" exits with code 1
      And server "docs" changes its tools to "print"
      Given server "docs" answers "initialize" after 3s
      When "mcpServers.docs.args" becomes ["-v"] in the user settings
      And 1s passes
      Then the runtime has the tools "mcp__mail__echo"
      And the runtime has the prompts "" of server "docs"
      When 20s pass
      Then the runtime has the tools "mcp__docs__print, mcp__mail__echo"

  @QWEN-57
  Rule: Nothing of a lost server is left if it does not connect with its new definition

    Example: its program is not there any more
      Given the user settings define the servers "docs, mail"
      And the workspace has started
      When server "docs" exits with code 1
      And server "docs" goes down
      And "mcpServers.docs.args" becomes ["-v"] in the user settings
      And 1h passes
      Then the runtime has the tools "mcp__mail__echo"
      And the runtime has the prompts "" of server "docs"

  @QWEN-65
  Rule: A lost server of a project that is edited waits for approval, and leaves nothing

    Scenario Outline: with the pool <pool>
      Given the pool is <pool>
      And the user settings define the server "mail"
      And the workspace settings define the server "docs"
      And server "docs" was approved before
      And the workspace has started
      When server "docs" exits with code 1
      And "mcpServers.docs.args" becomes ["-v"] in the workspace settings
      And 1s passes
      Then the runtime has the tools "mcp__mail__echo"
      And the runtime has the prompts "" of server "docs"
      And the approval queue is "docs"
      And server "docs" was started 1 time

      Examples:
        | pool |
        | on   |
        | off  |

  @QWEN-91
  Rule: A server that had failed and was then rejected says so

    Example: its process did not start
      Given server "docs" cannot be started
      And the workspace settings define the server "docs"
      And server "docs" was approved before
      And the workspace has started
      Then the view of servers shows:
        | name | text         | style |
        | docs | disconnected | bad   |
      When the user rejects server "docs"
      Then the view of servers shows:
        | name | text                                   | style   |
        | docs | rejected — edit config to re-approve | warning |
