@agents @virtual
Feature: A tool survives its own conversion
  The definition that a server gave is kept and converted again for the next agent.
  A conversion that wrote into it would make the second one start from the result
  of the first.

  @OAI-70
  Rule: The tool's own schema is the same before and after

    Scenario Outline: a schema that <can> be strict
      Given a tool with the metadata {"v":1} and this schema:
        """json
        <schema>
        """
      When the tool is converted to strict form
      And the tool is converted
      And everything that conversion 1 gave is overwritten
      Then the tool has the schema that it was given

      Examples:
        | can    | schema                                                                                                   |
        | can    | {"type": "object", "properties": {"b": {"type": "object"}, "a": {"default": null}}}                      |
        | cannot | {"type": "object", "properties": {"a": {"oneOf": [{}], "additionalProperties": true, "type": "object"}}} |
        | can    | {"type": "object"}                                                                                       |
        | cannot | {"type": "object", "additionalProperties": true}                                                         |
        | cannot | [{"type": "object"}]                                                                                     |

  @OAI-71
  Rule: Where conversion fails, no part of it is left

    Example: the second member cannot be strict, the first could
      Given a tool with the metadata {"v":1} and this schema:
        """json
        {"type":"object","properties":{"a":{"type":"object","properties":{"x":{"default":null}}},"b":{"type":"object","additionalProperties":{}}}}
        """
      When the tool is converted to strict form
      Then conversion 1 is not strict and has the metadata {"v":1} and this schema:
        """json
        {"type":"object","properties":{"a":{"type":"object","properties":{"x":{"default":null}}},"b":{"type":"object","additionalProperties":{}}}}
        """

  @OAI-72
  Rule: What one conversion gave can be changed without the other

    Example: as it is
      Given a tool with the metadata {"v":1} and this schema:
        """json
        {"type":"object","properties":{"a":{}}}
        """
      When the tool is converted
      And the tool is converted
      And everything that conversion 1 gave is overwritten
      Then conversion 2 is not strict and has the metadata {"v":1} and this schema:
        """json
        {"type":"object","properties":{"a":{}}}
        """

    Scenario Outline: a schema that cannot be strict: <schema>
      Given a tool with the metadata {"v":1} and this schema:
        """json
        <schema>
        """
      When the tool is converted to strict form
      And the tool is converted to strict form
      And the tool is converted
      And everything that conversion 1 gave is overwritten
      Then conversion 2 is not strict and has the metadata {"v":1} and this schema:
        """json
        <schema>
        """
      And conversion 3 is not strict and has the metadata {"v":1} and this schema:
        """json
        <schema>
        """
      And the tool has the schema that it was given

      Examples:
        | schema                                        |
        | {"properties":{},"additionalProperties":true} |
        | [{"type":"object"}]                           |

    Example: in strict form, and then as it is
      Given a tool with the metadata {"v":1} and this schema:
        """json
        {"type":"object","properties":{"a":{}}}
        """
      When the tool is converted to strict form
      And the tool is converted to strict form
      And everything that conversion 1 gave is overwritten
      And the tool is converted
      Then conversion 2 is strict and has the metadata {"v":1} and this schema:
        """json
        {"additionalProperties":false,"properties":{"a":{}},"required":["a"],"type":"object"}
        """
      And conversion 3 is not strict and has the metadata {"v":1} and this schema:
        """json
        {"type":"object","properties":{"a":{}}}
        """
