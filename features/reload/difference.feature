@qwen @virtual
Feature: A pass does what the difference asks for, and nothing more
  What is wanted is compared with what is online, server by server. To connect
  anew costs whoever uses a server its state, so that it happens where the
  connection itself has changed, and nowhere else.

  @QWEN-47 @QWEN-48 @QWEN-50 @real
  Rule: Who is wanted connects, who is not wanted any more goes with tools and prompts, and who is unchanged stays

    Example: one of each
      Given servers "docs, mail, wiki" over stdio
      And server "mail" offers the prompts "draft, reply"
      And the user settings define the servers "docs, mail"
      And the workspace has started
      When the user settings are saved with the servers "docs, wiki"
      And 300ms pass
      Then the last pass did "removed mail; added wiki; kept 1"
      And the runtime has the tools "mcp__docs__echo, mcp__wiki__echo"
      And the runtime has the prompts "" of server "mail"
      And server "mail" has 0 live processes
      And server "docs" was started 1 time
      And server "docs" received "tools/list" 1 time

  @QWEN-54 @real
  Rule: A connected server whose definition changes is noticed, and one whose definition does not is left alone

    Example: three passes
      Given server "docs" over stdio
      And the user settings define the server "docs"
      And the workspace has started
      When the counts start anew
      And the user reloads the servers
      Then the last pass did "kept 1"
      And server "docs" was started 0 times
      When "mcpServers.docs.args" becomes ["-v"] in the user settings
      And 300ms pass
      Then the last pass did "changed docs"
      And server "docs" was started 1 time
      And server "docs" has 1 live process

    Example: the same arguments in another order
      Given server "docs" over stdio
      And "mcpServers.docs" is {"command": "docs", "args": ["-v", "-q"]} in the user settings
      And the workspace has started
      When "mcpServers.docs.args" becomes ["-q", "-v"] in the user settings
      And 300ms pass
      Then the last pass did "changed docs"

  @QWEN-63
  Rule: Servers that fail keep none of the others of their pass from connecting, wherever they stand

    Scenario Outline: <failing> of four that are added at once
      Given servers "docs, mail, wiki, chat" over stdio
      And server "<failing>" cannot be started
      And the workspace has started
      When the user settings are saved with the servers "docs, mail, wiki, chat"
      And 300ms pass
      Then the last pass did "added docs, mail, wiki, chat"
      And server "<failing>" is disconnected
      And the runtime has the tools "<tools>"

      Examples:
        | failing | tools                                             |
        | chat    | mcp__docs__echo, mcp__mail__echo, mcp__wiki__echo |
        | docs    | mcp__chat__echo, mcp__mail__echo, mcp__wiki__echo |
        | wiki    | mcp__chat__echo, mcp__docs__echo, mcp__mail__echo |

    Example: one whose definition cannot be used, which is told once
      Given server "docs" over stdio
      And the user settings define the server "docs"
      And "mcpServers.mail" is {"command": 7} in the user settings
      And the workspace has started
      Then the runtime has the tools "mcp__docs__echo"
      And the log has 1 warning of "mail" with "must be a string"

    Example: one that never answers
      Given servers "docs, mail, wiki" over stdio
      And server "docs" never answers "initialize"
      And server "mail" never answers "tools/list"
      And the workspace has started
      When the user settings are saved with the servers "docs, mail, wiki"
      And 300ms pass
      Then the runtime has the tools "mcp__wiki__echo"
      When 1h passes
      Then the last pass did "added docs, mail, wiki"
      And the runtime has the tools "mcp__wiki__echo"
      And server "docs" is disconnected
      And server "wiki" was started 1 time

  @QWEN-59 @QWEN-02
  Rule: Whoever removes a server, its prompts go with it

    Scenario Outline: the settings, over <kind>
      Given server "docs" over <kind>
      And server "docs" offers the prompts "draft, reply"
      And the user settings define the server "docs"
      And the workspace has started
      When the counts start anew
      And "mcpServers" becomes {} in the user settings
      And 300ms pass
      Then the runtime has the prompts "" of server "docs"
      And consumers were told of changed prompts 1 time

      Examples:
        | kind  |
        | stdio |
        | http  |

    @real
    Example: the program that has added it
      Given server "docs" over stdio
      And server "docs" offers the prompts "draft, reply"
      And the workspace has started
      When the program adds server "docs"
      Then the runtime has the prompts "draft, reply" of server "docs"
      When the counts start anew
      And the program removes server "docs"
      Then the workspace's command succeeds
      And the runtime has the prompts "" of server "docs"
      And consumers were told of changed prompts 1 time
      And server "docs" has 0 live processes

  @QWEN-05
  Rule: A server over HTTP whose definition is unchanged is asked for nothing

    Scenario Outline: <what>
      Given servers "docs, mail" over http
      And server "docs" offers the prompts "draft"
      And the user settings define the servers "docs, mail"
      And the workspace has started
      When the counts start anew
      And <event>
      And 1h passes
      Then servers were reconciled 1 time
      And server "docs" received nothing
      And server "docs" never lost a tool

      Examples:
        | what                         | event                                                                    |
        | its neighbour is changed     | "mcpServers.mail.headers" becomes {"X-Key": "new"} in the user settings  |
        | its neighbour is taken out   | "mcpServers.mail" is taken out of the user settings                      |
        | everything is read again     | the user reloads the servers                                             |
