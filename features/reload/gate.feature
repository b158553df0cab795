@qwen @virtual
Feature: A change of settings concerns servers, or it does not
  What is configured is put together exactly as at the start, compared with what
  the runtime has, and acted upon in a fixed order: first who may connect, then
  which servers there are, then the connections.

  @QWEN-10 @QWEN-30 @QWEN-44
  Rule: Lists are set first, then servers, then connections are made

    Example: servers of the project are added by a change of settings, and have to be approved
      Given servers "docs, mail, wiki" over stdio
      And the user settings define the server "docs"
      And the workspace has started
      When the counts start anew
      And the workspace settings are saved with the servers "mail, wiki"
      And "mcp.allowed" becomes ["docs", "mail", "wiki"] in the workspace settings
      And 300ms pass
      Then these things happened to the servers in order:
        """
        excluded is absent
        allowed is "docs, mail, wiki"
        pending is "mail, wiki"
        servers are "docs, mail, wiki"
        pass
        refresh
        pass ended
        refresh
        approval of "mail, wiki"
        """

    @real
    Example: a server is added and another one excluded
      Given servers "docs, mail" over stdio
      And the user settings define the server "docs"
      And the workspace has started
      And "mcp.excluded" is ["docs"] in the user settings
      When the counts start anew
      And the user settings are saved with the servers "docs, mail"
      And 300ms pass
      Then these things happened to the servers in order:
        """
        excluded is "docs"
        allowed is absent
        pending is empty
        servers are "docs, mail"
        pass
        refresh
        docs disconnected
        docs has ""
        mail connecting
        mail connected
        mail has "mcp__mail__echo"
        pass ended
        refresh
        """

  @QWEN-08
  Rule: Every reconcile ends with a notice to status indicators, also if there was nothing to do

    @real
    Example: a reload without a change
      Given server "docs" over stdio
      And the user settings define the server "docs"
      And the workspace has started
      When the counts start anew
      And the user reloads the servers
      Then these things happened to the servers in order, among others:
        """
        pass
        pass ended
        refresh
        """
      And the last pass did "kept 1"

    Scenario Outline: a pass that does nothing because <cause>
      Given server "docs" over stdio
      And the user settings define the server "docs"
      And the workspace has started
      When the counts start anew
      And <cause>
      And the user reloads the servers
      Then these things happened to the servers in order, among others:
        """
        pass
        <end>
        refresh
        """
      And status indicators were told to refresh 1 time

      Examples:
        | cause                                            | end         |
        | the workspace becomes not trusted                | pass ended  |
        | nobody can say whether the workspace is trusted  | pass failed |

  @QWEN-24 @QWEN-28
  Rule: Servers are put together from all sources, at the start and after each change

    Example: settings, project, session and command line
      Given servers "docs, mail, wiki, chat, note, more" over stdio
      And servers "mail, note" were approved before
      And the user settings define the server "docs"
      And the workspace settings define the server "note"
      And the file ".mcp.json" holds:
        """
        {"mcpServers": {"mail": {"command": "mail"}}}
        """
      And the session brings the server "wiki"
      And the option --mcp-config defines the server "chat"
      And the workspace has started
      When the user settings are saved with the servers "docs, more"
      And 300ms pass
      Then the last pass did "added more; kept 5"
      And these things happened to the servers in order, among others:
        """
        servers are "docs, mail, note, wiki, chat"
        servers are "docs, more, mail, note, wiki, chat"
        """

  @QWEN-25 @real
  Rule: Servers of the session and of the command line survive every edit of settings

    Scenario Outline: edits that define <server> otherwise in the <scope> settings
      Given servers "wiki, chat" over stdio
      And the session brings the server "wiki"
      And the option --mcp-config defines the server "chat"
      And the workspace has started
      When "mcpServers" becomes {"<server>": {"command": "<server>", "args": ["-v"]}} in the <scope> settings
      And 1h passes
      Then server "<server>" was started 1 time
      And the runtime has the tools "mcp__chat__echo, mcp__wiki__echo"

      Examples:
        | server | scope     |
        | wiki   | workspace |
        | chat   | workspace |
        | wiki   | user      |

    Example: edits that do not mention them
      Given servers "docs, wiki, chat" over stdio
      And the user settings define the server "docs"
      And the session brings the server "wiki"
      And the option --mcp-config defines the server "chat"
      And the workspace has started
      When "mcpServers" becomes {} in the user settings
      And 1h passes
      And the user settings are removed
      And 1h passes
      Then server "wiki" was started 1 time
      And server "chat" was started 1 time
      And the runtime has the tools "mcp__chat__echo, mcp__wiki__echo"
