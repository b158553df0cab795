@qwen @virtual
Feature: With shared connections to disconnect means to give back
  A pass decides by difference, whoever makes the connections. Other sessions may
  go on with what one gives back, and its process ends later.

  Background:
    Given servers "docs, mail" over stdio
    And server "docs" offers the prompts "review"
    And server "docs" offers the resources "doc:a"
    And the user settings define the servers "docs, mail"

  @QWEN-68 @real
  Rule: A pass gives a removed server back, exchanges a changed one, and does not touch the others

    Example: a server is changed
      Given the pool is on
      And the workspace has started
      When the counts start anew
      And "mcpServers.docs.args" becomes ["-v"] in the user settings
      And 300ms pass
      Then these things happened in the pool in order:
        """
        docs released
        docs opened
        """
      And process 2 of server "docs" was started with:
        | what      | value |
        | arguments | -v    |
      And the runtime has the tools "mcp__docs__echo, mcp__mail__echo"
      And server "mail" never lost a tool
      And server "mail" received nothing

    Example: a server is removed
      Given the pool is on
      And the workspace has started
      When the counts start anew
      And the user settings are saved with the server "mail"
      And 300ms pass
      Then these things happened in the pool in order:
        """
        docs released
        """
      And the runtime has the tools "mcp__mail__echo"
      And server "mail" never lost a tool
      And server "mail" received nothing

  @QWEN-62
  Rule: An excluded server is disconnected with its tools, and connects again when it is not excluded any more

    Scenario Outline: out and in again after <wait>, with the pool <pool>
      Given the pool is <pool>
      And the workspace has started
      When "mcp.excluded" becomes ["docs"] in the user settings
      And <wait> pass
      Then the runtime has the tools "mcp__mail__echo"
      And the runtime has the prompts "" of server "docs"
      And the runtime has the resources "" of server "docs"
      When "mcp.excluded" is taken out of the user settings
      And 300ms pass
      Then the runtime has the tools "mcp__docs__echo, mcp__mail__echo"
      And server "docs" was started <times>
      And server "docs" has 1 live process

      Examples: A process of its own ends at once, a shared one 30s after it was given back
        | pool | wait    | times   |
        | off  | 301ms   | 2 times |
        | on   | 301ms   | 1 time  |
        | on   | 29900ms | 1 time  |
        | on   | 31s     | 2 times |

    Scenario Outline: two at once, with the pool <pool>
      Given the pool is <pool>
      And the workspace has started
      When "mcp.excluded" becomes ["docs", "mail"] in the user settings
      And 301ms pass
      Then the runtime has the tools ""
      When "mcp.excluded" becomes ["mail"] in the user settings
      And 301ms pass
      Then the runtime has the tools "mcp__docs__echo"

      Examples:
        | pool |
        | off  |
        | on   |
