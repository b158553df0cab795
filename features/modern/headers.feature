@omp @virtual
Feature: A server that calls the headers of a call wrong has changed the tool
  Headers follow the schema that was listed last. When a server has changed it meanwhile
  and refuses the call for that, nothing has happened yet: the list is asked for again
  and the call repeated once, as its caller wanted.

  Background:
    Given the switch "protocol.era" is "modern"

  @MOD-03 @MOD-CLI-25 @MOD-CLI-64
  Rule: A call whose headers are refused is made once more after another look at the tools

    Scenario Outline: over <kind>, <what>
      Given server "docs" over <kind> with this script:
        """yaml
        era: modern
        modern: {ttl: 1h}
        tools: [search]
        """
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/call, <which>}, do: [error: {code: <code>, message: odd}]}
        """
      And the runtime has started
      When tool "mcp__docs_search" is called
      Then call 1 <outcome>
      And server "docs" received "tools/call" <calls>
      And server "docs" received "tools/list" <lists>

      Examples:
        | kind  | what                 | which    | code   | outcome                                          | calls   | lists   |
        | http  | refused once         | nth: 1   | -32020 | succeeds                                         | 2 times | 2 times |
        | http  | refused again        | first: 2 | -32020 | returns the error text "MCP error: MCP error -32020: odd" | 2 times | 2 times |
        | http  | refused for another reason | nth: 1 | -32021 | returns the error text "MCP error: MCP error -32021: odd" | 1 time  | 1 time  |
        | stdio | without any headers  | nth: 1   | -32020 | returns the error text "MCP error: MCP error -32020: odd" | 1 time  | 1 time  |

    Example: the new schema counts
      Given server "docs" over http with this script:
        """yaml
        era: modern
        tools: [{name: route, inputSchema: {type: object, properties: {a: {type: string, x-mcp-header: Old}}}}]
        """
      And server "docs" follows these rules:
        """yaml
        - when: {method: tools/call, nth: 1}
          do:
            - offer: {tools: [{name: route, inputSchema: {type: object, properties: {a: {type: string, x-mcp-header: New}}}}]}
            - error: {code: -32020, message: odd}
        """
      And the runtime has started
      When tool "mcp__docs_route" is called with:
        """json
        {"a": "x"}
        """
      Then "tools/call" number 1 to server "docs" has the header "Mcp-Param-Old" set to "x"
      And "tools/call" number 2 to server "docs" has the header "Mcp-Param-New" set to "x"
      And "tools/call" number 2 to server "docs" has no header "Mcp-Param-Old"
      And call 1 succeeds

    Scenario Outline: an argument <what> has no header
      Given server "docs" over http with this script:
        """yaml
        era: modern
        tools: [{name: route, inputSchema: {type: object, properties: {to: {type: object, properties: {a: {type: string, x-mcp-header: A}}}}}}]
        """
      And the runtime has started
      When tool "mcp__docs_route" is called with:
        """json
        <arguments>
        """
      Then "tools/call" number 1 to server "docs" has no header "Mcp-Param-A"

      Examples:
        | what                     | arguments      |
        | that is not given        | {"to": {}}     |
        | in what is no object     | {"to": 7}      |
        | in what is not given     | {}             |

    Example: a list that fails leaves it at the refusal
      Given server "docs" over http with this script:
        """yaml
        era: modern
        tools: [search]
        """
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/call}, do: [error: {code: -32020, message: odd}]}
        - {when: {method: tools/list, nth: 2}, do: [error: {code: -32603, message: no}]}
        """
      And the runtime has started
      When tool "mcp__docs_search" is called
      Then call 1 returns the error text "MCP error: MCP error -32020: odd"
      And server "docs" received "tools/call" 1 time

  @MOD-03 @MOD-CLI-25
  Rule: What else a schema says costs a tool nothing, unless it is nested deeper than 200

    Scenario Outline: <what>
      Given server "docs" over http with this script:
        """yaml
        era: modern
        tools: [{name: route, inputSchema: {type: object, properties: {a: {type: string, x-mcp-header: A}}, <more>}}]
        """
      And the runtime has started
      When tool "mcp__docs_route" is called with:
        """json
        {"a": "x"}
        """
      Then call 1 succeeds
      And "tools/call" number 1 to server "docs" has the header "Mcp-Param-A" set to "x"

      Examples:
        | what                     | more                                           |
        | alternatives             | oneOf: [{required: [a]}, {}], anyOf: []        |
        | schemas that are no object | items: true, not: false, additionalProperties: false |
        | words like those of schemas | default: {x-mcp-header: 7}, examples: [{x-mcp-header: 7}] |

    Scenario Outline: objects in objects, <depth> of them
      Given server "docs" over http with this script:
        """yaml
        era: modern
        rules:
          - when: {method: tools/list}
            do:
              - headers: {Content-Type: application/json}
              - raw: '{"jsonrpc":"2.0","id":<id>,"result":{"resultType":"complete","tools":[{"name":"good"},{"name":"deep","inputSchema":'
              - raw: {text: '{"type":"object","properties":{"a":', size: <open>}
              - raw: '{"type":"string","x-mcp-header":"A"}'
              - raw: {text: "}}", size: <close>}
              - raw: "}]}}"
              - end: eof
        """
      When the runtime starts
      Then the runtime has the tools "<tools>"
      And the log has <n> warnings of "docs" with "leaving out the tool "deep": it is nested deeper than 200"

      Examples:
        | depth | open | close | n | tools                          |
        | 199   | 6965 | 398   | 0 | mcp__docs_deep, mcp__docs_good |
        | 200   | 7000 | 400   | 1 | mcp__docs_good                 |
