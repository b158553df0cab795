@omp @virtual
Feature: What is wrong with JSON is told with its place, and what is sent is never wrong
  The author of a server has a log of a client and no copy of what was sent. A byte and a
  word are enough to find the mistake.

  @OMP-TP-23
  Rule: An answer over HTTP that is no JSON fails its request with the first mistake and its place

    Scenario Outline: <body>
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        """
      And server "docs" follows these rules:
        """yaml
        - {when: {method: ping}, do: [{status: {code: 200, body: '<body>', headers: {Content-Type: application/json}}}]}
        """
      And a connected transport to server "docs"
      When the request "ping" is sent
      Then request 1 fails with "parsing the body (HTTP 200, "application/json"): invalid JSON at byte <mistake>"

      Examples:
        | body                                     | mistake                                |
        |                                          | 0: value expected                      |
        | <h1>                                     | 0: value expected                      |
        | {"id":1,"result":}                       | 17: value expected                     |
        | {"id":1 "result":2}                      | 8: comma or end expected               |
        | {"id":1,}                                | 8: member name expected                |
        | {"id" 1}                                 | 6: colon expected                      |
        | {"id":1,"result":[1 2]}                  | 20: comma or end expected              |
        | {"id":1,"result":nul}                    | 17: unknown word                       |
        | {"id":1,"result":1.}                     | 19: digit expected                     |
        | {"id":1,"result":1e}                     | 19: digit expected                     |
        | {"id":1,"result":"\\x"}                  | 18: unknown escape                     |
        | {"id":1,"result":"\\u12                  | 18: unknown escape                     |
        | {"id":1,"result":"\\ug234"}              | 18: unknown escape                     |
        | {"id":1,"result":"\\u1G34"}              | 18: unknown escape                     |
        | {"id":1,"result":"\\u12:4"}              | 18: unknown escape                     |
        | {"id":1,"result":"\\u123@"}              | 18: unknown escape                     |
        | {"id":1,"result":"\\u"}                  | 18: unknown escape                     |
        | {"id":1,"result":"\\u1234                | 24: string does not end                |
        | {"id":1,"result":"\\n                    | 20: string does not end                |
        | {"id":1,"result":"a                      | 19: string does not end                |
        | {"id":1,"result":"	"}                    | 18: control character in a string      |
        | {"id":1,"method":"	"}                    | 18: control character in a string      |
        | {"id":1,"result":{}} x                   | 21: text after the value               |
        | {"id":1,"result":{}                      | 19: comma or end expected              |
        | {"id":1                                  | 7: comma or end expected               |
        | [{"id":1,"result":{}}                    | 21: comma or end expected              |
        | {1:2}                                    | 1: member name expected                |

    Example: more than ten thousand arrays in each other
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        rules:
          - {when: {method: ping}, do: [{headers: {Content-Type: application/json}}, {raw: {text: "[", size: 10001}}, {end: eof}]}
        """
      And a connected transport to server "docs"
      When the request "ping" is sent
      Then request 1 fails with "parsing the body (HTTP 200, "application/json"): invalid JSON at byte 10000: nested too deeply"

  @OMP-TP-14
  Rule: What stands in a message is escaped where JSON asks for it

    Scenario Outline: <method>
      Given server "docs" over stdio
      And a connected transport to server "docs"
      When the notification "<method>" is sent
      Then server "docs" read these lines:
        """text
        {"jsonrpc":"2.0","method":"<written>"}
        """

      Examples:
        | method | written  |
        | a b~   | a b~     |
        | a	b    | a\\tb    |
        | a\\b   | a\\\\b   |
        | é<&>   | é<&>     |

  @OMP-TP-23
  Rule: Of the message of an error 2,000 bytes are told, and how many there were

    Scenario Outline: <n> bytes of <text>
      Given server "docs" over stdio
      And server "docs" follows these rules:
        """yaml
        - when: {method: ping}
          do:
            - raw: {text: '{"jsonrpc":"2.0","id":<id>,"error":{"code":-32000,"message":"b'}
            - raw: {text: <text>, size: <n>}
            - raw: "\"}}\n"
        """
      And a connected transport to server "docs"
      When the request "ping" is sent
      Then request 1 fails with a text that ends with "<end>"
      And request 1 fails with a text of <bytes> bytes that begins with "MCP error -32000: b<text>"

      Examples:
        | n    | text | bytes | end                               |
        | 1999 | a    | 2018  | a                                 |
        | 2000 | a    | 2048  | a… (2,001 bytes, 2,000 shown)     |
        | 2000 | é    | 2047  | é… (2,001 bytes, 1,999 shown)     |
