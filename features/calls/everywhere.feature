@omp @virtual
Feature: What holds for a call holds over every transport, and for the sixth as for the first
  A runtime is tried with one call over a pipe. It is used for a day, over whatever the
  servers of a project speak.

  @OMP-LC-77
  Rule: A call over a later connection is one message, over every transport

    Scenario Outline: over <kind>
      Given server "docs" over <kind>
      And server "docs" offers the tool "search"
      And the runtime has started
      When server "docs" drops its connections
      And 1m passes
      And the counts start anew
      And tool "mcp__docs_search" is called
      And tool "mcp__docs_search" is called
      And 1m passes
      Then call 2 returns "ok"
      And server "docs" received in order:
        """
        tools/call
        tools/call
        """

      Examples:
        | kind  |
        | stdio |
        | http  |
        | ws    |

  @OMP-LC-79
  Rule: Each call is worth one reconnect, whatever came before and over every transport

    Scenario Outline: the sixth call is lost, over <kind>
      Given server "docs" over <kind>
      And server "docs" offers the tool "search"
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/call, nth: 6}, do: [<fault>]}
        """
      And the runtime has started
      When tool "mcp__docs_search" is called
      And tool "mcp__docs_search" is called
      And tool "mcp__docs_search" is called
      And tool "mcp__docs_search" is called
      And tool "mcp__docs_search" is called
      And tool "mcp__docs_search" is called
      And 1s passes
      Then call 6 returns "ok"

      Examples:
        | kind  | fault   |
        | stdio | exit: 1 |
        | http  | drop    |
        | ws    | exit: 1 |

  @OMP-LC-80
  Rule: A call is sent twice at most, also if it fails in another way the second time

    Scenario Outline: <first>, then <second>, over <kind>
      Given server "docs" over <kind>
      And server "docs" offers the tool "search"
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/call, nth: 1}, do: [<first>]}
        - {when: {method: tools/call, after: 1}, do: [<second>]}
        """
      And the runtime has started
      When tool "mcp__docs_search" is called
      And 1h passes
      Then server "docs" received "tools/call" 2 times

      Examples:
        | kind  | first                                      | second                                     |
        | http  | status: 404                                | status: 503                                |
        | http  | drop                                       | status: 502                                |
        | stdio | exit: 1                                    | error: {code: -32000, message: econnreset} |
        | stdio | error: {code: -32000, message: econnreset} | exit: 1                                    |
        | ws    | exit: 1                                    | exit: 1                                    |

  @OMP-LC-81 @OMP-LC-84
  Rule: Neither an error of the server nor its caller's end costs a connection, over every transport

    Scenario Outline: <error>, over <kind>
      Given server "docs" over <kind>
      And server "docs" offers the tool "search"
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/call, nth: 1}, do: [error: <error>]}
        - {when: {method: tools/call, nth: 2}, do: [never]}
        """
      And the runtime has started
      When tool "mcp__docs_search" is called
      And tool "mcp__docs_search" is called
      And 1s passes
      And the caller gives up call 2
      And 1h passes
      Then server "docs" received "initialize" 1 time
      And server "docs" received "tools/call" 2 times

      Examples:
        | kind  | error                                         |
        | stdio | {code: -32603, message: no, data: {why: this}} |
        | http  | {code: -32603, message: no, data: {why: this}} |
        | ws    | {code: -32603, message: no, data: {why: this}} |
        | ws    | {code: -32000, message: no}                   |
