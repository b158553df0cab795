@agents @virtual
Feature: Strict form reaches every member, or none
  A schema that is strict in one place and open in another is worse than one that
  is as the server wrote it.

  @OAI-69 @OAI-71
  Rule: A schema becomes strict in each of its members, or not at all

    Scenario Outline: <what>
      Given a tool with the metadata {"v":1} and this schema:
        """json
        <schema>
        """
      When the tool is converted to strict form
      Then conversion 1 is strict and has the metadata {"v":1} and this schema:
        """json
        <strict>
        """

      Examples:
        | what                         | schema                                                                  | strict                                                                                                                                                                                                  |
        | an object without members    | {"type":"object"}                                                       | {"additionalProperties":false,"properties":{},"required":[],"type":"object"}                                                                                                                            |
        | closed and partly required   | {"properties":{"b":{},"a":{}},"required":["b"],"additionalProperties":false} | {"additionalProperties":false,"properties":{"a":{},"b":{}},"required":["a","b"]}                                                                                                                  |
        | a member that is an object   | {"properties":{"a":{"type":"object"}}}                                  | {"additionalProperties":false,"properties":{"a":{"additionalProperties":false,"type":"object"}},"required":["a"]}                                                                                       |
        | a member that is no schema   | {"properties":{"a":true}}                                               | {"additionalProperties":false,"properties":{"a":true},"required":["a"]}                                                                                                                                 |
        | defaults                     | {"properties":{"a":{"default":null},"b":{"default":0}}}                 | {"additionalProperties":false,"properties":{"a":{},"b":{"default":0}},"required":["a","b"]}                                                                                                             |
        | a large number               | {"properties":{"a":{"maximum":12345678901234567890}}}                   | {"additionalProperties":false,"properties":{"a":{"maximum":12345678901234567890}},"required":["a"]}                                                                                                     |
        | items                        | {"properties":{},"items":{"type":"object"}}                             | {"additionalProperties":false,"items":{"additionalProperties":false,"type":"object"},"properties":{},"required":[]}                                                                                     |
        | definitions, new and old     | {"properties":{},"$defs":{"x":{"type":"object"}},"definitions":{"y":{"type":"object"}}} | {"$defs":{"x":{"additionalProperties":false,"type":"object"}},"additionalProperties":false,"definitions":{"y":{"additionalProperties":false,"type":"object"}},"properties":{},"required":[]} |
        | any of, all of               | {"properties":{},"anyOf":[{"type":"object"}],"allOf":[{"type":"object"}]} | {"additionalProperties":false,"allOf":[{"additionalProperties":false,"type":"object"}],"anyOf":[{"additionalProperties":false,"type":"object"}],"properties":{},"required":[]}                       |
        | one of becomes any of        | {"properties":{},"oneOf":[{"type":"object"},{}]}                        | {"additionalProperties":false,"anyOf":[{"additionalProperties":false,"type":"object"},{}],"properties":{},"required":[]}                                                                                |
        | one of beside any of         | {"properties":{},"oneOf":[{"type":"object"}],"anyOf":[{}]}              | {"additionalProperties":false,"anyOf":[{}],"oneOf":[{"additionalProperties":false,"type":"object"}],"properties":{},"required":[]}                                                                      |

    Scenario Outline: other members are allowed in <where>
      Given a tool with the metadata {"v":1} and this schema:
        """json
        <schema>
        """
      When the tool is converted to strict form
      Then conversion 1 is not strict and has the metadata {"v":1} and this schema:
        """json
        <schema>
        """

      Examples:
        | where                     | schema                                                                                             |
        | the tool itself           | {"properties":{},"additionalProperties":true}                                                      |
        | the tool, by a schema     | {"properties":{},"additionalProperties":{"type":"string"}}                                         |
        | the tool, by nothing      | {"properties":{},"additionalProperties":null}                                                      |
        | a member                  | {"properties":{"a":{"type":"object","additionalProperties":true}}}                                 |
        | a member of a member      | {"properties":{"a":{"properties":{"b":{"type":"object","additionalProperties":true}}}}}            |
        | items                     | {"properties":{},"items":{"type":"object","additionalProperties":true}}                            |
        | a definition              | {"properties":{},"$defs":{"x":{"type":"object","additionalProperties":true}}}                      |
        | a definition of old       | {"properties":{},"definitions":{"x":{"type":"object","additionalProperties":true}}}                |
        | any of                    | {"properties":{},"anyOf":[{},{"type":"object","additionalProperties":true}]}                       |
        | all of                    | {"properties":{},"allOf":[{"type":"object","additionalProperties":true},{}]}                       |
        | one of                    | {"properties":{},"oneOf":[{"type":"object","additionalProperties":true}]}                          |
        | one of beside any of      | {"properties":{},"oneOf":[{"type":"object","additionalProperties":true}],"anyOf":[]}               |
        | a schema that is none     | null                                                                                               |
        | half a schema             | {"type":                                                                                           |
        | a schema that is a list   | [1]                                                                                                |

    Example: a schema that is too deep says so
      Given a tool whose schema nests 201 deep
      When the tool is converted to strict form
      Then conversion 1 is not strict because of "converting the schema of tool to strict form: schemas nest deeper than 200"

    Scenario Outline: schemas within each other, <depth> deep
      Given a tool whose schema nests <depth> deep
      When the tool is converted to strict form
      Then conversion 1 is <strict>

      Examples:
        | depth | strict     |
        | 200   | strict     |
        | 201   | not strict |

    Scenario Outline: as it is, <what>
      Given a tool with the metadata {"v":1} and this schema:
        """json
        <schema>
        """
      When the tool is converted
      Then conversion 1 is not strict and has the metadata {"v":1} and this schema:
        """json
        <result>
        """

      Examples:
        | what                          | schema                           | result                                |
        | without a schema              |                                  | {"properties":{}}                     |
        | with nothing in it            | { }                              | {"properties":{}}                     |
        | without members               | {"type":"object" }               | {"type":"object","properties":{}}     |
        | with members                  | {"properties" :{"a":{}} }        | {"properties" :{"a":{}} }             |
        | with nothing for members      | {"properties":null}              | {"properties":null}                   |
        | a schema that is nothing      | null                             | null                                  |

    Example: as it is, with a blank for a schema
      Given a tool with the metadata {"v":1} and this schema:
        """json


        """
      When the tool is converted
      Then conversion 1 is not strict and has the metadata {"v":1} and this schema:
        """json
        {"properties":{}}
        """
