@omp @virtual
Feature: A tool whose headers no client could send is left out
  A schema may name the headers that arguments are repeated in. Only parameters that
  properties alone lead to have a value to send; a name anywhere else is a mistake that
  servers would refuse every call for.

  Background:
    Given the switch "protocol.era" is "modern"

  @MOD-03
  Rule: No keyword but properties leads to a parameter with a header

    Scenario Outline: below <keyword>
      Given server "docs" over http with this script:
        """yaml
        era: modern
        tools:
          - {name: good}
          - {name: bad, inputSchema: {type: object, properties: {a: {type: object, <keyword>: <value>}}}}
        """
      When the runtime starts
      Then the runtime has the tools "mcp__docs_good"
      And the log has 1 warning that ends with "leaving out the tool "bad": the x-mcp-header "A" does not belong to a parameter that properties alone lead to"

      Examples:
        | keyword               | value                                       |
        | items                 | {type: string, x-mcp-header: A}             |
        | prefixItems           | [{type: string, x-mcp-header: A}]           |
        | additionalItems       | {type: string, x-mcp-header: A}             |
        | contains              | {type: string, x-mcp-header: A}             |
        | additionalProperties  | {type: string, x-mcp-header: A}             |
        | unevaluatedItems      | {type: string, x-mcp-header: A}             |
        | unevaluatedProperties | {type: string, x-mcp-header: A}             |
        | propertyNames         | {type: string, x-mcp-header: A}             |
        | oneOf                 | [{type: string, x-mcp-header: A}]           |
        | anyOf                 | [{type: string}, {type: string, x-mcp-header: A}] |
        | allOf                 | [{properties: {b: {type: string, x-mcp-header: A}}}] |
        | not                   | {type: string, x-mcp-header: A}             |
        | if                    | {type: string, x-mcp-header: A}             |
        | then                  | {type: string, x-mcp-header: A}             |
        | else                  | {type: string, x-mcp-header: A}             |
        | patternProperties     | {"^b": {type: string, x-mcp-header: A}}     |
        | dependentSchemas      | {b: {type: string, x-mcp-header: A}}        |
        | $defs                 | {b: {type: string, x-mcp-header: A}}        |
        | definitions           | {b: {type: string, x-mcp-header: A}}        |

    Scenario Outline: a mistake further down is named with the way to it, <what>
      Given server "docs" over http with this script:
        """yaml
        era: modern
        tools:
          - {name: good}
          - {name: bad, inputSchema: {type: object, properties: {to: {type: object, properties: {a: <schema>}}}}}
        """
      When the runtime starts
      Then the runtime has the tools "mcp__docs_good"
      And the log has 1 warning that ends with "leaving out the tool "bad": <why>"

      Examples:
        | what         | schema                              | why                                                       |
        | no text      | {type: string, x-mcp-header: 7}     | the x-mcp-header of "to.a" is no string                   |
        | no name      | {type: string, x-mcp-header: "a b"} | the x-mcp-header "a b" of "to.a" is no name for a header  |

  @MOD-03
  Rule: A header is named with the characters that RFC 9110 lets a name have, and with no others

    Example: all of them
      Given server "docs" over http with this script:
        """yaml
        era: modern
        tools:
          - name: route
            inputSchema: {type: object, properties: {a: {type: string, x-mcp-header: "!#$%&'*+-.^_`|~09AZaz"}}}
        """
      And the runtime has started
      When tool "mcp__docs_route" is called with:
        """json
        {"a": "x"}
        """
      Then call 1 succeeds
      And "tools/call" number 1 to server "docs" has the header "Mcp-Param-!#$%&'*+-.^_`|~09azaz" set to "x"

    Scenario Outline: a name with <character> is none
      Given server "docs" over http with this script:
        """yaml
        era: modern
        tools:
          - {name: good}
          - {name: bad, inputSchema: {type: object, properties: {a: {type: string, x-mcp-header: "<name>"}}}}
        """
      When the runtime starts
      Then the runtime has the tools "mcp__docs_good"
      And the log has 1 warning that ends with "leaving out the tool "bad": the x-mcp-header "<name>" of "a" is no name for a header"

      Examples:
        | character        | name |
        | a slash          | A/B  |
        | a colon          | A:B  |
        | an at sign       | A@B  |
        | a bracket        | A[B  |
        | a brace          | A{B  |
        | a letter not of ASCII | AéB |
