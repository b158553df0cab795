@omp @virtual
Feature: The text of an error is the server's own, whole
  A code that is cut, a line that is left out or a word that is put in its place sends
  whoever reads it to another page of the manual.

  @OMP-TP-89
  Rule: Neither a large code nor a message of several lines nor a known code changes the text of an error

    Scenario Outline: code <code> over <kind>
      Given server "docs" over <kind> with this script:
        """yaml
        http: {sessions: false}
        rules: [{when: {method: ping}, do: [{error: {code: <code>, message: <message>}}]}]
        """
      And a connected transport to server "docs"
      When the request "ping" is sent
      Then request 1 fails with a text that begins with "MCP error <code>: "
      And request 1 fails with a text that begins with "MCP error <code>: <begins>"

      Examples:
        | code          | kind  | message            | begins             |
        | 4294967338    | stdio | far                | far                |
        | -9007199254740991 | http | far             | far                |
        | -32601        | http  | no such thing here | no such thing here |
        | -32602        | stdio | no such thing here | no such thing here |
        | -32700        | ws    | no such thing here | no such thing here |

    Scenario Outline: a message of two lines, over <kind>
      Given server "docs" over <kind>
      And server "docs" offers the tools "search"
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/call}, do: [{error: {code: 7, message: "first\nsecond"}}]}
        """
      And the runtime has started
      When tool "mcp__docs_search" is called
      Then call 1 returns an error text with "second"
      And call 1 returns an error text with "MCP error 7: first"

      Examples:
        | kind  |
        | stdio |
        | http  |

  @OMP-TP-22
  Rule: What is sent again has the body that was sent before, and each request is one object

    Scenario Outline: <what>
      Given server "docs" over http with this script:
        """yaml
        rules: [{when: {method: tools/call, nth: 1}, do: [<does>]}]
        """
      And a connected transport to server "docs"
      And rejected credentials are replaced by the header "Authorization" set to "Bearer new"
      When the request "initialize" is sent with:
        """json
        {"protocolVersion": "2025-03-26", "capabilities": {}}
        """
      And the request "tools/call" is sent with:
        """json
        {"name": "echo", "arguments": {"text": "hello"}}
        """
      Then request 2 succeeds
      And "tools/call" number <n> to server "docs" is:
        """json
        {"jsonrpc": "2.0", "id": "<id>", "method": "tools/call", "params": {"name": "echo", "arguments": {"text": "hello"}}}
        """

      Examples:
        | what                    | n | does                                                      |
        | sent once               | 1 | delay: 0s                                                 |
        | again after a 401       | 2 | status: 401                                               |
        | again after a 403       | 2 | status: 403                                               |
        | again after a redirect  | 2 | status: {code: 307, headers: {Location: "/mcp"}}          |

  @OMP-TP-23 @real
  Rule: What an error has besides its text is thrown with it, whatever it is

    Scenario Outline: the data <data>
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        rules: [{when: {method: ping}, do: [error: {code: -32602, message: no, data: <data>}]}]
        """
      And a connected transport to server "docs"
      When the request "ping" is sent
      Then request 1 fails with the data:
        """json
        <data>
        """

      Examples:
        | data                         |
        | {"field": "name", "at": [1]} |
        | "retry later"                |
