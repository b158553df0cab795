@omp @virtual
Feature: What is remembered of servers helps where it can be used, and nowhere else
  A list in the cache belongs to one definition. A server is known by its name, its
  command and its address, whatever placeholders they are written with.

  @OMP-LC-65
  Rule: A server whose cached tools cannot be used is waited for like one without

    Scenario Outline: <what>
      Given files are kept on disk
      And server "docs" over stdio
      And server "docs" answers "initialize" after 20s
      And the cache holds the tools "search" of server "docs"
      And <change>
      When the runtime starts
      And 1m passes
      Then startup returned at 20s
      And startup returned the tools "mcp__docs_echo"
      And looking up the cached tools of server "docs" found "<found>"

      Examples:
        | what                     | change                                          | found        |
        | those of another command | server "docs" is defined with the arguments "-v" | other config |
        | those of another file    | the file "~/.cache/docs-46b42b4229cd7a39c564e780bb665a8b.json" is a directory | corrupt |

  @OMP-LC-62
  Rule: A failure is told whatever timeout its server has

    Scenario Outline: over <kind>
      Given server "docs" over <kind>
      And server "docs" has a timeout of 5s
      And server "docs" answers "initialize" with error -32600 "no"
      When the runtime starts
      Then startup reported these errors:
        | server | error                |
        | docs   | MCP error -32600: no |

      Examples:
        | kind  |
        | stdio |
        | http  |
        | ws    |

  @OMP-LC-64
  Rule: A pending server with cached tools adds no delay and no error, whatever it is and has

    Scenario Outline: over <kind>, with a timeout of its own
      Given servers "docs, mail" over <kind>
      And server "docs" has a timeout of 60s
      And server "docs" answers "initialize" after 10s
      And the cache holds the tools "search" of server "docs"
      When the runtime starts
      And 250ms pass
      Then startup returned at 250ms
      And startup reported no errors
      And startup returned the tools "mcp__docs_search, mcp__mail_echo"

      Examples:
        | kind  |
        | stdio |
        | http  |
        | sse   |
        | ws    |

  @OMP-LC-45
  Rule: What is written is found by the next start, whatever the definition has

    Scenario Outline: a server over http with <what>
      Given server "docs" over http
      And server "docs" is defined with <definition>
      And a session has started
      And server "docs" never answers "initialize"
      When the session is reloaded
      And 250ms pass
      Then the runtime has these tools:
        | name           | kind     |
        | mcp__docs_echo | deferred |

      Examples:
        | what      | definition                        |
        | a header  | the header "X-Key" set to "k"     |
        | a variable in a header | the header "X-Key" set to "${KEY}" |

  @OMP-LC-17
  Rule: A server that drives a browser is left out by its name over any transport, and by what its placeholders stand for

    Scenario Outline: <what>
      Given the environment variable "TOOL" is "@playwright/mcp"
      And the file ".mcp.json" holds:
        """json
        {"mcpServers": {"<name>": <definition>}}
        """
      And discovery's option "filterBrowser" is "true"
      When configurations are discovered
      Then these servers are left out:
        | name   | reason  |
        | <name> | browser |

      Examples:
        | what                | name       | definition                                     |
        | a name over HTTP    | playwright | {"url": "https://x.test/mcp"}                  |
        | a name over SSE     | browser    | {"type": "sse", "url": "https://x.test/sse"}   |
        | a placeholder       | a          | {"command": "npx", "args": ["-y", "${TOOL}"]}  |
        | one with a default  | a          | {"command": "npx", "args": ["${NONE:-puppeteer-mcp}"]} |
