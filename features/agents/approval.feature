@agents @virtual
Feature: What must be approved is said once and understood in one way
  An approval policy that is misread lets a model delete what nobody wanted
  deleted. So a policy that makes no sense is refused before any server is
  connected, in the same words each time, and where nobody can decide a call
  must be approved.

  @OAI-75
  Rule: The verdict and the text of an approval policy do not depend on the order of its members

    Scenario Outline: <policy> for all tools
      When this approval policy is read:
        """json
        <policy>
        """
      Then calls of "read, delete" <verdict> be approved

      Examples:
        | policy   | verdict  |
        | "always" | must     |
        | true     | must     |
        | "never"  | need not |
        | false    | need not |
        | null     | need not |

    Example: one word for each tool, none for the others
      When this approval policy is read:
        """json
        {"delete": "always", "write": true, "read": "never", "list": false}
        """
      Then calls of "delete, write" must be approved
      And calls of "read, list, others" need not be approved

    Example: a list for each word
      When this approval policy is read:
        """json
        {"always": {"tool_names": ["delete", "write"]}, "never": {"tool_names": ["read"]}}
        """
      Then calls of "delete, write" must be approved
      And calls of "read, others" need not be approved

    Example: tools that are called like the words
      When this approval policy is read:
        """json
        {"always": "never", "never": "always"}
        """
      Then calls of "never" must be approved
      And calls of "always" need not be approved

    Scenario Outline: <mistake> is refused
      When this approval policy is read:
        """json
        <policy>
        """
      Then the approval policy is refused with "Invalid require_approval <text>"

      Examples:
        | mistake                       | policy                                                                           | text                                                                                    |
        | a word that is none           | "sometimes"                                                                      | value at require_approval: expected 'always' or 'never', got 'sometimes'.               |
        | the first of two wrong values | {"write": "maybe", "delete": 7, "read": "never"}                                 | value at require_approval['delete']: expected 'always' or 'never', got 7.               |
        | an unknown list               | {"never": {"tool_names": []}, "often": {}, "ask": {}}                            | tool list policy: unexpected keys ['ask', 'often']; expected only 'always' and 'never'. |
        | tools in both lists           | {"always": {"tool_names": ["b", "a"]}, "never": {"tool_names": ["a", "c", "b"]}} | tool list policy: tool names cannot appear in both always and never: ['a', 'b'].        |

    Scenario Outline: a function that says <answer>
      When the approval policy is a function that says <answer>
      Then calls of "delete" <verdict> be approved

      Examples:
        | answer | verdict  |
        | yes    | must     |
        | no     | need not |

    Example: a function that fails, or has no agent to decide about
      When the approval policy is a function that fails
      Then calls of "delete" must be approved
      When the approval policy is a function that says no
      Then calls of "delete" without an agent must be approved
