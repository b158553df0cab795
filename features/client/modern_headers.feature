@target @modern @http
Feature: Over HTTP headers repeat what the body says
  Proxies decide by headers. A server refuses a request whose headers say something else.

  @M-CLI-23 @MUST
  Rule: Mcp-Method, Mcp-Name and Mcp-Param headers say what the body says
    Spec: 2026-07-28 basic/transports/streamable-http, Client Behavior
    Fix: make the headers from the very body that is sent, encoded as =?base64?…?= where it is not plain ASCII

    Example: every situation
      When the client runs in every situation
      Then every header says what the body says

    Example: a parameter
      Given this server:
        """yaml
        era: modern
        tools:
          - name: add_numbers
            inputSchema: {type: object, properties: {a: {type: integer, x-mcp-header: First}, b: {type: integer}}, required: [a, b]}
        """
      When the client runs
      Then the argument "a" of "add_numbers" is mirrored as "Mcp-Param-First"

    Example: prompts and resources
      Given this server:
        """yaml
        era: modern
        prompts: [{name: "größe"}, {name: greet}]
        resources: [{uri: "file:///a%20b/c", name: first}, {uri: "note:größe", name: second}]
        tools: [{name: add_numbers, inputSchema: {type: object, properties: {a: {type: number}, b: {type: number}}}}]
        rules:
          - when: {method: tools/call}
            do: [{delay: 1500ms}]
        """
      When the client runs for at most 15s
      Then every header says what the body says

    Example: a list that is read again asks for another header
      Fix: make the headers from the latest list

      Given this server:
        """yaml
        era: modern
        tools:
          - name: add_numbers
            inputSchema: {type: object, properties: {a: {type: integer, x-mcp-header: First}, b: {type: integer}}, required: [a, b]}
        rules:
          - when: {method: tools/list, nth: 1}
            do: [{set: {path: /tools/0/inputSchema, value: {type: object, properties: {a: {type: integer}, b: {type: integer}}, required: [a, b]}}}]
        """
      When the client runs for at most 15s
      Then every header says what the body says

    Example: the second round of a call
      Given this server:
        """yaml
        era: modern
        rules:
          - when: {method: tools/call, nth: 1}
            do: [{result: {resultType: input_required, requestState: '{"step": 2,  "of": 1.0}'}}]
        """
      When the client runs for at most 15s
      Then every header says what the body says

  @M-CLI-131 @SHOULD
  Rule: A POST says that it is JSON
    Spec: 2026-07-28 basic/transports/streamable-http, Sending Messages; RFC 9110, 8.3
    Fix: send "Content-Type: application/json" with every POST

    Example: every situation
      When the client runs in every situation
      Then every POST says that it is JSON

  @M-CLI-63 @MUST
  Rule: What a header cannot hold is encoded
    Spec: 2026-07-28 basic/transports/streamable-http, Value Encoding
    Fix: encode values with other characters than visible ASCII, with blanks at an end, and those that look encoded

    Scenario Outline: <what>
      Given the client mirrors a parameter
      And the client is asked for "mcpsim-echo"
      And this server:
        """yaml
        era: modern
        tools:
          - {name: mcpsim_give, inputSchema: {type: object}, answer: <text>}
          - name: mcpsim_take
            inputSchema: {type: object, properties: {text: {type: string, x-mcp-header: Text}}, required: [text]}
            answer: taken
        """
      When the client runs for at most 15s
      Then the argument "text" of "mcpsim_take" is mirrored as "Mcp-Param-Text"

      Examples:
        | what                 | text                   |
        | beyond ASCII         | "naïve 日本語"         |
        | blanks at the ends   | "  us-west1  "         |
        | a line break         | "one\\ntwo"            |
        | a tab at its end     | "us-west1\\t"          |
        | a blank at its end   | "us-west1 "            |
        | what looks encoded   | "=?base64?bGl0ZXJhbA?=" |
        | plain text           | "us-west1"             |
        | both alphabets of base64 differ | "ÿ?~ûÿ>ß¿"  |
        | more than one line of base64 | "a text of more than fifty-seven bytes, for which some encoders begin a new line: größe" |
        | a character that is none | "one\\u007ftwo"   |

    Example: the name of a tool
      Given a correct server is told in headers what the body says
      And the client is told:
        """json
        {"toolCalls": [{"name": "größe", "arguments": {}}, {"name": "=?base64?literal?=", "arguments": {}}]}
        """
      And the client is asked for "http-custom-headers"
      And this server:
        """yaml
        era: modern
        tools:
          - {name: "größe", inputSchema: {type: object}, answer: done}
          - {name: "=?base64?literal?=", inputSchema: {type: object}, answer: done}
        """
      When the client runs for at most 15s
      Then every header says what the body says

  @M-CLI-24 @MUST
  Rule: A tool with an invalid x-mcp-header is left out
    Spec: 2026-07-28 basic/transports/streamable-http, Schema Extension
    Fix: look at every x-mcp-header of a tool as it is listed; tell which tool was left out, and why

    Scenario Outline: <what>
      Given this server:
        """yaml
        era: modern
        tools:
          - name: add_numbers
            inputSchema: {type: object, properties: {a: <a>, b: {type: integer, x-mcp-header: Second}}, required: [a, b]}
        """
      When the client runs for at most 15s
      Then "add_numbers" is not called with headers of its definition

      Examples:
        | what                    | a                                     |
        | a name with a blank     | {type: integer, x-mcp-header: my a}   |
        | an empty name           | {type: integer, x-mcp-header: ""}     |
        | a name with a colon     | {type: integer, x-mcp-header: "my:a"} |
        | a name beyond ASCII     | {type: integer, x-mcp-header: "größe"} |
        | a name with a tab       | {type: integer, x-mcp-header: "a\\tb"} |
        | an array                | {type: array, x-mcp-header: First}    |
        | the items of an array   | {type: array, items: {type: integer, x-mcp-header: First}} |
        | a name that comes twice | {type: integer, x-mcp-header: second} |
        | an object               | {type: object, x-mcp-header: First}   |
        | a number                | {type: number, x-mcp-header: First}   |
        | within an array         | {type: integer, oneOf: [{items: {type: string, x-mcp-header: First}}]} |
        | one of two              | {type: integer, anyOf: [{minimum: 1, x-mcp-header: First}]} |
        | in a condition          | {type: integer, if: {minimum: 1, x-mcp-header: First}} |
        | in all of several       | {type: integer, allOf: [{minimum: 1, x-mcp-header: First}]} |
        | in what must not be     | {type: integer, not: {minimum: 1, x-mcp-header: First}} |
        | within a reference      | {type: object, properties: {c: {$ref: "#/properties/a/$defs/c"}}, $defs: {c: {type: integer, x-mcp-header: First}}} |
        | a name that is a number | {type: integer, x-mcp-header: 1}      |
        | beside the properties   | {type: object, additionalProperties: {type: integer, x-mcp-header: First}} |

    @MAY
    Example: it is not called by its mere name
      Fix: refuse to call a tool that was left out

      Given this server:
        """yaml
        era: modern
        tools:
          - name: add_numbers
            inputSchema: {type: object, properties: {a: {type: integer, x-mcp-header: my a}, b: {type: integer, x-mcp-header: Second}}, required: [a, b]}
        """
      When the client runs for at most 15s
      Then the tool "add_numbers" is not called

    Example: another tool beside it
      Fix: leave out the one tool, and keep the others of the list

      Given the client copes with a correct server
      And this server:
        """yaml
        era: modern
        tools:
          - {name: broken, inputSchema: {type: object, properties: {a: {type: string, x-mcp-header: ""}}}}
          - {name: add_numbers, inputSchema: {type: object, properties: {a: {type: number}, b: {type: number}}, required: [a, b]}}
        """
      When the client runs for at most 15s
      Then the client has done what it was asked for
