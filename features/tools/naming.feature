@omp @virtual
Feature: Tools of many servers have one kind of name
  A session shows the tools of all servers side by side. A name says that a tool
  comes from MCP and from which server; for people there is a path that also
  says which program's configuration brought the server in.

  @OMP-LC-74 @real
  Rule: The path of a tool names its server and the provider of its definition

    Example: a server found in the configuration of another program
      Given server "docs" over stdio
      And server "docs" comes from the provider "Claude Code"
      When the runtime starts
      Then the runtime has these tools:
        | name           | path                     |
        | mcp__docs_echo | mcp:docs via Claude Code |

  @OMP-LC-74
  Rule: The path is the same for cached tools, listed tools and tools that are listed again

    Example: cached tools, and the live ones after them
      Given server "docs" over stdio
      And server "docs" comes from the provider "Claude Code"
      And server "docs" answers "tools/list" after 1s
      And the cache holds the tools "search" of server "docs"
      When the runtime starts
      And 250ms pass
      Then the runtime has these tools:
        | name             | kind     | path                     |
        | mcp__docs_search | deferred | mcp:docs via Claude Code |
      When 1s passes
      Then the runtime has these tools:
        | name           | kind | path                     |
        | mcp__docs_echo | live | mcp:docs via Claude Code |

    Scenario Outline: over <kind>, after <how>
      Given server "docs" over <kind>
      And server "docs" comes from the provider "Claude Code"
      And the runtime has started
      When server "docs" changes its tools to "read"
      And <how>
      Then the runtime has these tools:
        | name           | kind | path                     |
        | mcp__docs_read | live | mcp:docs via Claude Code |

      Examples:
        | kind  | how                                                                     |
        | stdio | server "docs" exits with code 1                                         |
        | http  | server "docs" is reconnected                                            |
        | stdio | server "docs" sends the notification "notifications/tools/list_changed" |

  @OMP-LC-75 @real
  Rule: Without a known provider the path names nobody

    Example: a definition that the program gave itself
      Given server "docs" over stdio
      When the runtime starts
      Then the runtime has these tools:
        | name           | path               |
        | mcp__docs_echo | mcp:mcp__docs_echo |

    Example: cached tools of one
      Given server "docs" over stdio
      And server "docs" never answers "initialize"
      And the cache holds the tools "search" of server "docs"
      When the runtime starts
      And 1s passes
      Then the runtime has these tools:
        | name             | path                 |
        | mcp__docs_search | mcp:mcp__docs_search |

  @OMP-LC-76 @real
  Rule: A tool is called mcp__<server>_<tool>, in small letters and single underscores

    Scenario Outline: <tool> of <server>
      Given server "<server>" over stdio
      And server "<server>" offers the tool "<tool>"
      When the runtime starts
      Then the runtime has the tools "<name>"

      Examples:
        | server    | tool                 | name                      |
        | docs      | search               | mcp__docs_search          |
        | My-Srv.v2 | Do It!               | mcp__my_srv_v_do_it       |
        | 123       | 456                  | mcp__server_tool          |
        | puppeteer | puppeteer_screenshot | mcp__puppeteer_screenshot |
        | srv       | srv                  | mcp__srv_srv              |
        | srv       | srv_srv_x            | mcp__srv_srv_x            |
        | srv       | srvx                 | mcp__srv_srvx             |
        | docs      | my_docs_read         | mcp__docs_my_docs_read    |
        | doc       | docs_read            | mcp__doc_docs_read        |
        | context7  | query-docs           | mcp__context_query_docs   |
