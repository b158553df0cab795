@omp @virtual
Feature: What ends a request is told as what it is
  A batch, a long page or an answer without an id is no reason to lose what is in it.

  @OMP-TP-17
  Rule: Notifications of a batch are delivered, each in its turn

    Scenario Outline: two over <kind>
      Given server "docs" over <kind>
      And a connected transport to server "docs"
      When server "docs" sends:
        """jsonl
        [{"jsonrpc":"2.0","method":"a","params":{"n":1}},{"jsonrpc":"2.0","method":"b"}]
        """
      Then the transport reported:
        """
        notification a
        notification b
        """

      Examples:
        | kind  |
        | stdio |
        | ws    |

  @OMP-TP-76
  Rule: Over every wire who can give up has a timeout, too

    Scenario Outline: over <kind>
      Given server "docs" over <kind> with this script:
        """yaml
        http: {sessions: false}
        """
      And server "docs" never answers "tools/call"
      And server "docs" has a timeout of 5s
      When the runtime starts
      And tool "mcp__docs_echo" is called
      And 4999ms pass
      Then call 1 is pending
      When 1h passes
      Then call 1 returns the error text "MCP error: Request timeout after 5000ms"

      Examples:
        | kind  |
        | stdio |
        | http  |
        | ws    |

  @OMP-TP-90
  Rule: However long a body is that is no JSON, it is a failure of parsing

    Scenario Outline: a page of <size> bytes
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        rules: [{when: {method: ping}, do: [{status: {code: 200, body: "<html>", size: <size>, headers: {Content-Type: text/html}}}]}]
        """
      And a connected transport to server "docs"
      When the request "ping" is sent
      Then request 1 fails with a text that begins with "parsing the body (HTTP 200, "text/html"): "

      Examples:
        | size   |
        | 6      |
        | 5000   |
        | 100000 |

  @OMP-TP-107
  Rule: An error is returned as it came, also without an id

    Scenario Outline: <envelope>
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        rules:
          - when: {method: tools/list}
            do: [{status: {code: 200, body: '<envelope>'}}]
        """
      When a simple call of "tools/list" is made to server "docs"
      Then simple call 1 returned:
        """
        <envelope>
        """

      Examples:
        | envelope                                                                 |
        | {"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"no"}}       |
        | {"jsonrpc":"2.0","error":{"code":-32600,"message":"no","data":{"n":1}}}  |

  @OMP-LC-79
  Rule: A call is made twice at most, and a refusal that says when to come back is one like any other

    Scenario Outline: each call over <kind> is lost
      Given server "docs" over <kind>
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/call}, do: [<fault>]}
        """
      And the runtime has started
      When tool "mcp__docs_echo" is called
      And 1h passes
      Then server "docs" received "tools/call" 2 times

      Examples:
        | kind  | fault         |
        | stdio | {exit: 1}     |
        | ws    | {exit: 1}     |
        | http  | {drop: 0}     |
        | http  | {status: 502} |

    Example: refused with 503 for two seconds
      Given server "docs" over http
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/call, first: 1}, do: [{status: {code: 503, headers: {Retry-After: "2"}}}]}
        """
      And the runtime has started
      When tool "mcp__docs_echo" is called
      And 1h passes
      Then server "docs" received "tools/call" 2 times
      And server "docs" received "initialize" 2 times

  @OMP-TP-111
  Rule: A reconnect fills placeholders in anew, in arguments, too

    Example: a process that exits
      Given server "docs" over stdio
      And the environment variable "MODE" is "quick"
      And server "docs" is defined with the arguments "--mode, ${MODE}"
      And the runtime has started
      When server "docs" exits with code 1
      Then process 2 of server "docs" was started with:
        | what      | value         |
        | arguments | --mode, quick |
