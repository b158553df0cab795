@omp @virtual
Feature: Whom startup waits for is decided for each server

  @OMP-LC-64 @real
  Rule: A server with cached tools adds no delay to the wait for another one

    Scenario Outline: the other one takes two seconds, over <kind>
      Given servers "docs, mail" over <kind>
      And server "docs" answers "<method>" after 10s
      And the cache holds the tools "search" of server "docs"
      And server "mail" answers "tools/list" after 2s
      When the runtime starts
      And 3s pass
      Then startup returned at 2s
      And startup reported no errors
      And startup returned the tools "mcp__docs_search, mcp__mail_echo"

      Examples:
        | kind  | method     |
        | stdio | initialize |
        | stdio | tools/list |
        | http  | tools/list |

  @OMP-LC-62
  Rule: Who has failed by the time of the gate is an error, over every kind of transport

    Scenario Outline: over <kind>
      Given servers "docs, mail" over <kind>
      And server "docs" answers "initialize" with error -32600 "no"
      And server "mail" never answers "initialize"
      And the cache holds the tools "send" of server "mail"
      And the cache holds the tools "search" of server "docs"
      When the runtime starts
      And 250ms pass
      Then startup reported these errors:
        | server | error                |
        | docs   | MCP error -32600: no |
      And startup returned the tools "mcp__mail_send"

      Examples:
        | kind  |
        | stdio |
        | http  |
        | ws    |

  @OMP-LC-63
  Rule: Deferred tools have all that the cached definitions say

    Example: description and schema, in the next start of the same program
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

  @OMP-LC-67
  Rule: The timeout of a server without cached tools is its own, however long

    Scenario Outline: <method> is never answered, over <kind>
      Given server "docs" over <kind>
      And server "docs" never answers "<method>"
      And server "docs" has a timeout of 45s
      When the runtime starts
      And the clock reaches 44999ms
      Then startup has not returned
      When the clock reaches 45s
      Then startup returned at 45s
      And startup reported these errors:
        | server |
        | docs   |

      Examples:
        | kind  | method     |
        | stdio | initialize |
        | http  | initialize |
        | stdio | tools/list |
        | http  | tools/list |

    Example: two of them, each with its own
      Given servers "docs, mail" over stdio
      And server "docs" never answers "initialize"
      And server "docs" has a timeout of 10s
      And server "mail" never answers "tools/list"
      And server "mail" has a timeout of 20s
      When the runtime starts
      And 1h passes
      Then startup returned at 20s
      And startup reported these errors:
        | server |
        | docs   |
        | mail   |
