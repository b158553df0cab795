@qwen @virtual
Feature: No list of allowed servers is not an empty one, whatever was there before
  Who takes the list out of the settings takes its bound away; who empties it wants no server.

  Background:
    Given servers "docs, mail" over stdio
    And the user settings define the servers "docs, mail"

  @QWEN-107
  Rule: A list that is taken out of the settings allows all, whatever was in it, and an empty one allows none

    Scenario Outline: it was <list>, lists have <match>
      Given the switch "lists.match" is "<match>"
      And "mcp.allowed" is <list> in the user settings
      And the workspace has started
      Then the runtime has the tools "<tools>"
      When "mcp.allowed" is taken out of the user settings
      And 1s passes
      Then the runtime has the tools "mcp__docs__echo, mcp__mail__echo"
      And the reason why server "mail" is unavailable is ""
      When "mcp.allowed" becomes [] in the user settings
      And 1s passes
      Then the runtime has the tools ""
      And the reason why server "docs" is unavailable is "not_allowed"

      Examples:
        | list             | match | tools                            |
        | []               | names |                                  |
        | ["docs"]         | names | mcp__docs__echo                  |
        | ["docs", "mail"] | names | mcp__docs__echo, mcp__mail__echo |
        | ["wiki"]         | names |                                  |
        | []               | globs |                                  |
        | ["d*"]           | globs | mcp__docs__echo                  |

  @QWEN-114
  Rule: An in-process server is not connected, whichever file or program brings it

    Example: the settings of the workspace, and a reload
      Given the workspace settings hold:
        """json
        {"mcpServers": {"here": {"type": "sdk", "command": "docs"}}}
        """
      And the workspace has started
      When the user approves server "here"
      And the user reloads the servers
      Then the last pass did "kept 2"
      And the runtime has the tools "mcp__docs__echo, mcp__mail__echo"
      And server "docs" was started 1 time

    Example: .mcp.json
      Given the file ".mcp.json" holds:
        """json
        {"mcpServers": {"here": {"type": "sdk", "command": "docs"}}}
        """
      And the workspace has started
      When the user approves server "here"
      And the user reloads the servers
      Then the last pass did "kept 2"
      And the runtime has the tools "mcp__docs__echo, mcp__mail__echo"
      And server "docs" was started 1 time
