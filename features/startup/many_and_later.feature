@omp @virtual
Feature: The gate is the same for many servers, over every transport, and at a later start
  Start-up is measured with two servers over pipes. Projects have ten, of all kinds, and
  start one more when somebody edits a file.

  @OMP-LC-59 @OMP-LC-60
  Rule: A start waits for the gate, however many servers it has, and no longer than for those that are pending

    Example: five with cached tools that are pending
      Given servers "a1..a5" over stdio
      And the links to "a1..a5" have latency 1h
      And the cache holds the tools "echo" of server "a1"
      And the cache holds the tools "echo" of server "a2"
      And the cache holds the tools "echo" of server "a3"
      And the cache holds the tools "echo" of server "a4"
      And the cache holds the tools "echo" of server "a5"
      When the runtime starts
      And 1m passes
      Then startup returned at 250ms

    Example: a later start of a server that is there after a tenth of a second
      Given servers "docs, mail" over stdio
      And the runtime has started
      And server "docs" answers "initialize" after 100ms
      When server "docs" is disconnected
      And the runtime starts server "docs"
      And 1s passes
      Then startup returned at 100ms

  @OMP-LC-61
  Rule: Servers over every transport contribute live tools at the gate

    Scenario Outline: over <kind>, beside one that is pending
      Given server "docs" over <kind>
      And server "mail" over stdio
      And server "mail" never answers "initialize"
      And the cache holds the tools "old" of server "mail"
      When the runtime starts
      And 1s passes
      Then startup returned the tools "mcp__docs_echo, mcp__mail_old"

      Examples:
        | kind  |
        | stdio |
        | http  |
        | sse   |
        | ws    |

  @OMP-LC-64
  Rule: At a second start a server with cached tools adds no delay either

    Example: it had failed before
      Given server "docs" over stdio
      And server "docs" follows these rules:
        """yaml
        - {when: {method: initialize, nth: 1}, do: [error: {code: -32000, message: no}]}
        - {when: {method: initialize, nth: 2}, do: [never]}
        """
      And the cache holds the tools "echo" of server "docs"
      When the runtime starts
      And the runtime starts server "docs"
      And 1s passes
      Then startup returned at 250ms

  @OMP-LC-70
  Rule: A late list without tools takes the place of the cached one

    Scenario Outline: over <kind>
      Given server "docs" over <kind>
      And server "docs" offers the tools ""
      And server "docs" offers the resources "doc:a"
      And server "docs" answers "initialize" after 10s
      And the cache holds the tools "old" of server "docs"
      When the runtime starts
      And 1s passes
      Then the runtime has the tools "mcp__docs_old"
      When 1m passes
      Then the runtime has the tools ""

      Examples:
        | kind  |
        | stdio |
        | ws    |

  @OMP-LC-72
  Rule: Each of several late failures is logged, over every transport

    Example: three
      Given servers "a, b" over stdio
      And server "c" over ws
      And server "a" follows these rules:
        """yaml
        - {when: {method: initialize}, do: [{delay: 1s}, {error: {code: -32000, message: busy}}]}
        """
      And the cache holds the tools "echo" of server "a"
      And server "b" follows these rules:
        """yaml
        - {when: {method: initialize}, do: [{delay: 1s}, {error: {code: -32000, message: busy}}]}
        """
      And the cache holds the tools "echo" of server "b"
      And server "c" follows these rules:
        """yaml
        - {when: {method: initialize}, do: [{delay: 1s}, {error: {code: -32000, message: busy}}]}
        """
      And the cache holds the tools "echo" of server "c"
      When the runtime starts
      And 1m passes
      Then startup reported no errors
      And the log has 3 records with "connecting in the background failed"

  @OMP-LC-73
  Rule: Of several failures inside the window each is an error entry, and none a log record

    Example: four
      Given servers "a, b, c" over stdio
      And server "d" over ws
      And server "a" answers "initialize" with error -32000 "no"
      And server "b" answers "initialize" with error -32000 "no"
      And server "c" answers "initialize" with error -32000 "no"
      And server "d" answers "initialize" with error -32000 "no"
      When the runtime starts
      Then startup reported these errors:
        | server | error                |
        | a      | MCP error -32000: no |
        | b      | MCP error -32000: no |
        | c      | MCP error -32000: no |
        | d      | MCP error -32000: no |
      And the log has 0 records with "no"
