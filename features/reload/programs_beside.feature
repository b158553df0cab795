@qwen @virtual
Feature: What programs and extensions bring stands beside the settings
  Settings change and are reconciled as if the program's servers were not there, and
  those come and go as if the settings were not.

  Background:
    Given servers "docs, mail, wiki" over stdio
    And the user settings define the server "docs"

  @QWEN-27
  Rule: With servers of programs and extensions a theme is reconciled as little as without

    Example: one of each
      Given an extension defines the server "wiki"
      And the workspace has started
      When the program adds server "mail"
      And the counts start anew
      And "ui.theme" becomes "dark" in the user settings
      And 1h passes
      Then changed settings were told 1 time
      And these things happened to the servers in order:
        """
        """

  @QWEN-38
  Rule: Whatever is asked for during a pass is there after the next one

    Scenario Outline: <event>
      Given server "docs" answers "tools/list" after 10s
      And the workspace settings define the server "wiki"
      And the workspace has started
      When the clock reaches 1s
      And <event>
      And the clock reaches 9s
      Then the workspace's command is pending
      And servers were reconciled 1 time
      When 1h passes
      Then the workspace's command succeeds
      And servers were reconciled 2 times
      And the runtime has the tools "mcp__docs__echo, <tools>"

      Examples:
        | event                                                              | tools           |
        | the program adds server "mail"                                     | mcp__mail__echo |
        | the user installs the extension "tools" with the server "mail"     | mcp__mail__echo |
        | the user approves server "wiki"                                    | mcp__wiki__echo |
        | the program replaces the servers of the settings by "docs, mail"   | mcp__mail__echo |

  @QWEN-42
  Rule: An empty map empties the settings, whatever the program has added

    Example: one that was added, and one of an extension
      Given an extension defines the server "wiki"
      And the workspace has started
      When the program adds server "mail"
      And the program replaces the servers of the settings by ""
      Then the runtime has the tools "mcp__mail__echo, mcp__wiki__echo"
      And server "docs" has 0 live processes
      And the last pass did "removed docs; kept 2"

  @QWEN-58
  Rule: A server of the settings comes back when the program takes its own of that name away

    Example: the program's has no arguments
      Given "mcpServers.docs.args" is ["-v"] in the user settings
      And the workspace has started
      When the program adds server "docs"
      Then the last pass did "changed docs"
      When the program removes server "docs"
      Then the last pass did "changed docs"
      And process 3 of server "docs" was started with:
        | what      | value |
        | arguments | -v    |

  @QWEN-55 @QWEN-56 @QWEN-68
  Rule: A changed server says anew what it offers, also where the old connection is still in the pool

    Example: other tools, prompts and resources
      Given the pool is on
      And server "docs" offers the prompts "review"
      And server "docs" offers the resources "doc:a"
      And the workspace has started
      When server "docs" changes its prompts to "draft"
      And server "docs" changes its resources to "doc:b"
      And server "docs" changes its tools to "read"
      And "mcpServers.docs.args" becomes ["-v"] in the user settings
      And 1s passes
      Then the runtime has the tools "mcp__docs__read"
      And the runtime has the prompts "draft" of server "docs"
      And the runtime has the resources "doc:b" of server "docs"
