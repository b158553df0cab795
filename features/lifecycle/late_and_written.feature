@omp @virtual
Feature: What comes late counts like what comes at once, and what comes first is initialize

  @OMP-LC-50
  Rule: Over WebSockets and HTTP+SSE, too, initialize is the first message, once, whatever is answered

    Scenario Outline: over <kind>
      Given the switch "transport.sse" is "legacy"
      And server "docs" over <kind> with this script:
        """yaml
        http: {legacy: {}}
        revisions: ["2024-11-05"]
        """
      When the runtime starts
      Then server "docs" received in order:
        """
        <stream>initialize
        notifications/initialized
        tools/list
        """

      Examples:
        | kind | stream |
        | ws   | GET\n   |
        | sse  | GET\n        |

    Scenario Outline: a status of <code>
      Given server "docs" over http
      And server "docs" follows these rules:
        """yaml
        - {when: {method: initialize}, do: [status: <code>]}
        """
      When the runtime starts
      And 1h passes
      Then server "docs" received "initialize" 1 time

      Examples:
        | code |
        | 500  |
        | 503  |

  @OMP-LC-71
  Rule: Every late list is written as it came, also if it has as many tools as were known

    Example: two servers that are late, one with a tool of another name
      Given servers "docs, mail" over stdio
      And server "docs" offers the tools "search"
      And server "mail" offers the tools "search"
      And server "docs" answers "tools/list" after 2s
      And server "mail" answers "tools/list" after 2s
      And the cache holds the tools "read" of server "docs"
      And the cache holds the tools "search" of server "mail"
      When the runtime starts
      And 3s pass
      Then the cache was written 2 times
      And the cache of server "docs" holds the tools "search"

    Example: what a tool says of itself is known in the next program
      Given server "docs" over stdio with this script:
        """yaml
        tools: [{name: search, description: Finds}]
        rules:
          - {when: {method: tools/list, nth: 1}, do: [delay: 2s]}
          - {when: {method: initialize, nth: 2}, do: [never]}
        """
      And the cache holds the tools "read" of server "docs"
      And the runtime has started
      When 3s pass
      And the program ends and another one starts
      And 1s passes
      Then the runtime has these tools:
        | name             | kind     | description |
        | mcp__docs_search | deferred | Finds       |
