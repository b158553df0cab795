@qwen @virtual
Feature: Tools of servers that settings define have paths like any other
  Settings say for whom a server is meant, which is no program that has brought it.


  @OMP-LC-75
  Rule: The level of a definition is no provider, and is not told in its place

    Scenario Outline: <where>
      Given server "docs" over stdio
      And server "docs" was approved before
      And <where> the server "docs"
      When the workspace starts
      Then the runtime has these tools:
        | name            | path                |
        | mcp__docs__echo | mcp:mcp__docs__echo |

      Examples:
        | where                         |
        | the user settings define      |
        | the workspace settings define |
        | the project brings            |
