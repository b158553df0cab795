@omp @virtual
Feature: Cached tools stand in for servers that are still starting
  A server that was known before need not delay the session: its cached tools
  are shown as deferred tools. A call on one waits for the server. When the
  server is there, live tools take their place, and the cache is brought up to
  date.

  @OMP-LC-63 @real
  Rule: A pending server with a cache hit contributes deferred tools built from the cached definitions

    Scenario Outline: names come from the cache, not from the server, over <kind>
      Given server "docs" over <kind>
      And server "docs" offers the tool "new"
      And server "docs" answers "tools/list" after 1s
      And the cache holds the tools "read, search" of server "docs"
      When the runtime starts
      And 250ms pass
      Then the runtime has these tools:
        | name             | kind     |
        | mcp__docs_read   | deferred |
        | mcp__docs_search | deferred |

      Examples:
        | kind  |
        | stdio |
        | http  |
        | ws    |

    Example: a cached empty list is a hit as well
      Given server "docs" over stdio
      And server "docs" never answers "initialize"
      And the cache holds the tools "" of server "docs"
      When the runtime starts
      And 250ms pass
      Then startup returned at 250ms
      And the runtime has the tools ""

  @OMP-LC-64 @real
  Rule: A pending server with a cache hit adds no delay and no error

    Example: two servers that hang for ten seconds
      Given server "docs" over stdio
      And server "docs" answers "initialize" after 10s
      And the cache holds the tools "search" of server "docs"
      And server "mail" over http
      And server "mail" answers "tools/list" after 10s
      And the cache holds the tools "send" of server "mail"
      When the runtime starts
      And 250ms pass
      Then startup returned at 250ms
      And startup reported no errors

    Example: a server whose list in the cache is empty
      Given servers "docs, mail" over stdio
      And server "docs" answers "initialize" after 10s
      And the cache holds the tools "" of server "docs"
      When the runtime starts
      And 250ms pass
      Then startup returned at 250ms
      And startup reported no errors
      And startup returned the tools "mcp__mail_echo"

  @OMP-LC-70 @real
  Rule: A late load replaces the server's part of the tool view and no other

    Scenario Outline: deferred tools become live tools, the neighbour's stay, over <kind>
      Given server "docs" over <kind>
      And server "docs" offers the tools "search, write"
      And server "docs" answers "tools/list" after 2s
      And server "mail" over <kind>
      And server "mail" offers the tool "send"
      And the cache holds the tools "read, search" of server "docs"
      When the runtime starts
      And the clock reaches 1999ms
      Then the runtime has these tools:
        | name             | kind     |
        | mcp__docs_read   | deferred |
        | mcp__docs_search | deferred |
        | mcp__mail_send   | live     |
      When the clock reaches 2s
      Then the runtime has these tools:
        | name             | kind |
        | mcp__docs_search | live |
        | mcp__docs_write  | live |
        | mcp__mail_send   | live |

      Examples:
        | kind  |
        | stdio |
        | http  |

  @OMP-LC-71 @real
  Rule: A late load writes the cache

    Scenario Outline: the cache holds the new list once it is known, over <kind>
      Given server "docs" over <kind>
      And server "docs" offers the tools "search, write"
      And server "docs" answers "tools/list" after 2s
      And the cache holds the tools "read" of server "docs"
      When the runtime starts
      And 1s passes
      Then the cache of server "docs" was not written
      When 1s passes
      Then the cache of server "docs" holds the tools "search, write"

      Examples:
        | kind  |
        | stdio |
        | http  |

  @OMP-LC-78
  Rule: A call on a deferred tool waits for the connection and nothing else

    Scenario Outline: called at once, sent when the connection is there after three seconds, over <kind>
      Given server "docs" over <kind>
      And server "docs" answers "initialize" after 3s
      And server "docs" never answers "tools/list"
      And the cache holds the tools "echo" of server "docs"
      When the runtime starts
      And 250ms pass
      And tool "mcp__docs_echo" is called
      And the clock reaches 2999ms
      Then server "docs" received "tools/call" 0 times
      When the clock reaches 3s
      Then server "docs" received "tools/call" at "3s"
      And call 1 ended at 3s

      Examples:
        | kind  |
        | stdio |
        | http  |

    Example: called while its server is connected anew
      Given server "docs" over stdio
      And server "docs" answers "initialize" after 3s
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list, first: 1}, do: [never]}
        """
      And the cache holds the tools "echo" of server "docs"
      When the runtime starts
      And the clock reaches 4s
      And server "docs" exits with code 1
      And tool "mcp__docs_echo" is called
      And the clock reaches 8s
      Then call 1 ended at 7s
