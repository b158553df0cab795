@qwen @virtual
Feature: Whoever asks for a pass gets one that knows what he knows
  Passes take as long as servers do. What changes meanwhile is not lost and is not
  done twice, whatever it is and whoever asks.

  Background:
    Given servers "docs, mail, wiki" over stdio
    And the user settings define the servers "docs, mail"

  @QWEN-08
  Rule: Whatever a pass does, indicators are told at its end

    Scenario Outline: <why>
      Given "mcpServers" is <before> in the user settings
      And the workspace has started
      When the counts start anew
      And "mcpServers" becomes <after> in the user settings
      And the user reloads the servers
      Then status indicators were told to refresh 2 times
      And these things happened to the servers in order, among others:
        """
        pass ended
        refresh
        """

      Examples:
        | why                  | before                                                     | after                                             |
        | there is no server   | {}                                                         | {}                                                |
        | one goes             | {"docs": {"command": "docs"}, "mail": {"command": "mail"}} | {"docs": {"command": "docs"}}                     |
        | the last one goes    | {"docs": {"command": "docs"}}                              | {}                                                |
        | one changes          | {"docs": {"command": "docs"}}                              | {"docs": {"command": "docs", "args": ["-v"]}}     |
        | one is filtered      | {"docs": {"command": "docs"}}                              | {"docs": {"command": "docs", "includeTools": []}} |
        | one is in no program | {}                                                         | {"docs": {"command": "no-such-command"}}          |

    Example: another pass follows
      Given server "docs" answers "tools/list" after 10s
      And the workspace has started
      When the user settings are saved with the servers "docs, wiki"
      And 1h passes
      Then status indicators were told to refresh 4 times
      And these things happened to the servers in order, among others:
        """
        pass ended
        refresh
        pass
        pass ended
        refresh
        """

  @QWEN-27
  Rule: A change that concerns neither servers nor lists changes nothing, whatever servers and lists there are

    Scenario Outline: <case>
      Given <case>
      And the workspace has started
      When the counts start anew
      And "ui.theme" becomes "dark" in the <file> settings
      And 1h passes
      Then changed settings were told 1 time
      And these things happened to the servers in order:
        """
        """

      Examples:
        | case                                                           | file      |
        | the workspace settings define the server "wiki"                | user      |
        | the workspace settings define the server "wiki"                | workspace |
        | the session brings the server "wiki"                           | workspace |
        | "mcp.allowed" is ["docs", "no-such-server"] in the user settings | user    |
        | "mcp.allowed" is [] in the workspace settings                  | user      |
        | "mcp.excluded" is ["docs"] in the user settings                | workspace |
        | "mcpServers" is {} in the user settings                        | user      |
        | the option --allowed-mcp-server-names is "docs"                | user      |
        | the option --allowed-mcp-server-names is ""                    | workspace |

  @QWEN-28
  Rule: A server that goes or is edited is reconciled with those of everywhere

    Scenario Outline: <change>
      Given the session brings the server "wiki"
      And the workspace has started
      When the counts start anew
      And <change> the user settings
      And 300ms pass
      Then the last pass did "<did>"
      And these things happened to the servers in order, among others:
        """
        servers are "<servers>"
        """

      Examples:
        | change                                                        | did                  | servers          |
        | "mcpServers.mail" is taken out of                             | removed mail; kept 2 | docs, wiki       |
        | "mcpServers.mail.args" becomes ["-v"] in                      | changed mail; kept 2 | docs, mail, wiki |
        | "mcpServers.mail.description" becomes "mine" in               | kept 3               | docs, mail, wiki |

  @QWEN-30
  Rule: Whoever is approved is off the list before the pass begins

    Example: one of two
      Given the workspace settings define the server "wiki"
      And the workspace has started
      When the counts start anew
      And the user approves server "wiki"
      Then these things happened to the servers in order, among others:
        """
        pending is empty
        pass
        wiki connecting
        """

  @QWEN-54
  Rule: What a server is compared with is its newest definition

    Example: changed, reloaded, and changed back
      Given the workspace has started
      When "mcpServers.docs.args" becomes ["-v"] in the user settings
      And 1s passes
      And the user reloads the servers
      Then the last pass did "kept 2"
      When "mcpServers.docs.args" is taken out of the user settings
      And 1s passes
      Then the last pass did "changed docs; kept 1"
      When the user reloads the servers
      Then the last pass did "kept 2"
      And server "docs" was started 3 times
