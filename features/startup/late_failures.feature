@omp @virtual
Feature: Every failure is told once, by start-up or by the log
  What fails before start-up returns is part of its result. What fails later can only be
  logged.

  @OMP-LC-72 @real
  Rule: A late failure is logged, once startup has returned

    Scenario Outline: <method> of a server with cached tools over <kind> fails after the gate
      Given server "docs" over <kind>
      And server "docs" follows these rules:
        """yaml
        - when: {method: <method>}
          do: [{delay: 2s}, {error: {code: -32000, message: sorry}}]
        """
      And the cache holds the tools "search" of server "docs"
      When the runtime starts
      And 1s passes
      Then startup reported no errors
      And the log has 0 records of "docs" with "failed"
      When 1s passes
      Then the log has 1 warning of "docs" that ends with "MCP error -32000: sorry"
      And the runtime has the tools "mcp__docs_search"

      Examples:
        | kind  | method     |
        | stdio | initialize |
        | http  | initialize |
        | stdio | tools/list |

  @OMP-LC-73
  Rule: A failure inside the start-up window is an error entry and not a log record as well

    Example: a server fails at 100 ms
      Given server "docs" over stdio
      And server "docs" follows these rules:
        """yaml
        - when: {method: initialize}
          do: [{delay: 100ms}, {error: {code: -32000, message: sorry}}]
        """
      And the cache holds the tools "search" of server "docs"
      When the runtime starts
      And 1s passes
      Then startup reported these errors:
        | server | error                   |
        | docs   | MCP error -32000: sorry |
      And the log has 0 records of "docs" with "sorry"

    Scenario Outline: a server fails after the gate, while start-up is still held, and <cached>
      Given servers "bad, docs" over stdio
      And server "bad" follows these rules:
        """yaml
        - when: {method: <method>}
          do: [{delay: 500ms}, {error: {code: -32000, message: sorry}}]
        """
      And server "docs" answers "initialize" after 1s
      And the cache holds the tools "search" of server "<known>"
      When the runtime starts
      And 1h passes
      Then startup returned at <at>
      And startup reported these errors:
        | server | error                   |
        | bad    | MCP error -32000: sorry |
      And the log has 0 records of "bad" with "sorry"

      Examples:
        | cached              | method     | known | at    |
        | has cached tools    | initialize | bad   | 1s    |
        | has cached tools    | tools/list | bad   | 1s    |
        | has no cached tools | initialize | docs  | 500ms |

  @OMP-LC-72
  Rule: That a server wants a login is a late failure like any other

    Example: it says so after a second
      Given server "docs" over http
      And server "docs" follows these rules:
        """yaml
        - {when: {method: initialize}, do: [{delay: 1s}, {status: 401}]}
        """
      And the cache holds the tools "search" of server "docs"
      When the runtime starts
      And 1m passes
      Then startup returned at 250ms
      And the log has 1 warning of "docs" with "connecting in the background failed"
