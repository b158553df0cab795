@omp @virtual
Feature: What a tool returns is not touched on its way
  An account number is not a floating point number, and the space before a line of Python
  is part of it.

  @OMP-LC-82
  Rule: Numbers, space and the number of blocks stay as the server sent them

    Scenario Outline: <value>
      Given server "docs" over <kind> with this script:
        """yaml
        tools: [{name: count}]
        rules: [{when: {method: tools/call}, do: [status: {code: 200, headers: {Content-Type: application/json}, body: '{"jsonrpc":"2.0","id":1,"result":{"content":[],"structuredContent":{"n":<value>}}}'}]}]
        """
      And the runtime has started
      When tool "mcp__docs_count" is called
      Then call 1 returns this text:
        """
        {"n":<value>}
        """

      Examples:
        | kind | value                |
        | http | 9007199254740993     |
        | http | 12345678901234567890 |
        | http | 1.10                 |

    Example: space around a text, and twelve blocks
      Given server "docs" over stdio with this script:
        """yaml
        tools:
          - name: read
            answer: {result: {content: [{type: text, text: "  a "}, {type: text, text: b}, {type: text, text: c}, {type: text, text: d}, {type: text, text: e},
              {type: text, text: f}, {type: text, text: g}, {type: text, text: h}, {type: text, text: y}, {type: text, text: j}, {type: text, text: k}, {type: text, text: "l  "}]}}
        """
      And the runtime has started
      When tool "mcp__docs_read" is called
      Then call 1 returns this result:
        """json
        [{"type": "text", "text": "  a "}, {"type": "text", "text": "b"}, {"type": "text", "text": "c"}, {"type": "text", "text": "d"}, {"type": "text", "text": "e"},
         {"type": "text", "text": "f"}, {"type": "text", "text": "g"}, {"type": "text", "text": "h"}, {"type": "text", "text": "y"}, {"type": "text", "text": "j"},
         {"type": "text", "text": "k"}, {"type": "text", "text": "l  "}]
        """

    Example: space at the beginning and the end of the output
      Given server "docs" over stdio with this script:
        """yaml
        tools: [{name: read, answer: {text: "  a  "}}]
        """
      And the runtime has started
      When tool "mcp__docs_read" is called
      Then call 1 returns "  a  "
