@omp @virtual
Feature: One line on a pipe is one message
  Over stdio the line end is all the framing there is. What the client writes
  is therefore always exactly one line. What a server writes is not always what it
  ought to be: a banner or a log line among the messages is the most common fault
  in the field, and costs nothing but itself.

  @OMP-TP-14 @real
  Rule: A request is one JSON object on one line

    Example: line breaks in parameters never reach the pipe
      Given server "docs" over stdio
      And a connected transport to server "docs"
      When the request "tools/call" is sent with:
        """json
        {
          "name": "echo",
          "arguments": {"text": "two\nlines <b> \u2028"}
        }
        """
      And the request "ping" is sent
      Then server "docs" read these lines:
        """jsonl
        {"jsonrpc":"2.0","id":<id>,"method":"tools/call","params":{"name":"echo","arguments":{"text":"two\nlines <b> \u2028"}}}
        {"jsonrpc":"2.0","id":<id>,"method":"ping"}
        """

  @OMP-TP-32 @real
  Rule: A notification is one line with a method, parameters if there are any, and no id

    Example: with parameters and without
      Given server "docs" over stdio
      And a connected transport to server "docs"
      When the notification "notifications/initialized" is sent
      And the notification "notifications/progress" is sent with:
        """json
        {"progressToken": 1, "progress": 50}
        """
      Then requests 1 to 2 succeed
      And server "docs" read these lines:
        """jsonl
        {"jsonrpc":"2.0","method":"notifications/initialized"}
        {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":50}}
        """

  @OMP-TP-54 @real
  Rule: A line of JSON that is no message is dropped, and reading goes on

    Example: numbers, words, lists and objects that mean nothing
      Given server "docs" over stdio
      And server "docs" answers "ping" after 1s
      And a connected transport to server "docs"
      When the request "ping" is sent
      And server "docs" sends:
        """jsonl
        42
        null
        "x"
        []
        {"jsonrpc":"2.0"}
        {"jsonrpc":"2.0","id":{},"method":"ping"}
        """
      Then the transport reported:
        """text
        dropped not a message
        dropped not a message
        dropped not a message
        dropped not a message
        dropped not a message
        dropped not a message
        """
      When 1s passes
      Then request 1 succeeds
      And the transport is connected

  @OMP-TP-55 @real
  Rule: A line that is not JSON is dropped without an error, and the stream goes on

    Scenario Outline: <what>
      Given server "docs" over stdio
      And a connected transport to server "docs"
      When server "docs" sends:
        """text
        <line>
        """
      And the request "ping" is sent
      Then request 1 succeeds
      And the transport is connected
      And the transport reported:
        """text
        dropped not json
        """

      Examples:
        | what                     | line                                                                    |
        | a banner                 | Docs MCP server 1.2 listening on stdio                                  |
        | a log record             | [info] connected to database                                            |
        | half a message           | {"jsonrpc":"2.0","method":                                              |
        | two messages on one line | {"jsonrpc":"2.0","method":"a"}{"jsonrpc":"2.0","method":"b"}            |
        | another framing          | Content-Length: 46                                                      |

    Example: a runtime whose server prints a banner before its first answer
      Given server "docs" over stdio with this script:
        """yaml
        rules: [{when: {phase: spawn}, do: [{raw: "Docs MCP server 1.2\n"}]}]
        """
      When the runtime starts
      Then server "docs" is connected
      And startup reported no errors
      And the runtime dropped 1 input of server "docs"

    Example: a line of five thousand bytes
      Given server "docs" over stdio with this script:
        """yaml
        rules: [{when: {phase: spawn}, do: [{raw: {text: "x", size: 5000}}, {raw: "\n"}]}]
        """
      When the runtime starts
      Then server "docs" is connected
      And the runtime dropped 1 input of server "docs"
