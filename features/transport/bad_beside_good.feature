@omp @virtual
Feature: Bad messages cost themselves and nothing else, however many and over whatever wire
  A server that prints its log to the wrong place prints more than one line.

  @OMP-TP-55
  Rule: No number of bad messages ends a connection, and what waits is answered

    Example: a thousand bad lines
      Given server "docs" over stdio with this script:
        """yaml
        tools: [search]
        rules: [{when: {method: tools/call}, do: [{raw: {text: "log\n", size: 4000}}]}]
        """
      And the runtime has started
      When tool "mcp__docs_search" is called
      And tool "mcp__docs_search" is called
      Then calls 1 to 2 succeed
      And the runtime dropped 2000 inputs of server "docs"
      And server "docs" was started 1 time

    Scenario Outline: a line of binary data, <bytes>
      Given server "docs" over stdio with this script:
        """yaml
        rules: [{when: {phase: spawn}, do: [{raw: {base64: <bytes>}}]}]
        """
      When the runtime starts
      Then server "docs" is connected
      And the runtime dropped 1 input of server "docs"

      Examples:
        | bytes    |
        | AAECAwo= |
        | /////wo= |
        | H4sIAAo= |

    Scenario Outline: over a WebSocket, <what>
      Given server "docs" over ws
      And server "docs" answers "ping" after 1s
      And a connected transport to server "docs"
      When the request "ping" is sent
      And server "docs" sends:
        """text
        <line>
        """
      And server "docs" sends:
        """text
        <line>
        """
      Then request 1 is pending
      When 1s passes
      Then request 1 succeeds
      And the transport is connected
      And the transport reported:
        """text
        dropped <why>
        dropped <why>
        """

      Examples:
        | what                | line                                 | why           |
        | no JSON             | listening                            | not json      |
        | half a message      | {"jsonrpc":"2.0","method":           | not json      |
        | no message          | {"jsonrpc":"2.0"}                    | not a message |
        | a text              | "hello"                              | not a message |

    Scenario Outline: over <kind>, a batch with <what> in it
      Given server "docs" over <kind>
      And server "docs" answers "ping" after 1s
      And a connected transport to server "docs"
      When the request "ping" is sent
      And server "docs" sends:
        """text
        [<first>,{"jsonrpc":"2.0","method":"notifications/a"},<last>]
        """
      And 1s passes
      And the request "ping" is sent
      And 1s passes
      Then requests 1 to 2 succeed
      And the transport is connected
      And the transport reported:
        """text
        dropped not a message
        notification notifications/a
        dropped not a message
        """

      Examples:
        | kind  | what              | first             | last                 |
        | stdio | what is no object | 7                 | "x"                  |
        | stdio | no message        | {"jsonrpc":"2.0"} | {"id":1}             |
        | ws    | what is no object | null              | [1]                  |
        | ws    | no message        | {"jsonrpc":"2.0"} | {}                   |

  @OMP-TP-63
  Rule: Over a WebSocket, too, messages are handled one at a time, in the order of their arrival

    Scenario Outline: over <kind>
      Given server "docs" over <kind> with this script:
        """yaml
        rules: [{when: {method: ping}, do: [{notify: a}, {request: b}, {notify: c}]}]
        """
      And a connected transport to server "docs"
      And each callback of the transport takes 1s
      When the request "ping" is sent
      And the clock reaches 2999ms
      Then request 1 is pending
      And the transport reported:
        """text
        notification a
        request b
        notification c
        """
      When the clock reaches 3s
      Then request 1 succeeds

      Examples:
        | kind  |
        | stdio |
        | ws    |

  @OMP-TP-37
  Rule: A transport that is still on its way accepts nothing

    Example: a WebSocket whose upgrade takes five seconds
      Given server "docs" over ws
      And the link to "docs" has latency 5s
      And a bare transport to server "docs"
      When the transport begins to connect
      And 1s passes
      Then the transport is not connected
      When the request "ping" is sent
      Then request 1 fails with "Transport not connected"
      And the transport reported nothing
