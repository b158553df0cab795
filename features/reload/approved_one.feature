@qwen @virtual
Feature: Whoever approves a server approves that one, as it is now
  Several servers of a project may wait, and may be edited while they do. A decision is
  about one of them, and about its newest definition.

  @QWEN-52 @QWEN-70 @QWEN-85
  Rule: Where one of several that wait is approved, the others stay off

    Scenario Outline: <where>, with the pool <pool>
      Given the pool is <pool>
      And servers "docs, mail, wiki" over stdio
      And <where> the servers "docs, mail, wiki"
      And the workspace has started
      When the user approves server "mail"
      And 1h passes
      And the user reloads the servers
      Then server "mail" was started 1 time
      And server "docs" was started 0 times
      And server "wiki" was started 0 times
      And the approval queue is "docs, wiki"

      Examples:
        | where                         | pool |
        | the workspace settings define | off  |
        | the workspace settings define | on   |
        | the project brings            | off  |

    Example: the name of one that waits does not keep a server of the program off
      Given servers "docs, mail" over stdio
      And the workspace settings define the servers "docs, mail"
      And a workspace that has not started
      When the program replaces the servers of the settings by "docs"
      And the workspace starts
      Then server "docs" was started 1 time
      And server "mail" was started 0 times

  @QWEN-85
  Rule: A server that was edited while it waited is connected as it was edited

    Example: arguments, variables and directory
      Given server "docs" over stdio
      And the workspace settings define the server "docs"
      And the workspace has started
      When "mcpServers.docs" becomes {"command": "docs", "args": ["-v"], "env": {"MODE": "x"}, "cwd": "/other"} in the workspace settings
      And 1s passes
      And the user approves server "docs"
      Then process 1 of server "docs" was started with:
        | what          | value  |
        | arguments     | -v     |
        | variable MODE | x      |

    Scenario Outline: <key> over <kind>
      Given servers "docs, next" over <kind>
      And the workspace settings define the server "docs"
      And the workspace has started
      When "mcpServers.docs.<key>" becomes <value> in the workspace settings
      And 1s passes
      And the user approves server "docs"
      Then server "docs" is connected
      And server "next" received "initialize" 1 time

      Examples:
        | kind  | key     | value                  |
        | stdio | command | "next"                 |
        | http  | httpUrl | "http://next.test/mcp" |
        | ws    | tcp     | "ws://next.test/mcp"   |

    Example: headers
      Given server "docs" over http
      And the workspace settings define the server "docs"
      And the workspace has started
      When "mcpServers.docs.headers" becomes {"X-Key": "k"} in the workspace settings
      And 1s passes
      And the user approves server "docs"
      Then "initialize" number 1 to server "docs" has the header "X-Key" set to "k"


  @QWEN-52
  Rule: A list that names a server approves nothing

    Scenario Outline: <list>
      Given servers "docs, mail" over stdio
      And <where> the servers "docs, mail"
      And server "mail" was approved before
      And <list>
      When the workspace starts
      And the user reloads the servers
      And 1h passes
      Then server "docs" was started 0 times
      And server "mail" was started 1 time
      And the approval queue is "docs"

      Examples:
        | where                         | list                                                       |
        | the workspace settings define | "mcp.allowed" is ["docs", "mail"] in the user settings     |
        | the project brings            | "mcp.allowed" is ["mail", "docs"] in the user settings     |
        | the project brings            | the option --allowed-mcp-server-names is "docs, mail"      |
