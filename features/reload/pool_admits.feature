@qwen @virtual
Feature: A pool changes who shares, not who may connect
  Whether connections are shared is nothing that a list or an approval is about: what
  keeps a server off keeps it off in both ways, at the start and at once.

  @QWEN-06 @QWEN-65
  Rule: Whatever keeps a server off while the session runs does so with and without a pool

    Scenario Outline: <change>, with the pool <pool>
      Given the pool is <pool>
      And servers "docs, mail" over <transport>
      And servers "docs, mail" were approved before
      And the user settings define the server "mail"
      And <brought> the server "docs"
      And the workspace has started
      Then the runtime has the tools "mcp__docs__echo, mcp__mail__echo"
      When <change>
      And 1s passes
      And the user reloads the servers
      Then the runtime has the tools "mcp__mail__echo"
      And server "docs" is disconnected

      Examples:
        | pool | transport | brought                       | change                                                               |
        | off  | stdio     | the workspace settings define | "mcp.excluded" becomes ["docs"] in the user settings                 |
        | on   | stdio     | the workspace settings define | "mcp.excluded" becomes ["docs"] in the user settings                 |
        | off  | http      | the workspace settings define | "mcp.allowed" becomes ["mail"] in the user settings                  |
        | on   | http      | the workspace settings define | "mcp.allowed" becomes ["mail"] in the user settings                  |
        | off  | stdio     | the workspace settings define | "mcpServers.docs.args" becomes ["-v"] in the workspace settings      |
        | on   | stdio     | the workspace settings define | "mcpServers.docs.args" becomes ["-v"] in the workspace settings      |
        | off  | http      | the workspace settings define | "mcpServers.docs.timeout" becomes 5000 in the workspace settings     |
        | on   | http      | the workspace settings define | "mcpServers.docs.timeout" becomes 5000 in the workspace settings     |
        | off  | ws        | the workspace settings define | "mcpServers.docs.timeout" becomes 5000 in the workspace settings     |
        | on   | ws        | the workspace settings define | "mcpServers.docs.timeout" becomes 5000 in the workspace settings     |

    Scenario Outline: a server of .mcp.json that is edited, with the pool <pool>
      Given the pool is <pool>
      And server "docs" over stdio
      And server "docs" was approved before
      And the project brings the server "docs"
      And the workspace has started
      When the file ".mcp.json" is saved with:
        """json
        {"mcpServers": {"docs": {"command": "docs", "args": ["-v"]}}}
        """
      And the user reloads the servers
      Then the last pass did "removed docs"
      And server "docs" was started 1 time
      And the approval queue is "docs"

      Examples:
        | pool |
        | off  |
        | on   |

  @QWEN-06 @QWEN-67
  Rule: A server over HTTP or WebSocket, shared or not, stays off if it was rejected

    Scenario Outline: "docs" over <transport>; <where> it, with the pool <pool>
      Given the pool is <pool>
      And server "docs" over <transport>
      And server "docs" was rejected before
      And <where> the server "docs"
      When the workspace starts
      Then server "docs" received "initialize" 0 times

      Examples:
        | pool | transport | where                         |
        | off  | http      | the project brings            |
        | on   | http      | the project brings            |
        | off  | http      | the workspace settings define |
        | on   | http      | the workspace settings define |
        | on   | ws        | the project brings            |
        | on   | ws        | the workspace settings define |

  @QWEN-68
  Rule: Who is excluded is given back with all it offered, and others go on with it

    Example: one of two workspaces
      Given the pool is on
      And servers "docs, mail" over stdio
      And server "docs" offers the prompts "review"
      And the user settings define the servers "docs, mail"
      And the workspace has started
      When another workspace starts in the same process
      And workspace 1 is closed
      Then the pool holds these connections:
        | server | users |
        | docs   | 1     |
        | mail   | 1     |
      And workspace 2 has the tools "mcp__docs__echo, mcp__mail__echo"

    Example: excluded, and let in again
      Given the pool is on
      And server "docs" over stdio
      And server "docs" offers the prompts "review"
      And the user settings define the server "docs"
      And the workspace has started
      When the counts start anew
      And "mcp.excluded" becomes ["docs"] in the user settings
      And 300ms pass
      Then consumers were told of changed prompts 1 time
      When "mcp.excluded" becomes [] in the user settings
      And 1s passes
      Then these things happened in the pool in order:
        """
        docs released
        docs used again
        """
