@omp @virtual
Feature: What is long or comes late is no exception

  @OMP-TP-02 @OMP-TP-67
  Rule: A session id of any length is kept, with whatever answer it came

    Scenario Outline: with an answer of status <status>
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        rules:
          - when: {method: initialize}
            do: [{status: {code: <status>, headers: {Mcp-Session-Id: aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeeeeeeffffffffffgggggggggg}}}]
        """
      And a connected transport to server "docs"
      When the request "initialize" is sent
      And the transport opens its background stream
      And the request "ping" is sent
      Then "GET" number 1 to server "docs" has the header "Mcp-Session-Id" set to "aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeeeeeeffffffffffgggggggggg"
      And "ping" number 1 to server "docs" has the header "Mcp-Session-Id" set to "aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeeeeeeffffffffffgggggggggg"

      Examples:
        | status |
        | 200    |
        | 401    |
        | 403    |
        | 404    |

  @OMP-TP-17
  Rule: A notification of any length is delivered

    Scenario Outline: <size> bytes of params
      Given server "docs" over stdio with this script:
        """yaml
        rules:
          - when: {method: ping}
            do: [{raw: {text: '{"jsonrpc":"2.0","method":"notifications/a","params":{"text":"'}}, {raw: {text: x, size: <size>}}, {raw: {text: "\"}}\n"}}, answer]
        """
      And a connected transport to server "docs"
      When the request "ping" is sent
      Then request 1 succeeds
      And the transport reported:
        """text
        notification notifications/a
        """

      Examples:
        | size    |
        | 5000    |
        | 70000   |
        | 2000000 |

  @OMP-TP-44
  Rule: Closing waits for the end of the output also if that takes half a second

    Example: it arrives 490 ms after the exit
      Given server "docs" over stdio
      And the link to "docs" has slow_close 490ms down
      And a connected transport to server "docs"
      When the transport is closed
      And the clock reaches 489ms
      Then the transport has not closed
      When the clock reaches 490ms
      Then the transport has closed

  @OMP-TP-64
  Rule: Connecting does no network I/O, whatever is configured

    Scenario Outline: <what>
      Given server "docs" over <kind>
      And server "docs" is defined with <field>
      And a bare transport to server "docs"
      When the transport connects
      And 1h passes
      Then the transport is connected
      And the link to "docs" saw 0 attempts to connect

      Examples:
        | what      | kind | field                                       |
        | a header  | http | the header "X-Key" set to "k"               |
        | a query   | http | url "http://docs.test/mcp?key=1"            |
        | a port    | http | url "http://docs.test:80/mcp"               |
        | type sse  | sse  | the header "Authorization" set to "Bearer t" |

  @OMP-TP-101
  Rule: A failure of the background stream is reported however many requests there were before

    Example: after twenty of them
      Given server "docs" over http
      And a connected transport to server "docs"
      When the request "initialize" is sent with:
        """json
        {"protocolVersion": "2025-03-26", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
        """
      And the request "ping" is sent 20 times in a row
      And the transport opens its background stream
      And server "docs" sends:
        """
        {"jsonrpc":
        """
      Then the transport reported:
        """
        error parsing an event: …
        close
        """
