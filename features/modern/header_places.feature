@omp @virtual
Feature: A parameter has a header only if properties alone lead to it
  What is below alternatives, items or definitions may be there or not, several times or
  under several names. A server that asks for a header there has made a mistake.

  @MOD-03 @MOD-CLI-24
  Rule: A tool that wants a header for what is no parameter is left out, wherever in its schema that stands

    Scenario Outline: below <keyword>
      Given the switch "protocol.era" is "modern"
      And server "docs" over http with this script:
        """yaml
        era: modern
        tools: [{name: good}, {name: bad, inputSchema: {type: object, "<keyword>": <schema>}}]
        """
      When the runtime starts
      Then the runtime has the tools "mcp__docs_good"
      And the log has 1 warning that ends with "leaving out the tool "bad": the x-mcp-header "A" does not belong to a parameter that properties alone lead to"

      Examples:
        | keyword               | schema                                |
        | items                 | {type: string, x-mcp-header: A}       |
        | prefixItems           | [{}, {type: string, x-mcp-header: A}] |
        | additionalItems       | {type: string, x-mcp-header: A}       |
        | contains              | {type: string, x-mcp-header: A}       |
        | additionalProperties  | {type: string, x-mcp-header: A}       |
        | unevaluatedItems      | {type: string, x-mcp-header: A}       |
        | unevaluatedProperties | {type: string, x-mcp-header: A}       |
        | propertyNames         | {type: string, x-mcp-header: A}       |
        | oneOf                 | [{}, {type: string, x-mcp-header: A}] |
        | anyOf                 | [{}, {type: string, x-mcp-header: A}] |
        | allOf                 | [{}, {type: string, x-mcp-header: A}] |
        | not                   | {type: string, x-mcp-header: A}       |
        | if                    | {type: string, x-mcp-header: A}       |
        | then                  | {type: string, x-mcp-header: A}       |
        | else                  | {type: string, x-mcp-header: A}       |
        | patternProperties     | {b: {type: string, x-mcp-header: A}}  |
        | dependentSchemas      | {b: {type: string, x-mcp-header: A}}  |
        | $defs                 | {b: {type: string, x-mcp-header: A}}  |
        | definitions           | {b: {type: string, x-mcp-header: A}}  |

    Scenario Outline: <what>
      Given the switch "protocol.era" is "modern"
      And server "docs" over http with this script:
        """yaml
        era: modern
        tools: [{name: good}, {name: bad, inputSchema: {type: object, <schema>}}]
        """
      When the runtime starts
      Then the runtime has the tools "mcp__docs_good"
      And the log has 1 warning that ends with "leaving out the tool "bad": the x-mcp-header <why>"

      Examples:
        | what                        | schema                                                     | why                       |
        | all of the arguments        | x-mcp-header: A                                            | "A" does not belong to a parameter that properties alone lead to |
        | one inside another, no text | properties: {a: {properties: {b: {x-mcp-header: 7}}}}      | of "a.b" is no string     |
        | one without a type          | properties: {a: {x-mcp-header: A}}                         | "A" is for a parameter of type <nil>, not string, integer or boolean |

  @MOD-03 @MOD-CLI-24
  Rule: Two parameters may not have one header, however deep they are

    Scenario Outline: <schema>
      Given the switch "protocol.era" is "modern"
      And server "docs" over http with this script:
        """yaml
        era: modern
        tools: [{name: good}, {name: bad, inputSchema: {type: object, properties: <schema>}}]
        """
      When the runtime starts
      Then the runtime has the tools "mcp__docs_good"
      And the log has 1 warning that ends with "leaving out the tool "bad": two parameters have the x-mcp-header "Region""

      Examples:
        | schema                                                                                                                     |
        | {a: {type: string, x-mcp-header: Region}, b: {type: string, x-mcp-header: REGION}}                                         |
        | {a: {type: string, x-mcp-header: Region}, b: {type: object, properties: {a: {type: string, x-mcp-header: region}}}}         |
