@qwen @virtual
Feature: Who is meant is told by whole names, and a command reads all that counts
  Names of tools are not split, and several servers may have names that look alike in them.

  @QWEN-111
  Rule: The reason is that of the server whose tools are called like this now

    Example: two servers whose tools have the same prefix, one of which was removed
      Given servers "my.docs, my_docs" over stdio
      And the user settings define the servers "my.docs, my_docs"
      And "mcp.excluded" is ["my_docs"] in the user settings
      And the workspace has started
      When the user settings are saved with the servers "my_docs"
      And 1s passes
      And the workspace calls tool "mcp__my_docs__echo"
      Then the reason why server "my.docs" is unavailable is "removed"
      And call 1 fails with "Tool "mcp__my_docs__echo" is unavailable: the MCP server "my_docs" is excluded (mcp.excluded), so its tools are not loaded. Remove it from mcp.excluded to use this tool."

    Scenario Outline: a tool of "<name>", which was never configured, is not one of "docs"
      Given servers "docs, mail" over stdio
      And the user settings define the servers "docs, mail"
      And "mcp.excluded" is ["docs"] in the user settings
      And the workspace has started
      When the workspace calls tool "mcp__<name>__echo"
      Then call 1 fails with a text that begins with "Tool "mcp__<name>__echo" not found: no MCP server providing it is currently configured."

      Examples:
        | name      |
        | docs_beta |
        | docs2     |
        | doc       |
        | DOCS      |

  @QWEN-46
  Rule: A reload by command applies the lists as well as the servers

    Scenario Outline: "<key>" becomes <value>, and the user does not wait
      Given servers "docs, mail" over stdio
      And the user settings define the servers "docs, mail"
      And the workspace has started
      When "<key>" becomes <value> in the user settings
      And the user reloads the servers
      Then the reason why server "docs" is unavailable is "<reason>"
      And server "docs" has 0 live processes
      And server "mail" has 1 live process
      When 1h passes
      Then server "docs" was started 1 time
      And server "docs" has 0 live processes

      Examples:
        | key          | value    | reason      |
        | mcp.excluded | ["docs"] | excluded    |
        | mcp.allowed  | ["mail"] | not_allowed |

    Example: back again
      Given servers "docs, mail" over stdio
      And the user settings define the servers "docs, mail"
      And "mcp.excluded" is ["docs"] in the user settings
      And the workspace has started
      When "mcp.excluded" becomes [] in the user settings
      And the user reloads the servers
      Then server "docs" has 1 live process

  @QWEN-52
  Rule: An approval that cannot be kept connects nothing

    Scenario Outline: <where>
      Given servers "docs, mail" over stdio
      And <where> the servers "docs, mail"
      And the approvals file was written by hand:
        """
        no JSON
        """
      And the workspace has started
      When <what>
      And 1h passes
      Then server "docs" was started 0 times
      And server "mail" was started 0 times

      Examples:
        | where                         | what                                            |
        | the workspace settings define | the user approves server "docs"                 |
        | the project brings            | the user approves the servers "docs, mail" at once |
