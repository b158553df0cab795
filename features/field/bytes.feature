@omp @virtual
Feature: The same bytes, cut, numbered and ended in other ways
  What a field failure does to a message, servers do in several forms. The catalogue has
  the commonest one of each; these are the others.

  @FF-05
  Rule: A line ends with a line feed alone, whatever is in it

    Example: a carriage return in an argument
      Given server "docs" over stdio
      And a connected transport to server "docs"
      When the request "tools/call" is sent with:
        """json
        {"name": "echo", "arguments": {"text": "a\r\nb"}}
        """
      Then server "docs" read these lines:
        """jsonl
        {"jsonrpc":"2.0","id":<id>,"method":"tools/call","params":{"name":"echo","arguments":{"text":"a\r\nb"}}}
        """

  @FF-06 @FF-07 @FF-09
  Rule: A message is the same however it was cut, marked or padded on its way

    Scenario Outline: the answer to <method> with <what>
      Given server "docs" over stdio
      And server "docs" follows these rules:
        """yaml
        - {when: {method: <method>, nth: 1}, do: [<do>]}
        """
      When the runtime starts
      And 1s passes
      And tool "mcp__docs_echo" is called with:
        """json
        {"text": "— 日本語 🚀"}
        """
      And 5s pass
      Then call 1 returns "— 日本語 🚀"
      And the runtime dropped 0 inputs of server "docs"
      And server "docs" was started 1 time

      Examples:
        | method     | what                                       | do                                                                  |
        | initialize | a byte order mark in two pieces and CRLF   | {frame: {bom: true, crlf: true}}, {split: {at: [1], gap: 10ms}}     |
        | tools/call | a cut every two bytes                      | {split: {every: 2, gap: 1ms}}                                       |
        | tools/call | a cut every three bytes                    | {split: {every: 3, gap: 1ms}}                                       |
        | tools/list | 65,537 bytes                               | {pad: 65537}                                                        |
        | tools/list | one byte more than a mebibyte              | {pad: 1048577}                                                      |
        | tools/list | five mebibytes                             | {pad: 5242880}                                                      |

  @FF-12
  Rule: An id that was made smaller, rounded or left out is no id of a call

    Scenario Outline: <as>
      Given server "docs" over stdio
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/call, nth: 1}, do: [{id: <as>}]}
        """
      And the runtime has started
      When tool "mcp__docs_echo" is called
      And tool "mcp__docs_echo" is called with:
        """json
        {"text": "2"}
        """
      And 1m passes
      Then call 1 returns the error text "MCP error: Request timeout after 30000ms"
      And call 2 returns "2"
      And server "docs" is connected

      Examples:
        | as      |
        | string  |
        | mod32   |
        | double  |
        | "null"  |
        | missing |
        | wrong   |

  @FF-14
  Rule: Of answers in another order, twice and late each reaches its own call or none

    Example: three calls, answered 3, 1, 1 again, and 2 after its timeout
      Given server "docs" over stdio
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/call, nth: 1}, do: [{delay: 2s}, duplicate]}
        - {when: {method: tools/call, nth: 2}, do: [{delay: 35s}]}
        """
      And the runtime has started
      When tool "mcp__docs_echo" is called with:
        """json
        {"text": "1"}
        """
      And tool "mcp__docs_echo" is called
      And tool "mcp__docs_echo" is called with:
        """json
        {"text": "3"}
        """
      And 1m passes
      Then call 1 returns "1"
      And call 2 ended at 30s
      And call 3 returns "3"
      And the runtime ignored 2 answers of server "docs"

  @FF-15
  Rule: An array of answers is taken apart wherever it comes, also in a revision that has none

    Scenario Outline: <what>
      Given server "docs" over <kind> with this script:
        """yaml
        revisions: ["<revision>"]
        http: {answers: <form>}
        """
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/call}, do: [{batch: {size: 2}}]}
        """
      And the runtime has started
      When tool "mcp__docs_echo" is called
      And tool "mcp__docs_echo" is called with:
        """json
        {"text": "2"}
        """
      And 1m passes
      Then call 2 <outcome>
      And server "docs" is connected

      Examples:
        | what                              | kind  | revision   | form | outcome     |
        | two pipelined calls               | stdio | 2025-03-26 | json | returns "2" |
        | an event                          | http  | 2025-03-26 | sse  | returns "2" |
        | a line of a revision without them | stdio | 2025-06-18 | json | returns "2" |

  @FF-17
  Rule: A server that writes a mebibyte before it reads is read all the same

    Example: notifications before it answers
      Given server "docs" over stdio
      And server "docs" follows these rules:
        """yaml
        - when: {method: initialize}
          do: [{raw: {text: "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\"}\n", size: 1048611}}]
        """
      When the runtime starts
      And 1s passes
      And tool "mcp__docs_echo" is called with:
        """json
        {"text": "hi"}
        """
      Then call 1 returns "hi"
