@qwen @virtual
Feature: What goes wrong is told by its own name
  Whoever looks at a server that is off must learn why: it was lost, wants a login,
  is defined wrongly, or comes with a directory that nobody can vouch for. A
  message about something that never happened is worse than none.

  @F-QWEN-22
  Rule: A lost connection stays lost until a reconcile retries it, and nobody speaks of retries that were not made

    Example: the process ends, and an hour later somebody excludes another server
      Given servers "docs, mail" over stdio
      And the user settings define the servers "docs, mail"
      And the workspace has started
      When server "docs" exits with code 1
      And 1h passes
      Then server "docs" was started 1 time
      And server "docs" is disconnected
      And the log has 0 records with "reconnect"
      When "mcp.excluded" becomes ["mail"] in the user settings
      And 300ms pass
      Then the last pass did "removed mail; retried docs"
      And server "docs" is connected

    Example: a program sees that it has failed
      Given server "docs" over stdio
      And the user settings define the server "docs"
      And the workspace has started
      When server "docs" exits with code 1
      Then server "docs" is in state "failed"

  @F-QWEN-42
  Rule: The view says of a disconnected server what keeps it off, the cause that a person can change first

    Example: wrong types, and a login that is missing
      Given server "mail" over http
      And server "mail" follows these rules:
        """yaml
        - {when: {verb: POST}, do: [{status: 401}]}
        """
      And the user settings hold:
        """
        {"mcpServers": {
          "docs": {"command": "docs", "args": "-v", "env": {"KEY": 7}},
          "news": {"command": "news", "args": "-v"},
          "mail": {"httpUrl": "http://mail.test/mcp"},
          "wiki": {"command": "wiki"}
        }}
        """
      When the workspace starts
      Then the view of servers shows:
        | name | text                                                                                         | style   |
        | docs | Server "docs": "args" must be a list of strings; Server "docs": "env.KEY" must be a string   | bad     |
        | news | Server "news": "args" must be a list of strings                                              | bad     |
        | mail | needs authentication                                                                         | warning |
        | wiki | disconnected                                                                                 | bad     |
      And the log has 0 records with "requires"

    Example: a definition that says neither what to start nor where to go
      Given server "docs" over stdio
      And the user settings hold:
        """json
        {"mcpServers": {"docs": {"command": ""}}}
        """
      When the workspace starts
      Then server "docs" is disconnected
      And the log has 1 warning of "docs" that ends with "connecting failed Server "docs": stdio server requires "command" field"

  @F-QWEN-41
  Rule: A directory of which nobody can say whether it is trusted contributes no settings

    Example: a server and an exception that come with it
      Given servers "docs, mail" over stdio
      And the user settings define the server "docs"
      And the workspace has started
      When nobody can say whether the workspace is trusted
      And the workspace settings are saved with the server "mail"
      And 300ms pass
      Then the approval queue is ""
      And approval was asked for 0 times
      And server "docs" is connected
      When the workspace becomes trusted
      And the user reloads the servers
      Then the approval queue is "mail"

  @F-QWEN-16 @U-08
  Rule: Whoever is asked about a server learns how it is reached, where it comes from, and the names of what it is given

    Example: one of each file of a project
      Given the workspace settings hold:
        """
        {"mcpServers": {"docs": {"command": "docs", "env": {"TOKEN": "tok-1", "ALL": "1"}}}}
        """
      And the file ".mcp.json" holds:
        """
        {"mcpServers": {"mail": {"type": "http", "url": "http://mail.test/mcp", "headers": {"X-Key": "tok-2"}}}}
        """
      When the workspace starts
      Then the user is asked about these servers:
        | server | transport | source              | env        | headers |
        | mail   | http      | .mcp.json           |            | X-Key   |
        | docs   | stdio     | .qwen/settings.json | ALL, TOKEN |         |
