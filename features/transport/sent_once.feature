@omp @virtual
Feature: A transport sends nothing of its own accord

  @OMP-TP-108 @OMP-TP-112
  Rule: Whatever a request ends with, it was sent once

    Scenario Outline: <what>
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        rules: [{when: {method: ping}, do: [<does>]}]
        """
      And a connected transport to server "docs"
      When the request "ping" is sent
      And the request "ping" is sent
      And 1h passes
      Then requests 1 to 2 <outcome>
      And server "docs" received "ping" 2 times

      Examples:
        | what                          | does                                        | outcome                         |
        | a time-out of the server      | {status: {code: 408, body: no}}             | fail with "HTTP 408: no"        |
        | it came too early             | {status: {code: 425, body: no}}             | fail with "HTTP 425: no"        |
        | it was misdirected            | {status: {code: 421, body: no}}             | fail with "HTTP 421: no"        |
        | a gateway                     | {status: {code: 502, body: no}}             | fail with "HTTP 502: no"        |
        | an internal error             | {error: {code: -32603, message: no}}        | fail with "MCP error -32603: no" |
        | an error of the server's own  | {error: {code: -32001, message: no}}        | fail with "MCP error -32001: no" |

    Scenario Outline: its stream ends <how>
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        rules: [{when: {method: ping}, do: [{sse: {events: [{comment: hi}], end: <end>}}]}]
        """
      And a connected transport to server "docs"
      When the request "ping" is sent
      And 1h passes
      Then request 1 fails with a text that begins with "No response received for request ID "
      And server "docs" received "POST" 1 time

      Examples:
        | how          | end   |
        | regularly    | eof   |
        | with a reset | reset |

  @OMP-TP-52
  Rule: A call that a caller of the runtime gives up is not cancelled on the wire

    Scenario Outline: over <kind>
      Given server "docs" over <kind>
      And server "docs" never answers "tools/call"
      And the runtime has started
      When tool "mcp__docs_echo" is called
      And 1s passes
      And the caller gives up call 1
      And 1h passes
      Then call 1 was aborted
      And server "docs" received "notifications/cancelled" 0 times

      Examples:
        | kind  |
        | stdio |
        | http  |
        | ws    |

    Scenario Outline: nor is <method>
      Given server "docs" over stdio
      And server "docs" never answers "<method>"
      And a connected transport to server "docs"
      When the request "<method>" is sent
      And the sender gives up request 1
      And 1h passes
      Then server "docs" received "notifications/cancelled" 0 times

      Examples:
        | method              |
        | initialize          |
        | prompts/get         |
        | completion/complete |

  @OMP-TP-59
  Rule: However a process ends, its transport starts no other

    Scenario Outline: <what>
      Given server "docs" over stdio
      And server "docs" is defined with the arguments "--stdio"
      And a connected transport to server "docs"
      When <event>
      And 1h passes
      Then server "docs" was started 1 time
      And the transport is not connected

      Examples:
        | what                    | event                                 |
        | it exits well           | server "docs" exits with code 0       |
        | it fails                | server "docs" exits with code 1       |
        | it closes its output    | the link to "docs" gets half_close down |
        | its connections drop    | server "docs" drops its connections   |

  @OMP-TP-62
  Rule: Neither a short message nor a kind of message overtakes another one

    Example: long and short ones, of both kinds, to a server that does not read for a minute
      Given server "docs" over stdio with this script:
        """yaml
        rules: [{when: {phase: spawn}, do: [{stdin: stop}, {delay: 1m}, {stdin: resume}]}]
        """
      And a connected transport to server "docs"
      When the request "first" is sent with 1048576 bytes
      And the notification "notifications/a" is sent
      And the request "second" is sent with 5000 bytes
      And the notification "notifications/b" is sent
      And the request "third" is sent
      And the clock reaches 1m
      Then server "docs" received in order:
        """
        first
        notifications/a
        second
        notifications/b
        third
        """

  @OMP-TP-59
  Rule: A transport over HTTP opens no stream again

    Example: the background stream ends
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        rules: [{when: {verb: GET}, do: [{sse: {events: [{comment: hi}, {delay: 1m, comment: bye}], end: eof}}]}]
        """
      And a connected transport to server "docs"
      When the transport opens its background stream
      And 1h passes
      Then server "docs" received "GET" 1 time
