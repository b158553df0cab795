@omp @virtual
Feature: What is told of several servers has the order in which they were configured, and of one server its own
  Whoever compares two sessions, or looks for the third line of the settings, finds
  everything in one order. Only the tools of a session are sorted, by name.

  @OMP-LC-06 @OMP-LC-22 @OMP-LC-62
  Rule: Failures and connected servers are told in configured order, whatever failed first

    Example: one cannot be listed, one is defined wrongly, one refuses
      Given server "worse" over stdio
      And server "wrong" over http
      And server "wrong" is defined with url ""
      And servers "mail, bad, docs" over stdio
      And server "bad" answers "initialize" with error -32600 "no"
      And server "worse" answers "tools/list" with error -32000 "sorry"
      And the program has a logger for warn and above
      When a session starts
      Then the session reported these errors:
        | path      | error                   |
        | mcp:worse | MCP error -32000: sorry |
        | mcp:wrong | Server "wrong": http server requires "url" field |
        | mcp:bad   | MCP error -32600: no    |
      And the session's loader returned the tools "mcp__docs_echo, mcp__mail_echo" and the servers "mail, docs"
      And the program's logger has:
        """
        time=0s level=ERROR msg="loading tools from mcp:worse failed" server=worse error="MCP error -32000: sorry"
        time=0s level=ERROR msg="loading tools from mcp:wrong failed" server=wrong error="Server \"wrong\": http server requires \"url\" field"
        time=0s level=ERROR msg="loading tools from mcp:bad failed" server=bad error="MCP error -32600: no"
        """

  @OMP-LC-26 @OMP-LC-70
  Rule: The view is sorted by the names of tools and not by servers, also when a list comes late

    Example: the name of one server begins like that of another
      Given servers "foo_bar, foo" over stdio
      And server "foo" offers the tools "zeta, alpha"
      And the cache holds the tools "zeta, alpha" of server "foo"
      And server "foo" answers "tools/list" after 1s
      When the runtime starts
      And 250ms pass
      Then the runtime has the tools "mcp__foo_alpha, mcp__foo_bar_echo, mcp__foo_zeta"
      When 1s passes
      Then the runtime has the tools "mcp__foo_alpha, mcp__foo_bar_echo, mcp__foo_zeta"

  @OMP-LC-45 @OMP-LC-47 @OMP-LC-49
  Rule: What a server lists is kept in its order

    Example: tools in the cache, resources and prompts in the session
      Given server "docs" over stdio with this script:
        """yaml
        capabilities: {tools: {}, prompts: {}, resources: {}}
        tools: [send, find]
        resources: ["doc:b", "doc:c", "doc:a"]
        prompts: [sum, review]
        """
      And the cache holds the tool "send" of server "docs"
      And server "docs" answers "tools/list" after 1s
      When the runtime starts
      And 1s passes
      Then the cache of server "docs" holds the tools "send, find"
      And the runtime has the resources "doc:b, doc:c, doc:a" of server "docs"
      And the runtime has the prompts "sum, review" of server "docs"

    Example: 32 subscriptions are under way, and then comes that of the last
      Given the switch "notifications.subscribe" is "on"
      And server "docs" over stdio with this script:
        """yaml
        capabilities: {tools: {}, resources: {subscribe: true}}
        resources: ["r:02", "r:03", "r:04", "r:05", "r:06", "r:07", "r:08", "r:09", "r:10", "r:11", "r:12", "r:13", "r:14", "r:15", "r:16", "r:17", "r:18", "r:19", "r:20", "r:21", "r:22", "r:23", "r:24", "r:25", "r:26", "r:27", "r:28", "r:29", "r:30", "r:31", "r:32", "r:33", "r:01"]
        rules:
          - {when: {method: resources/subscribe}, do: [{delay: 1s}]}
        """
      When the runtime starts
      And 1m passes
      Then "resources/subscribe" number 33 to server "docs" is:
        """json
        {"jsonrpc": "2.0", "id": "<id>", "method": "resources/subscribe", "params": {"uri": "r:01"}}
        """
