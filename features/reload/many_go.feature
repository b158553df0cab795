@qwen @virtual
Feature: Whoever goes takes nothing and nobody with him
  A server may be taken out, kept off by a list or have failed before. In each case it
  goes with all it offered, and what stays does not notice.

  Background:
    Given servers "a, b, c, d" over stdio
    And servers "x, y" over http

  @QWEN-02 @QWEN-04 @QWEN-48 @QWEN-50 @QWEN-60
  Rule: Whoever goes takes nobody with him, whether it is taken out or kept off by a list

    Example: two are taken out, two are excluded, two stay
      Given the user settings define the servers "a, b, c, d, x, y"
      And the workspace has started
      And "mcp.excluded" is ["b", "y"] in the user settings
      When the user settings are saved with the servers "a, b, x, y"
      And 1s passes
      Then the last pass did "removed c, d, b, y; kept 2"
      And the runtime has the tools "mcp__a__echo, mcp__x__echo"
      And server "a" never lost a tool
      And server "x" never lost a tool
      And server "a" was started 1 time
      And server "x" received "initialize" 1 time

    Example: a reload of the user
      Given the user settings define the servers "a, b, x"
      And the workspace has started
      And "mcp.excluded" is ["b"] in the user settings
      When the user reloads the servers
      Then the last pass did "removed b; kept 2"
      And server "a" never lost a tool
      And server "x" never lost a tool

    Example: one that has failed
      Given the user settings define the servers "a, c"
      And server "c" cannot be started
      And the workspace has started
      When the user settings are saved with the server "a"
      And 1s passes
      Then the last pass did "removed c; kept 1"

    Example: the last one, and it has failed
      Given the user settings define the server "c"
      And server "c" cannot be started
      And the workspace has started
      When "mcpServers" becomes {} in the user settings
      And 1s passes
      Then the last pass did "removed c"
      And no timer is pending

    Example: one that has prompts and no tool
      Given server "a" offers the tools ""
      And server "a" offers the prompts "draft"
      And the user settings define the servers "a, b"
      And the workspace has started
      When the counts start anew
      And the user settings are saved with the server "b"
      And 1s passes
      Then the runtime has the prompts "" of server "a"
      And consumers were told of changed prompts 1 time

  @QWEN-60
  Rule: The last server may go in another way, and nothing is left either

    Scenario Outline: over <what> and excluded
      Given server "<name>" offers the prompts "draft"
      And the user settings define the server "<name>"
      And the workspace has started
      When "mcp.excluded" becomes ["<name>"] in the user settings
      And 1s passes
      Then the runtime has the tools ""
      And the runtime has the prompts "" of server "<name>"
      And consumers were told of changed prompts 2 times
      And no timer is pending

      Examples:
        | what  | name |
        | stdio | a    |
        | HTTP  | x    |
