@virtual
Feature: A runtime tells what it does with all servers together
  Sessions, workspaces and what they share have steps of their own. Each is told
  with the numbers and names that belong to it, between those of the servers.

  @X-LOG-05 @omp
  Rule: A session tells of its discoveries and refreshes

    Example: a start, a new list, a selection, a reload and a removal
      Given servers "docs, mail" over stdio
      And the program brings its own tools "read"
      And a session has started
      When 1s passes
      And the session's user selects the tools "read"
      And server "docs" changes its tools to "find"
      And server "docs" sends the notification "notifications/tools/list_changed"
      And 1s passes
      And the session is reloaded
      And 1s passes
      And the session removes server "mail"
      Then the runtime told this story of no server:
        """
        0s gate.open
        0s discovery.done 2
        1s session.refreshed 3 read mcp__docs_find
        2s tools.changed
        2s gate.open
        2s discovery.done 2
        2s session.refreshed 3 read mcp__docs_find
        3s session.refreshed 2 read mcp__docs_find
        """

  @X-LOG-05 @qwen
  Rule: A workspace tells of its settings, its passes and what it shares

    Background:
      Given the pool is on
      And servers "docs, mail, wiki" over stdio

    Example: two edits, and a server that waits for a decision
      Given the user settings define the servers "docs, mail"
      And the project brings the server "wiki"
      And the workspace has started
      When another workspace starts in the same process
      And the clock reaches 1s
      And "mcp.excluded" becomes ["mail"] in the user settings
      And the clock reaches 2s
      And "mcp.excluded" is taken out of the user settings
      And 1h passes
      Then the runtime told this story of no server:
        """
        0s gate.open
        0s reconcile.start 1
        0s servers.updated
        0s reconcile.end 1 added docs, mail
        0s servers.updated
        0s gating.set excluded >absent
        0s gating.set allowed >absent
        0s gating.set pending >set wiki
        0s servers.replaced 3 docs mail wiki
        0s gate.open
        0s reconcile.start 1
        0s servers.updated
        0s reconcile.end 1 added docs, mail
        0s servers.updated
        0s gating.set excluded >absent
        0s gating.set allowed >absent
        0s gating.set pending >set wiki
        0s servers.replaced 3 docs mail wiki
        1.3s reconcile.start 2
        1.3s servers.updated
        1.3s reconcile.end 2 removed mail; kept 1
        1.3s servers.updated
        1.3s settings.changed user >modified mcp.excluded
        1.3s settings.told 1
        1.3s approval.needed 1 wiki
        1.3s gating.set excluded >set mail
        1.3s gating.set allowed >absent
        1.3s gating.set pending >set wiki
        1.3s servers.replaced 3 docs mail wiki
        1.3s reconcile.start 2
        1.3s servers.updated
        1.3s reconcile.end 2 removed mail; kept 1
        1.3s servers.updated
        1.3s settings.changed user >modified mcp.excluded
        1.3s settings.told 1
        1.3s approval.needed 1 wiki
        1.3s gating.set excluded >set mail
        1.3s gating.set allowed >absent
        1.3s gating.set pending >set wiki
        1.3s servers.replaced 3 docs mail wiki
        2.3s gate.open
        2.3s reconcile.start 3
        2.3s servers.updated
        2.3s reconcile.end 3 added mail; kept 1
        2.3s servers.updated
        2.3s settings.changed user >modified mcp.excluded
        2.3s settings.told 1
        2.3s approval.needed 1 wiki
        2.3s gating.set excluded >absent
        2.3s gating.set allowed >absent
        2.3s gating.set pending >set wiki
        2.3s servers.replaced 3 docs mail wiki
        2.3s gate.open
        2.3s reconcile.start 3
        2.3s servers.updated
        2.3s reconcile.end 3 added mail; kept 1
        2.3s servers.updated
        2.3s settings.changed user >modified mcp.excluded
        2.3s settings.told 1
        2.3s approval.needed 1 wiki
        2.3s gating.set excluded >absent
        2.3s gating.set allowed >absent
        2.3s gating.set pending >set wiki
        2.3s servers.replaced 3 docs mail wiki
        """
      And the runtime told this story of server "mail":
        """
        0s server.state c1 >connecting
        0s server.state c1 connecting>handshaking
        0s server.state c1 handshaking>listing
        0s server.state c1 listing>ready
        0s tools.changed 1 mcp__mail__echo
        0s pool.acquired c1 id mail::3da31046f6184a79 1 opened
        0s pool.acquired c1 id mail::3da31046f6184a79 2 shared
        0s server.state c1 >connecting
        0s server.state c1 connecting>listing
        0s server.state c1 listing>ready
        0s tools.changed 1 mcp__mail__echo
        1.3s server.state c1 ready>closed
        1.3s tools.changed
        1.3s pool.released c1 id mail::3da31046f6184a79 1
        1.3s pool.released c1 id mail::3da31046f6184a79
        1.3s server.state c1 ready>closed
        1.3s tools.changed
        2.3s server.state c1 >connecting
        2.3s server.state c1 connecting>listing
        2.3s server.state c1 listing>ready
        2.3s tools.changed 1 mcp__mail__echo
        2.3s pool.acquired c1 id mail::3da31046f6184a79 1 shared
        2.3s pool.acquired c1 id mail::3da31046f6184a79 2 shared
        2.3s server.state c1 >connecting
        2.3s server.state c1 connecting>listing
        2.3s server.state c1 listing>ready
        2.3s tools.changed 1 mcp__mail__echo
        """
