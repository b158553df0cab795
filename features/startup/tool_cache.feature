@omp @virtual
Feature: The tool cache is a help and never a hazard
  What a server listed is remembered for the next session. Whatever goes wrong
  with that memory costs time, not tools.

  @OMP-LC-45
  Rule: A successful list is written to the tool cache

    @real
    Example: once per listing
      Given server "docs" over stdio
      And server "docs" offers the tools "read, search"
      When the runtime starts
      Then the cache of server "docs" holds the tools "read, search"
      And the cache was written 1 time

    Scenario Outline: also over <kind> after <how>
      Given server "docs" over <kind>
      And server "docs" offers the tools "read, search"
      And a session has started
      When server "docs" changes its tools to "find"
      And <how>
      Then the cache of server "docs" holds the tool "find"
      And the cache was written 2 times

      Examples:
        | kind  | how                                                                     |
        | stdio | server "docs" exits with code 1                                         |
        | http  | server "docs" ends its stream                                           |
        | http  | server "docs" is reconnected                                            |
        | stdio | server "docs" sends the notification "notifications/tools/list_changed" |
        | http  | server "docs" sends the notification "notifications/tools/list_changed" |
        | stdio | the session is reloaded                                                 |
        | ws    | server "docs" exits with code 11                                        |
        | ws    | server "docs" sends the notification "notifications/tools/list_changed" |
        | sse   | server "docs" sends the notification "notifications/tools/list_changed" |

    Example: also if it is the same as before, so that the entry does not grow old
      Given server "docs" over stdio
      And the runtime has started
      When server "docs" exits with code 1
      Then server "docs" received "tools/list" 2 times
      And the cache was written 2 times

    Example: whole definitions, which the next start shows while the server is late
      Given server "docs" over http
      And server "docs" follows these rules:
        """yaml
        - when: {method: tools/list, first: 1}
          do: [{result: {tools: [{name: search, description: "Finds things", inputSchema: {type: object, required: [q]}}]}}]
        """
      And a session has started
      And server "docs" never answers "initialize"
      When the session is reloaded
      And 250ms pass
      Then the runtime has these tools:
        | name             | kind     | description  | schema                             |
        | mcp__docs_search | deferred | Finds things | {"type":"object","required":["q"]} |

    Scenario Outline: a list that <what> leaves what the cache holds
      Given server "docs" over stdio
      And the cache holds the tool "search" of server "docs"
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list}, do: [<answer>]}
        """
      When the runtime starts
      And 1h passes
      Then the cache of server "docs" was not written

      Examples:
        | what               | answer                               |
        | fails              | error: {code: -32000, message: no}   |
        | is cut off by exit | exit: 1                              |

    Example: an empty list, too
      Given server "docs" over stdio
      And server "docs" offers the tools ""
      And the cache holds the tool "search" of server "docs"
      When the runtime starts
      Then the cache of server "docs" holds the tools ""
      And the cache was written 1 time

  @OMP-LC-46 @real
  Rule: A cache that cannot be written changes nothing else

    Scenario Outline: tools are live and no error is reported, over <kind>
      Given server "docs" over <kind>
      And the cache cannot be written
      When the runtime starts
      Then startup reported no errors
      And server "docs" is connected
      And the runtime has these tools:
        | name           | kind |
        | mcp__docs_echo | live |

      Examples:
        | kind  |
        | stdio |
        | http  |

  @OMP-LC-19
  Rule: Cached tools say which program their server was configured for, too

    Example: a server of Claude Code that is not there yet
      Given server "docs" over stdio
      And server "docs" never answers "initialize"
      And the cache holds the tools "search" of server "docs"
      And the file "~/.claude.json" holds:
        """json
        {"mcpServers": {"docs": {"command": "docs"}}}
        """
      When the runtime discovers and starts
      And 1s passes
      Then the runtime has these tools:
        | name             | path                     |
        | mcp__docs_search | mcp:docs via Claude Code |

  @OMP-LC-71
  Rule: A late list is written also if it is empty

    Example: what was cached is not shown again
      Given server "docs" over stdio with this script:
        """yaml
        tools: [read]
        rules: [{when: {method: tools/list}, do: [{delay: 2s}, {result: {tools: []}}]}]
        """
      And the cache holds the tools "read" of server "docs"
      When the runtime starts
      And 2s pass
      Then the cache of server "docs" holds the tools ""
      And the cache was written 1 time
