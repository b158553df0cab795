@virtual
Feature: A trace calls what happened by fixed names
  Reports, other programs and people search traces for what happened. The names of the
  facts are part of what a user sees, so they stay, and each fact gets into the trace.

  @HARNESS-34
  Rule: Every fact that the runtime tells is in the trace under its documented name

    @omp
    Example: servers, calls, the cache and what does not fit
      Given the switch "notifications.subscribe" is "on"
      And server "docs" over stdio with this script:
        """yaml
        capabilities: {tools: {}, resources: {subscribe: true}, prompts: {}}
        tools: [search]
        resources: ["doc:a"]
        templates: ["doc:{x}"]
        prompts: [hello]
        rules:
          - {when: {method: tools/list}, do: [{raw: "noise\n"}, {raw: "{\"jsonrpc\":\"2.0\",\"id\":77,\"result\":{}}\n"}]}
          - {when: {method: tools/call}, do: [{notify: {method: notifications/resources/updated, params: {uri: "doc:a"}}}]}
        """
      And server "mail" over stdio
      And server "mail" answers "tools/list" after 1s
      And server "mail" is defined with the variable "TOKEN" set to "!no-such-command"
      When the runtime starts
      And 1s passes
      And tool "mcp__docs_search" is called
      And 1m passes
      Then the trace tells of "server.state, server.log, gate.open, tools.changed, call.start, call.end, cache.read, cache.write", among others
      And the trace tells of "resources.changed, templates.changed, prompts.changed, resource.updated", among others
      And the trace tells of "line.dropped, answer.unmatched", among others

    @omp
    Example: a connection that is lost
      Given server "docs" over stdio
      When the runtime starts
      Given server "docs" cannot be started
      When server "docs" exits with code 1
      And 1m passes
      Then the trace tells of "attempt.start, attempt.fail, backoff.wait", among others

    @omp
    Example: a session
      Given server "docs" over stdio
      And a session has started
      When the session is refreshed
      Then the trace tells of "discovery.done, session.refreshed", among others

    @qwen
    Example: settings that change, servers of a project, and a shared connection
      Given the pool is on
      And servers "docs, mail" over stdio
      And the user settings define the server "docs"
      And the workspace settings define the server "mail"
      And the workspace has started
      When "mcp.excluded" becomes ["docs"] in the user settings
      And 1m passes
      And the user settings are saved with:
        """
        {
        """
      And 1m passes
      Then the trace tells of "settings.changed, settings.told, settings.broken, gating.set, servers.replaced", among others
      And the trace tells of "reconcile.start, reconcile.end, servers.updated, approval.needed", among others
      And the trace tells of "pool.acquired, pool.released, pool.closed", among others

    @room
    Example: a provider
      Given server "alpha" over ws
      And the room server has the provider "alpha"
      And the room server has started
      When provider "alpha" is loaded
      And 1s passes
      Then the trace tells of "provider.load, provider.state", among others

    @agents
    Example: servers of agents
      Given server "a" over http
      And the manager connects its servers in parallel
      And the manager has connected its servers
      When the manager cleans up
      And 1s passes
      Then the trace tells of "owner.start, owner.end, work.start, work.end, session.opened, session.closed, views.changed", among others
