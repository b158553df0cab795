@qwen @virtual
Feature: Whoever gets other filters is at no moment without tools
  A filter chooses among what a server has listed. Another choice takes the place of the
  old one at once: nobody sees the server without tools in between.

  @QWEN-04
  Rule: A kept server whose filters change loses only what the new ones leave out

    Scenario Outline: <servers>, over <kind>, with the pool <pool>
      Given the pool is <pool>
      And servers "docs, mail" over <kind>
      And server "docs" offers the tools "read, write"
      And the user settings define the servers "<servers>"
      And "mcpServers.docs.includeTools" is ["read"] in the user settings
      And the workspace has started
      When "mcpServers.docs.includeTools" becomes ["read", "write"] in the user settings
      And 1s passes
      Then the last pass did "<did>"
      And server "docs" never lost a tool
      And the runtime has the tools "<tools>"

      Examples:
        | servers    | kind  | pool | did                     | tools                                              |
        | docs       | stdio | off  | refiltered docs         | mcp__docs__read, mcp__docs__write                  |
        | docs       | http  | off  | refiltered docs         | mcp__docs__read, mcp__docs__write                  |
        | docs       | stdio | on   | refiltered docs         | mcp__docs__read, mcp__docs__write                  |
        | docs, mail | stdio | off  | refiltered docs; kept 1 | mcp__docs__read, mcp__docs__write, mcp__mail__echo |

  @QWEN-04
  Rule: What another version of an extension brings as before is not touched

    Example: a server is added
      Given servers "docs, mail" over stdio
      And the workspace has started
      When the user installs the extension "tools" with the server "docs"
      And the user installs the extension "tools" with the servers "docs, mail"
      Then server "docs" never lost a tool
      And server "docs" was started 1 time
      And the last pass did "added mail; kept 1"
