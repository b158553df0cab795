@virtual
Feature: What fails is told with its reason, in the place where success would be told
  Who reads a trace asks why something did not happen. An event that only says that
  it is over does not tell.

  @X-LOG-05 @omp
  Rule: A session tells why nothing was discovered

    Example: a file that is no JSON
      Given server "docs" over stdio
      And discovery fails with "mcp.json: not JSON"
      When a session starts
      Then the runtime told this story of no server:
        """
        0s discovery.done error: mcp.json: not JSON
        0s server.log error loading tools from .mcp.json failed error: mcp.json: not JSON
        """

  @X-LOG-05 @omp
  Rule: A refresh tells which tools are active, and a change which list has changed

    Example: a selection, and prompts that change
      Given server "docs" over stdio
      And server "docs" offers the tools "find, send"
      And server "docs" offers the prompt "sum"
      And a session has started
      When the session's user selects the tools "mcp__docs_find"
      And server "docs" changes its prompts to "sum, review"
      And server "docs" sends the notification "notifications/prompts/list_changed"
      And the session is refreshed
      Then the runtime told this story of server "docs":
        """
        0s server.state c1 >connecting
        0s server.state c1 connecting>handshaking
        0s server.state c1 handshaking>listing
        0s server.state c1 listing>ready
        0s tools.changed 2 mcp__docs_find mcp__docs_send
        0s cache.write 2
        0s prompts.changed 1
        0s prompts.changed 2
        """
      And the runtime told this story of no server:
        """
        0s gate.open
        0s discovery.done 1
        0s session.refreshed 2 mcp__docs_find
        """

    Example: a call that its caller gives up
      Given server "docs" over stdio
      And server "docs" never answers "tools/call"
      And the runtime has started
      When tool "mcp__docs_echo" is called
      And 1s passes
      And the caller gives up call 1
      Then the runtime told this story of server "docs":
        """
        0s server.state c1 >connecting
        0s server.state c1 connecting>handshaking
        0s server.state c1 handshaking>listing
        0s server.state c1 listing>ready
        0s tools.changed 1 mcp__docs_echo
        0s cache.write 1
        0s call.start echo 1
        1s call.end echo 1 error: the caller gave up
        """

  @X-LOG-05 @agents
  Rule: Agents are told of each worker's end, and of a session that could not be closed

    Example: a server with a worker, and one whose end fails
      Given servers "docs, mail" over stdio
      And closing the connections of server "mail" fails with "busy"
      And the manager connects its servers in parallel
      And the manager has connected its servers
      When the manager cleans up
      Then the runtime told this story of server "docs":
        """
        0s owner.start
        0s work.start connect
        0s session.opened c1 shared
        0s work.end c1 connect >ok
        0s work.start c1 cleanup
        0s session.closed c1 shared
        0s work.end c1 cleanup >ok
        0s owner.end
        """
      And the runtime told this story of server "mail":
        """
        0s owner.start
        0s work.start connect
        0s session.opened c1 shared
        0s work.end c1 connect >ok
        0s work.start c1 cleanup
        0s session.closed c1 shared error: cleaning up MCP server 'mail': busy
        0s work.end c1 cleanup >failed error: cleaning up MCP server 'mail': busy
        0s owner.end
        """

  @X-LOG-05 @qwen
  Rule: A workspace tells of a list that allows nothing, and of a pass that failed

    Example: nobody knows whether the directory is trusted
      Given server "docs" over stdio
      And the user settings define the server "docs"
      And "mcp.allowed" is [] in the user settings
      And the workspace has started
      When nobody can say whether the workspace is trusted
      And the user reloads the servers
      Then the runtime told this story of no server:
        """
        0s reconcile.start 1
        0s servers.updated
        0s reconcile.end 1
        0s servers.updated
        0s reconcile.start 2
        0s reconcile.end 2 error: finding out which servers are wanted: the list of trusted folders cannot be read
        0s servers.updated
        0s gating.set excluded >absent
        0s gating.set allowed >empty
        0s gating.set pending >empty
        0s servers.replaced 1 docs
        0s gating.set excluded >absent
        0s gating.set allowed >empty
        0s gating.set pending >empty
        0s servers.replaced 1 docs
        """

    Example: a shared connection that cannot be opened
      Given the pool is on
      And server "docs" over stdio
      And server "docs" cannot be started
      And the user settings define the server "docs"
      When the workspace starts
      Then the runtime told this story of server "docs":
        """
        0s server.state c1 >connecting
        0s server.state c1 connecting>failed error: exec: "docs": executable file not found in $PATH
        0s pool.acquired c1 id docs::30dc60fa39d887f0 1 opened
        0s pool.closed c1 id docs::30dc60fa39d887f0 failed error: exec: "docs": executable file not found in $PATH
        0s pool.released c1 id docs::30dc60fa39d887f0
        0s server.log warn connecting failed error: exec: "docs": executable file not found in $PATH
        """
