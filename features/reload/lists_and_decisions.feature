@qwen @virtual
Feature: Lists, decisions and files mean what they say, however they come together
  Settings of several files meet lists of the start, decisions of users and programs that
  change servers themselves. None of them undoes what another one says.

  @QWEN-62
  Rule: Who is excluded goes, also if the list of allowed servers names it, and comes back

    Example: the last name on the list is taken out
      Given servers "docs, mail" over stdio
      And the user settings define the servers "docs, mail"
      And "mcp.allowed" is ["docs", "mail"] in the user settings
      And the workspace has started
      When "mcp.excluded" becomes ["docs"] in the user settings
      And 1s passes
      Then the runtime has the tools "mcp__mail__echo"
      And server "docs" is disconnected
      When "mcp.excluded" becomes [] in the user settings
      And 1s passes
      Then the runtime has the tools "mcp__docs__echo, mcp__mail__echo"

  @QWEN-38
  Rule: Of changes during any pass the last one is seen by exactly one further pass

    Example: two edits during the third pass
      Given servers "docs, mail, wiki" over stdio
      And server "wiki" answers "tools/list" after 10s
      And the user settings define the server "docs"
      And the workspace has started
      When the user reloads the servers
      And the user settings are saved with the servers "docs, wiki"
      And 1s passes
      And the user settings are saved with the servers "docs, mail"
      And 1s passes
      And the user settings are saved with the servers "docs, mail, wiki"
      And 1h passes
      Then the last pass did "added mail; kept 2"

  @QWEN-07
  Rule: A decision of the user reads no settings

    Scenario Outline: the user <decides>
      Given servers "docs, mail" over stdio
      And the workspace settings define the server "docs"
      And the workspace has started
      When the user settings are saved with the server "mail"
      And the user <decides> server "docs"
      Then server "mail" was started 0 times
      When 1s passes
      Then server "mail" was started 1 time

      Examples:
        | decides  |
        | rejects  |
        | approves |

  @QWEN-19
  Rule: A settings file that comes is told of once

    Example: there was none
      Given servers "docs, mail" over stdio
      And the workspace has started
      And the program listens to settings
      When the user settings are saved with the servers "docs, mail"
      And 1h passes
      Then changed settings were told 1 time
      And servers were reconciled 2 times
      And the program was told of these settings:
        | scope | change  |
        | user  | created |

  @QWEN-35
  Rule: In a list of many names each one counts

    Scenario Outline: <key> was <before> and is <after>
      Given servers "a, b, c, d, e, f" over stdio
      And the user settings define the servers "a, b, c, d, e, f"
      And "<key>" is <before> in the user settings
      And the workspace has started
      When "<key>" becomes <after> in the user settings
      And 1s passes
      Then the last pass did "<did>"

      Examples:
        | key          | before                    | after                     | did                        |
        | mcp.allowed  | ["a", "b", "c", "d", "e"] | ["a", "b", "c", "d", "f"] | removed e; added f; kept 4 |
        | mcp.excluded | ["a", "b", "c", "d", "e"] | ["a", "b", "c", "d", "f"] | removed f; added e         |

  @QWEN-112
  Rule: A tool is looked for at the server whose name it has, whatever is in the name

    Example: a name with a dot and a space
      Given server "my docs.eu" over stdio
      And the user settings define the server "my docs.eu"
      And the workspace has started
      When the workspace calls tool "mcp__my_docs_eu__print"
      Then call 1 fails with "Tool "mcp__my_docs_eu__print" not found on MCP server "my docs.eu". The server may be disconnected, still starting up, or the tool was renamed."

  @QWEN-81
  Rule: What describes a rejected server may be edited, and nobody is asked

    Example: its description
      Given server "docs" over stdio
      And "mcpServers.docs" is {"command": "docs", "description": "old"} in the workspace settings
      And the workspace has started
      When the user rejects server "docs"
      And "mcpServers.docs.description" becomes "new" in the workspace settings
      And 1h passes
      Then approval was asked for 0 times
      And the approval queue is ""
      And server "docs" was started 0 times

  @QWEN-101 @QWEN-103
  Rule: Where settings have no list all names of the start are allowed, and no other

    Scenario Outline: <given>
      Given servers "a, b, c, d" over stdio
      And server "d" was approved before
      And the option --allowed-mcp-server-names is "a, b, c"
      And the user settings define the servers "a, b, c"
      And <given>
      And the workspace has started
      Then the runtime has the tools "<tools>"
      When "ui.theme" becomes "dark" in the user settings
      And the user reloads the servers
      And 1s passes
      Then the runtime has the tools "<tools>"
      And server "d" was started 0 times

      Examples:
        | given                                     | tools                                       |
        | the workspace is trusted                  | mcp__a__echo, mcp__b__echo, mcp__c__echo    |
        | "mcp.excluded" is ["b"] in the user settings | mcp__a__echo, mcp__c__echo               |
        | the project brings the server "d"         | mcp__a__echo, mcp__b__echo, mcp__c__echo    |

  @QWEN-26
  Rule: What the system's settings define outranks .mcp.json, at the start and after a reload

    Example: both define one server
      Given server "docs" over stdio
      And server "docs" is defined with the arguments "of the project"
      And the project brings the server "docs"
      And "mcpServers.docs" is {"command": "docs", "args": ["of the system"]} in the system settings
      When the workspace starts
      Then process 1 of server "docs" was started with:
        | what      | value         |
        | arguments | of the system |
      When the user reloads the servers
      Then the last pass did "kept 1"
