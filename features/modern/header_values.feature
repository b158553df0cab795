@omp @virtual
Feature: A header says an argument as it is, if a header can
  Proxies read headers as they stand. Only what would not arrive as it is, or would look
  like something else, is written in base64; a number is written with its digits alone.

  Background:
    Given the switch "protocol.era" is "modern"
    And server "docs" over http with this script:
      """yaml
      era: modern
      tools: [{name: route, inputSchema: {type: object, properties: {a: {type: string, x-mcp-header: A}, n: {type: integer, x-mcp-header: N}}}}]
      """
    And the runtime has started

  @MOD-03 @MOD-CLI-63
  Rule: A text is written as it is unless space is at an end of it, or a character is not of ASCII or controls

    Scenario Outline: <value>
      When tool "mcp__docs_route" is called with:
        """json
        {"a": "<value>"}
        """
      Then "tools/call" number 1 to server "docs" has the header "Mcp-Param-A" set to "<header>"

      Examples:
        | value                | header                  |
        | ~a~                  | ~a~                     |
        | a\\u0009b             | a	b                    |
        | \\u0009a              | =?base64?CWE=?=         |
        | a\\u0009              | =?base64?YQk=?=         |
        | a\\u001fb             | =?base64?YR9i?=         |
        | =?base64?            | =?base64?               |
        | a?=                  | a?=                     |
        | =?base64?=           | =?base64?PT9iYXNlNjQ/PQ==?= |

  @MOD-03 @MOD-CLI-64
  Rule: A number of more than sixty-four characters, or with an exponent of more than four, is not looked at

    Scenario Outline: <number>
      When tool "mcp__docs_route" is called with:
        """json
        {"n": <number>}
        """
      Then call 1 returns the error text "MCP error: calling route: parameter "n": <why>"

      Examples:
        | number | why |
        | 1000000000000000000000000000000000000000000000000000000000000000 | 1000000000000000000000000000000000000000000000000000000000000000 is no integer within ±9007199254740991 |
        | 10000000000000000000000000000000000000000000000000000000000000000 | the number is too long |
        | 1e1000 | 1e1000 is no integer within ±9007199254740991 |
        | 1E10000 | the number is too long |

  @MOD-03
  Rule: A schema means what its JSON means, however that is written

    Scenario Outline: <what>
      Given server "mail" over http with this script:
        """yaml
        era: modern
        rules:
          - when: {method: tools/list}
            do:
              - headers: {Content-Type: application/json}
              - raw: '{"jsonrpc":"2.0","id":<id>,"result":{"resultType":"complete","tools":[{"name":"x","inputSchema":{<schema>}}]}}'
              - end: eof
        """
      When the runtime starts
      And tool "mcp__mail_x" is called with:
        """json
        {"a": "b"}
        """
      Then "tools/call" number 1 to server "mail" has the header "Mcp-Param-A" set to "b"

      Examples:
        | what                                | schema |
        | a bound that no number type can hold | "maximum":1e400,"properties":{"a":{"type":"string","x-mcp-header":"A"}} |
        | escapes in its words                | "properties":{"a":{"type":"string","x-mcp-he\\u0061der":"A"}} |
