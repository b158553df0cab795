@omp @virtual
Feature: What fails in the field, on the other wires and at other moments
  A failure that was met on one transport, in a first message or in an answer is met
  on the others, in a second message and in a notification sooner or later.

  @FF-01 @FF-05
  Rule: A banner may have many lines, ended in either way, and is told to nobody

    Example: three lines, one of them empty
      Given server "docs" over stdio with this script:
        """yaml
        rules: [{when: {phase: spawn}, do: [{raw: "My Server v1.2\r\n\r\nrunning on stdio\n"}]}]
        """
      When the runtime starts
      And tool "mcp__docs_echo" is called with:
        """json
        {"text": "hi"}
        """
      Then call 1 returns "hi"
      And the runtime dropped 2 inputs of server "docs"
      And server "docs" was started 1 time
      And the log has 0 records of "docs" with ""

  @FF-02
  Rule: An object that is no message is told to nobody

    Example: in a call
      Given server "docs" over stdio
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/call}, do: [{raw: "{}\n"}, {raw: "{\"level\":\"info\"}\n"}]}
        """
      And the runtime has started
      When tool "mcp__docs_echo" is called
      Then the runtime dropped 2 inputs of server "docs"
      And the log has 0 records of "docs" with ""

  @FF-05
  Rule: Every line that the runtime writes ends with a line feed alone

    Example: a server that ends at a carriage return
      Given server "docs" over stdio
      And a connected transport to server "docs"
      When the notification "notifications/initialized" is sent
      Then server "docs" read these lines:
        """jsonl
        {"jsonrpc":"2.0","method":"notifications/initialized"}
        """

  @FF-09
  Rule: An answer of a mebibyte and more is one message over HTTP, too

    Scenario Outline: in <form>
      Given server "docs" over http with this script:
        """yaml
        http: {answers: <form>}
        rules: [{when: {method: tools/list}, do: [{pad: 1048577}]}]
        """
      When the runtime starts
      Then the runtime has the tools "mcp__docs_echo"

      Examples:
        | form |
        | json |
        | sse  |

  @FF-12 @FF-14
  Rule: In a stream, too, an answer of another id or a second one is counted and given to nobody

    Scenario Outline: <what>
      Given server "docs" over http
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/call, nth: 1}, do: [{as: sse}, <do>]}
        """
      And the runtime has started
      When tool "mcp__docs_echo" is called with:
        """json
        {"text": "hi"}
        """
      Then call 1 <outcome>
      And the runtime ignored 1 answer of server "docs"

      Examples:
        | what         | do           | outcome                                                       |
        | another type | {id: string} | returns an error text with "No response received for request" |
        | twice        | duplicate    | returns "hi"                                                  |

    Example: on the background stream
      Given server "docs" over http
      And the runtime has started
      When server "docs" sends:
        """jsonl
        {"jsonrpc":"2.0","id":"no-such-id","result":{}}
        """
      Then the runtime ignored 1 answer of server "docs"

  @FF-15
  Rule: All that is in an array is read, whatever stands where

    Scenario Outline: over <kind>
      Given server "docs" over <kind>
      And server "docs" follows these rules:
        """yaml
        - when: {method: tools/call}
          do:
            - <head>
            - raw: '[{"jsonrpc":"2.0","method":"notifications/message"},{"jsonrpc":"2.0","id":<id>,"result":{"content":[{"type":"text","text":"hi"}]}},{"jsonrpc":"2.0","id":"s-1","method":"ping"}]'
            - raw: "\n"
            - <end>
        """
      And the runtime has started
      When tool "mcp__docs_echo" is called
      Then call 1 returns "hi"
      And the host saw these notifications of server "docs": "notifications/message"
      And server "docs" received these answers:
        """jsonl
        {"jsonrpc": "2.0", "id": "s-1", "result": {}}
        """

      Examples:
        | kind  | head                                         | end         |
        | stdio | raw: "\n"                                    | {never: {}} |
        | http  | {headers: {Content-Type: application/json}}  | {end: eof}  |

  @FF-16
  Rule: A program may write on stderr for as long as it runs

    Example: two mebibytes in one call
      Given server "docs" over stdio
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/call}, do: [{stderr: {text: "loading ", size: 2097152}}]}
        """
      And the runtime has started
      When tool "mcp__docs_echo" is called with:
        """json
        {"text": "hi"}
        """
      Then call 1 returns "hi"
