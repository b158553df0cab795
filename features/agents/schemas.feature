@agents @virtual
Feature: Strict schemas are had where they can be had, and cost nothing where not
  Some models want schemas that name every member. Not every schema can say that,
  and a server whose schema cannot must still be usable, with the schema that it
  wrote.

  Background:
    Given server "docs" over http with this script:
      """yaml
      tools:
        - {name: good, raw: {name: good, inputSchema: {type: object, properties: {b: {type: object, properties: {c: {}}}, a: {}}}, _meta: {v: 1}}}
        - {name: open, raw: {name: open, inputSchema: {type: object, properties: {a: {type: object, properties: {x: {}}}, b: {type: object, additionalProperties: true}}}}}
        - {name: odd, raw: {name: odd, inputSchema: [1]}}
        - {name: bare, raw: {name: bare, title: Nothing, inputSchema: {}}}
        - {name: both, raw: {name: both, title: Title, description: Described, inputSchema: {}}}
        - {name: broken, raw: {name: 7}}
      """
    And server "docs" caches its tools
    And agent "strict" wants strict schemas

  @OAI-69 @OAI-71 @real
  Rule: A schema that cannot be strict stays as the server wrote it, and the listing goes on

    Example: of six tools one can be strict, two are so by having nothing, and one cannot be read
      Given the manager has connected its servers
      When agent "strict" lists its tools
      Then listing 1 describes the tools as:
        | name | strict | schema                                                                                                                                                                              |
        | good | yes    | {"additionalProperties":false,"properties":{"a":{},"b":{"additionalProperties":false,"properties":{"c":{}},"required":["c"],"type":"object"}},"required":["a","b"],"type":"object"} |
        | open | no     | {"type":"object","properties":{"a":{"type":"object","properties":{"x":{}}},"b":{"type":"object","additionalProperties":true}}}                                                      |
        | odd  | no     | [1]                                                                                                                                                                                 |
        | bare | yes    | {"additionalProperties":false,"properties":{},"required":[]}                                                                                                                        |
        | both | yes    | {"additionalProperties":false,"properties":{},"required":[]}                                                                                                                        |

      And the log has 1 record of "docs" with "converting the schema of open to strict form: additionalProperties is set to something other than false"
      And the log has 1 record of "docs" with "converting the schema of odd to strict form: reading the schema: not an object"
      And the log has 2 records of "docs" with "converting the schema"
      And the log has 1 record of "docs" that ends with "listing tools: definition 5: reading a tool: "name" is a number at byte 8, not a string"

    Example: the model reads the description, or else the title
      Given the manager has connected its servers
      When agent "strict" lists its tools
      Then listing 1 describes the tools as:
        | name | description |
        | good |             |
        | open |             |
        | odd  |             |
        | bare | Nothing     |
        | both | Described   |

    Example: a call of a tool whose schema stayed fails in the words of the server
      Given server "docs" answers "tools/call" with error -32000 "no"
      And server "docs" turns failures into the text "docs: "
      And the manager has connected its servers
      When agent "strict" lists its tools
      And agent "strict" calls tool "open"
      Then call 1 returns "docs: MCP error -32000: no"

    Example: a tool whose schema stayed is named after its server like the others
      Given agent "strict" names tools after their servers
      And the manager has connected its servers
      When agent "strict" lists its tools
      Then listing 1 has the tools "mcp_docs__good, mcp_docs__open, mcp_docs__odd, mcp_docs__bare, mcp_docs__both"

  @OAI-70 @real
  Rule: Conversion leaves the server's own schema as it was

    Example: an agent that does not want strict schemas comes after one that does
      Given the manager has connected its servers
      When agent "strict" lists its tools
      And agent "loose" lists its tools
      Then listing 2 describes the tools as:
        | name | strict | schema                                                                                                                         |
        | good | no     | {"type":"object","properties":{"b":{"type":"object","properties":{"c":{}}},"a":{}}}                                            |
        | open | no     | {"type":"object","properties":{"a":{"type":"object","properties":{"x":{}}},"b":{"type":"object","additionalProperties":true}}} |
        | odd  | no     | [1]                                                                                                                            |
        | bare | no     | {"properties":{}}                                                                                                              |
        | both | no     | {"properties":{}}                                                                                                              |
      And server "docs" received "tools/list" 1 time

  @OAI-72 @real
  Rule: Two conversions of one tool share nothing that can be changed

    Example: what one listing returned is overwritten after the other was made
      Given the manager has connected its servers
      When agent "strict" lists its tools
      And agent "strict" lists its tools
      And agent "loose" lists its tools
      And agent "loose" lists its tools
      And everything that listing 1 returned is overwritten
      And everything that listing 3 returned is overwritten
      Then listing 2 describes the tools as:
        | name | strict | meta    | schema                                                                                                                                                                              |
        | good | yes    | {"v":1} | {"additionalProperties":false,"properties":{"a":{},"b":{"additionalProperties":false,"properties":{"c":{}},"required":["c"],"type":"object"}},"required":["a","b"],"type":"object"} |
        | open | no     |         | {"type":"object","properties":{"a":{"type":"object","properties":{"x":{}}},"b":{"type":"object","additionalProperties":true}}}                                                      |
        | odd  | no     |         | [1]                                                                                                                                                                                 |
        | bare | yes    |         | {"additionalProperties":false,"properties":{},"required":[]}                                                                                                                        |
        | both | yes    |         | {"additionalProperties":false,"properties":{},"required":[]}                                                                                                                        |
      And listing 4 describes the tools as:
        | name | meta    | schema                                                                                                                         |
        | good | {"v":1} | {"type":"object","properties":{"b":{"type":"object","properties":{"c":{}}},"a":{}}}                                            |
        | open |         | {"type":"object","properties":{"a":{"type":"object","properties":{"x":{}}},"b":{"type":"object","additionalProperties":true}}} |
        | odd  |         | [1]                                                                                                                            |
        | bare |         | {"properties":{}}                                                                                                              |
        | both |         | {"properties":{}}                                                                                                              |
