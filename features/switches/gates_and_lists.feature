@omp @virtual
Feature: Switches about the start and about bounds take every value

  @D-20
  Rule: With startup.list_failure at keep a server stays connected however its first list fails, and that is told

    Scenario Outline: <what>, over <kind>
      Given the switch "startup.list_failure" is "keep"
      And server "docs" over <kind>
      And server "docs" has a timeout of 5s
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list, first: 1}, do: [<does>]}
        """
      When the runtime starts
      And 10s pass
      Then startup reported one error, of "docs", with "<error>"
      And server "docs" is connected
      And server "docs" received "initialize" 1 time

      Examples:
        | kind  | what                | does                                   | error                        |
        | stdio | it takes too long   | never                                  | Request timeout after 5000ms |
        | http  | it takes too long   | never                                  | Request timeout after 5000ms |
        | http  | it is refused       | {status: {code: 500, body: no}}        | HTTP 500: no                 |
        | http  | it is an error      | {error: {code: -32000, message: no}}   | MCP error -32000: no         |
        | ws    | it is an error      | {error: {code: -32000, message: no}}   | MCP error -32000: no         |
        | stdio | it makes no sense   | {result: {tools: 7}}                   | reading the result of tools/list |

  @D-21
  Rule: Every time that startup.gate is set to counts, however long or short

    Scenario Outline: <value>
      Given the switch "startup.gate" is "<value>"
      And server "docs" over stdio
      And server "docs" never answers "initialize"
      And the cache holds the tools "search" of server "docs"
      When the runtime starts
      And 1h passes
      Then startup returned at <value>

      Examples:
        | value |
        | 1ms   |
        | 249ms |
        | 20s   |

  @D-26
  Rule: transport.send_queue counts answers to the server like all that waits

    Scenario Outline: five questions of a server over <kind> that does not read, and <limit>
      Given the switch "transport.send_queue" is "<limit>"
      And server "docs" over <kind> with this script:
        """yaml
        rules: [{when: {phase: spawn}, do: [{stdin: stop}, {delay: 1m}, {stdin: resume}]}]
        """
      And a connected transport to server "docs"
      When the request "tools/call" is sent with 1000000 bytes
      And server "docs" sends the request "ping"
      And server "docs" sends the request "ping"
      And the clock reaches 1m
      Then server "docs" received "answer" <times>

      Examples:
        | kind  | limit     | times   |
        | stdio | unbounded | 2 times |
        | stdio | 1000000   | 0 times |
        | ws    | 1000000   | 0 times |

  @D-20
  Rule: With startup.list_failure at keep each start of a server keeps it

    Example: the first start fails with the handshake, the second with the list
      Given the switch "startup.list_failure" is "keep"
      And server "docs" over stdio
      And server "docs" follows these rules:
        """yaml
        - {when: {method: initialize, nth: 1}, do: [{error: {code: -32600, message: no}}]}
        - {when: {method: tools/list, nth: 1}, do: [{error: {code: -32000, message: not now}}]}
        """
      And the runtime has started
      When the runtime starts server "docs"
      Then server "docs" is connected
      And server "docs" has 1 live process

  @D-05
  Rule: With tools.removal at exact-owner a server without tools takes none

    Scenario Outline: foo <has>
      Given the switch "tools.removal" is "exact-owner"
      And servers "foo, foo_bar" over stdio
      And server "foo" <does>
      And the runtime has started
      When server "foo" is disconnected
      Then the runtime has the tools "mcp__foo_bar_echo"

      Examples:
        | has            | does                                          |
        | has failed     | answers "initialize" with error -32600 "no"   |
        | lists no tools | offers the tools ""                           |
