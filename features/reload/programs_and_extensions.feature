@qwen @virtual
Feature: What comes from programs and extensions concerns nobody else
  An extension that is installed and a server that a program adds are pieces of news of
  their own. Whoever waits goes on waiting, and who is there stays.

  Background:
    Given servers "docs, mail, wiki, chat" over stdio

  @QWEN-105 @QWEN-30
  Rule: Who waits for approval waits on, whoever else comes

    Scenario Outline: <who>
      Given the workspace settings define the server "docs"
      And the workspace has started
      When <who>
      And 1h passes
      Then server "wiki" is connected
      And server "docs" was started 0 times
      And the reason why server "docs" is unavailable is "pending_approval"

      Examples:
        | who                                                           |
        | the user installs the extension "tools" with the server "wiki" |
        | the program adds server "wiki"                                |

  @QWEN-43
  Rule: A server of the program stays when extensions come and go, and takes only itself along

    Example: beside an extension that is installed, updated and removed
      Given the user settings define the server "docs"
      And the workspace has started
      When the program adds server "chat"
      And the user installs the extension "tools" with the server "wiki"
      And the user installs the extension "tools" with the server "mail"
      And the user uninstalls the extension "tools"
      Then the runtime has the tools "mcp__chat__echo, mcp__docs__echo"
      And server "chat" was started 1 time

    Example: over a server of the settings, which counts again
      Given server "docs" is defined with the arguments "given"
      And "mcpServers.docs" is {"command": "docs", "args": ["saved"]} in the user settings
      And the workspace has started
      When the program adds server "docs"
      And the program removes server "docs"
      Then the runtime has the tools "mcp__docs__echo"
      And process 3 of server "docs" was started with:
        | what      | value |
        | arguments | saved |

  @QWEN-109
  Rule: A server that its extension does not bring any more was removed

    Scenario Outline: <what>
      Given the workspace has started
      When the user installs the extension "tools" with the servers "mail, wiki"
      And <what>
      Then the reason why server "wiki" is unavailable is "removed"
      And the reason why server "chat" is unavailable is ""

      Examples:
        | what                                                           |
        | the user installs the extension "tools" with the server "mail" |
        | the user uninstalls the extension "tools"                      |

  @QWEN-03
  Rule: A new version of an extension replaces the connection of a server that it defines otherwise

    Example: other arguments
      Given server "docs" is defined with the arguments "old"
      And the workspace has started
      When the user installs the extension "tools" with the servers "docs, mail"
      Given server "docs" is defined with the arguments "new"
      When the user installs the extension "tools" with the servers "docs, mail"
      Then the last pass did "changed docs; kept 1"
      And process 2 of server "docs" was started with:
        | what      | value |
        | arguments | new   |
