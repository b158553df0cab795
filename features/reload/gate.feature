@qwen @virtual
Feature: A change of settings concerns servers, or it does not
  What is configured is put together exactly as at the start, compared with what
  the runtime has, and acted upon in a fixed order: first who may connect, then
  which servers there are, then the connections.

  @QWEN-10 @QWEN-30 @QWEN-44
  Rule: Lists are set first, then servers, then connections are made

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
        pending is ""
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

  @QWEN-24 @QWEN-28
  Rule: Servers are put together from all sources, at the start and after each change

    Example: settings, project, session and command line
      Given servers "docs, mail, wiki, chat, more" over stdio
      And the user settings define the server "docs"
      And the session brings the server "wiki"
      And the option --mcp-config defines the server "chat"
      And the workspace has started
      When the counts start anew
      And the user settings are saved with the servers "docs, more"
      And 300ms pass
      Then these things happened to the servers in order, among others:
        """
        servers are "docs, more, wiki, chat"
        """
      And the last pass did "added more; kept 3"

  @QWEN-25
  Rule: Servers of the session and of the command line survive every edit of settings

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

  @QWEN-27
  Rule: A change that concerns neither servers nor lists sets nothing and reconciles nothing

    Example: a theme
      Given server "docs" over stdio
      And the user settings define the server "docs"
      And the workspace has started
      When the counts start anew
      And "ui.theme" becomes "dark" in the user settings
      And 1h passes
      Then changed settings were told 1 time
      And these things happened to the servers in order:
        """
        """

    Example: servers of languages
      Given server "docs" over stdio
      And the user settings define the server "docs"
      And the workspace has started
      When the counts start anew
      And the file ".lsp.json" is saved with:
        """
        {"go": {"command": "gopls"}}
        """
      And 1h passes
      Then changed settings were told 0 times
      And servers were reconciled 0 times

  @QWEN-29
  Rule: A change of nothing but the lists is reconciled

    Scenario Outline: <key>
      Given servers "docs, mail" over stdio
      And the user settings define the servers "docs, mail"
      And the workspace has started
      When "<key>" becomes ["docs"] in the user settings
      And 300ms pass
      Then servers were reconciled 2 times
      And the last pass did "removed <gone>; kept 1"

      Examples:
        | key          | gone |
        | mcp.excluded | docs |
        | mcp.allowed  | mail |
