@qwen @virtual
Feature: A list of names means these names and no others
  Servers are called docs and docs2, or docs and Docs. Whoever excludes one of them
  means that one.

  Background:
    Given servers "docs, docs2" over stdio

  @QWEN-46 @QWEN-52 @QWEN-99 @QWEN-104
  Rule: A name in a list is a whole name, and says nothing of one that begins like it

    Scenario Outline: <key> is <names>
      Given the user settings define the servers "docs, docs2"
      And "mcp.<key>" is <names> in the user settings
      When the workspace starts
      Then server "docs" was started <docs>
      And server "docs2" was started <docs2>

      Examples:
        | key      | names     | docs    | docs2   |
        | excluded | ["docs"]  | 0 times | 1 time  |
        | excluded | ["docs2"] | 1 time  | 0 times |
        | excluded | ["docs2", "docs"] | 0 times | 0 times |
        | excluded | ["doc"]   | 1 time  | 1 time  |
        | excluded | ["DOCS"]  | 1 time  | 1 time  |
        | allowed  | ["docs"]  | 1 time  | 0 times |
        | allowed  | ["docs2"] | 0 times | 1 time  |
        | allowed  | ["docs2", "docs"] | 1 time  | 1 time  |
        | allowed  | ["doc"]   | 0 times | 0 times |

    Example: the only one that is allowed, and is excluded
      Given the user settings define the servers "docs, docs2"
      And "mcp.allowed" is ["docs"] in the user settings
      And "mcp.excluded" is ["docs"] in the user settings
      When the workspace starts
      Then server "docs" was started 0 times
      And server "docs2" was started 0 times

    Example: the bound of the start
      Given the option --allowed-mcp-server-names is "docs"
      And the workspace settings define the server "docs"
      And the user settings define the server "docs2"
      And the workspace has started
      When "mcp.allowed" becomes ["docs2"] in the user settings
      And 1s passes
      Then server "docs2" was started 0 times

    Example: two pending servers
      Given servers "docs0" over stdio
      And the workspace settings define the servers "docs0, docs"
      And the user settings define the server "docs2"
      When the workspace starts
      Then server "docs0" was started 0 times
      And server "docs" was started 0 times
      And server "docs2" was started 1 time
