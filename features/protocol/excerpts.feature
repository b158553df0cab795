@omp @virtual
Feature: What a server says is bounded wherever people read it
  A message can have megabytes, and so can what is wrong with it. A person gets the
  beginning, and how much there was; nobody gets a log that no editor opens.

  @D-28
  Rule: Events hold at most 2,000 bytes of what a server says

    Scenario Outline: an answer to nothing with an id of <n> bytes
      Given server "docs" over stdio
      And server "docs" follows these rules:
        """yaml
        - when: {method: tools/list}
          do: [{raw: {text: '{"jsonrpc":"2.0","id":"'}}, {raw: {text: é, size: <n>}}, {raw: {text: "\",\"result\":{}}\n"}}, answer]
        """
      When the runtime starts
      Then the runtime ignored 1 answer of server "docs"
      And the longest id told of server "docs" has <told> bytes and ends with "<end>"

      Examples:
        | n       | told | end                                |
        | 198     | 200  | é"                                 |
        | 202     | 225  | é… (204 bytes, 199 shown)          |
        | 12000   | 228  | é… (12,002 bytes, 199 shown)       |
        | 1234566 | 231  | é… (1,234,568 bytes, 199 shown)    |

    Example: tools that are left out, one line for each
      Given server "docs" over stdio
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list}, do: [result: {tools: [7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, {name: a, inputSchema: {}}]}]}
        """
      When the runtime starts
      Then the longest error told of server "docs" has 2030 bytes and ends with "reading a tool: a numb… (3,109 bytes, 2,000 shown)"

    Example: a resource that cannot be subscribed to, with a long name
      Given the switch "notifications.subscribe" is "on"
      And server "docs" over stdio
      And server "docs" follows these rules:
        """yaml
        - when: {method: resources/list}
          do: [{raw: {text: '{"jsonrpc":"2.0","id":<id>,"result":{"resources":[{"uri":"'}}, {raw: {text: x, size: 5000}}, {raw: {text: "\"}]}}\n"}}]
        - {when: {method: resources/subscribe}, do: [{error: {code: -32000, message: no}}]}
        """
      And server "docs" offers the resources "doc:a"
      When the runtime starts
      Then the longest text told of server "docs" has 2030 bytes and ends with "xx… (5,022 bytes, 2,000 shown)"

  @D-28
  Rule: Of what a server says about itself, people get 200 bytes of each name

    Scenario Outline: <era>, with one byte more
      Given the switch "protocol.era" is "<era>"
      And server "docs" over stdio with this script:
        """yaml
        era: <era>
        name: abcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijk
        version: abcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijl
        """
      When a bare connection to server "docs" is opened
      Then server "docs" has introduced itself to the bare connection as:
        """json
        {"protocolVersion": "<revision>", "capabilities": {"tools": {"listChanged": true}, "logging": {}}, "serverInfo":
          {"name": "abcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghij… (201 bytes, 200 shown)",
           "version": "abcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghij… (201 bytes, 200 shown)"}<more>}
        """

      Examples:
        | era    | revision   | more |
        | legacy | 2025-03-26 |      |
        | modern | 2026-07-28 | , "_meta": {"io.modelcontextprotocol/serverInfo": {"name": "abcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijk", "version": "abcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijl"}} |

  @D-28
  Rule: A question to the user of more than 64 KiB is not asked

    Scenario Outline: <n> bytes of message
      Given the user declines every form
      And the switch "protocol.revision" is "2025-11-25"
      And server "docs" over stdio
      And server "docs" follows these rules:
        """yaml
        - when: {method: tools/list}
          do: [{raw: {text: '{"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":{"message":"'}}, {raw: {text: x, size: <n>}}, {raw: {text: "\"}}\n"}}, answer]
        """
      When the runtime starts
      Then server "docs" received these answers:
        """jsonl
        {"jsonrpc": "2.0", "id": 7, <answer>}
        """

      Examples:
        | n     | answer                                                                                      |
        | 65522 | "result": {"action": "decline"}                                                             |
        | 65523 | "error": {"code": -32602, "message": "elicitation of 65537 bytes: more than 65536"}         |

  @D-28
  Rule: A revision is a name, too

    Example: one of 201 bytes
      Given server "docs" over stdio with this script:
        """yaml
        rules:
          - {when: {method: initialize}, do: [result: {protocolVersion: 2025-03-26xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx, capabilities: {}, serverInfo: {name: docs, version: "1"}}]}
        """
      When a bare connection to server "docs" is opened
      Then server "docs" has introduced itself to the bare connection as:
        """json
        {"protocolVersion": "2025-03-26xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx… (201 bytes, 200 shown)", "capabilities": {}, "serverInfo": {"name": "docs", "version": "1"}}
        """
