@omp @virtual
Feature: What a server sends is bounded
  A server that sends without end must not take the memory of the session with it.
  One message may have 16 MiB and ten thousand levels; that is far more than any tool
  needs.

  @FF-56
  Rule: A message up to the limit is read, one byte more is an error that names the limit

    Scenario Outline: over <kind>, <what> of <size> bytes
      Given server "docs" over <kind> with this script:
        """yaml
        http: {sessions: false}
        rules: [{when: {method: tools/list}, do: [<form>, {pad: {to: <size>}}]}]
        """
      And a connected transport to server "docs"
      When the request "tools/list" is sent
      And 1s passes
      Then request 1 <outcome>

      Examples:
        | kind | what             | form     | size     | outcome                                                                    |
        | http | a body           | as: json | 16777216 | succeeds                                                                   |
        | http | a body           | as: json | 16777217 | fails with "response body exceeds 16777216 bytes"                          |
        | http | an event         | as: sse  | 16777217 | fails with "reading the stream: event exceeds 16777216 bytes"              |

    Scenario Outline: over ws, a message of <size> bytes
      Given server "docs" over ws with this script:
        """yaml
        rules: [{when: {method: ping}, do: [{pad: {to: <size>}}]}]
        """
      And a connected transport to server "docs"
      When the request "ping" is sent
      And 1s passes
      Then request 1 <outcome>
      And the transport is <state>

      Examples:
        | size     | outcome                       | state         |
        | 16777216 | succeeds                      | connected     |
        | 16777217 | fails with "Transport closed" | not connected |

    Example: over http, a body of 16 MiB and one byte whose length is not announced
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        rules:
          - {when: {method: tools/list}, do: [{headers: {X: y}}, {raw: {text: "0", size: 16777217}}, {end: eof}]}
        """
      And a connected transport to server "docs"
      When the request "tools/list" is sent
      And 1s passes
      Then request 1 fails with "response body exceeds 16777216 bytes"

    Scenario Outline: nested <depth> deep
      Given server "docs" over stdio with this script:
        """yaml
        rules:
          - when: {method: ping}
            do: [{raw: {text: "[", size: <depth>}}, {raw: {text: "]", size: <depth>}}, {raw: "\n"}]
        """
      And a connected transport to server "docs"
      When the request "ping" is sent
      Then request 1 succeeds
      And the transport reported:
        """text
        dropped <reason>
        """

      Examples:
        | depth | reason        |
        | 10000 | not a message |
        | 10001 | not json      |

    Scenario Outline: <messages> in a batch
      Given server "docs" over stdio with this script:
        """yaml
        rules:
          - when: {method: ping}
            do: [{raw: '[{"jsonrpc":"2.0","id":<id>,"result":{}}'}, {raw: {text: ",7", size: <size>}}, {raw: "]\n"}, {never: {}}]
        """
      And a connected transport to server "docs"
      When the request "ping" is sent
      Then request 1 <outcome>

      Examples:
        | messages | size  | outcome    |
        | 10000    | 19998 | succeeds   |
        | 10001    | 20000 | is pending |

    Scenario Outline: <blocks> blocks of content in a result
      Given server "docs" over stdio with this script:
        """yaml
        rules:
          - when: {method: tools/call}
            do: [{raw: '{"jsonrpc":"2.0","id":<id>,"result":{"content":[{"type":"text","text":"first"}'}, {raw: {text: ",{}", size: <size>}}, {raw: "]}}\n"}, {never: {}}]
        """
      When the runtime starts
      And tool "mcp__docs_echo" is called
      Then call 1 <outcome>

      Examples:
        | blocks | size   | outcome |
        | 100000 | 299997 | succeeds |
        | 100001 | 300000 | returns an error text with "an array of more than 100000 elements" |

    Scenario Outline: <size> bytes of objects in each other
      Given server "docs" over stdio with this script:
        """yaml
        rules:
          - when: {method: ping}
            do: [{raw: {text: '{"a":', size: <size>}}, {raw: "1"}, {raw: {text: "}", size: <depth>}}, {raw: "\n"}]
        """
      And a connected transport to server "docs"
      When the request "ping" is sent
      Then request 1 succeeds
      And the transport reported:
        """text
        dropped <reason>
        """

      Examples:
        | size  | depth | reason        |
        | 50000 | 10000 | not a message |
        | 50005 | 10001 | not json      |
