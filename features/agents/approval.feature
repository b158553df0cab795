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
        |          | need not |

    Example: one word with space around it
      When this approval policy is read:
        """json

          "always"

        """
      Then calls of "read" must be approved

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

    Scenario Outline: <what>
      When this approval policy is read:
        """json
        <policy>
        """
      Then calls of "<tools>" must be approved
      And calls of "others" need not be approved

      Examples:
        | what                         | policy                                                     | tools        |
        | only one list                | {"always": {"tool_names": ["delete"]}}                     | delete       |
        | a list and nothing           | {"never": {}, "always": {"tool_names": ["delete"]}}        | delete       |
        | one word, twice, and another | {"always": {"tool_names": ["delete", "write", "delete"]}, "never": {"tool_names": []}} | delete, write |

    Example: only the list of what is never approved
      When this approval policy is read:
        """json
        {"never": {"tool_names": ["read"]}}
        """
      Then calls of "read, others" need not be approved

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
        | a word in capitals            | "Always"                                                                         | value at require_approval: expected 'always' or 'never', got 'Always'.                  |
        | a number                      | 1                                                                                | value at require_approval: expected 'always' or 'never', got 1.                         |
        | a list of words               | ["always"]                                                                       | value at require_approval: expected 'always' or 'never', got ["always"].                |
        | half an object                | {"read"                                                                          | value: unexpected end of JSON input                                                     |
        | nothing for a tool            | {"delete": null}                                                                 | value at require_approval['delete']: expected 'always' or 'never', got null.            |
        | a word like nothing           | {"delete": "null"}                                                               | value at require_approval['delete']: expected 'always' or 'never', got 'null'.          |
        | a name with quotes            | {"de\"lete": "no"}                                                               | value at require_approval['de"lete']: expected 'always' or 'never', got 'no'.           |
        | an object for a tool          | {"delete": {"tool_names":[]}}                                                    | value at require_approval['delete']: expected 'always' or 'never', got {"tool_names":[]}.  |
        | a list without names          | {"always": {}, "never": "never"}                                                 | value at require_approval['always']: expected 'always' or 'never', got {}.              |
        | a word beside a list          | {"always": {"tool_names": []}, "never": "never"}                                 | require_approval.never: expected an object with tool_names.                             |
        | a word before a list          | {"always": "always", "never": {"tool_names": []}}                                | require_approval.always: expected an object with tool_names.                            |
        | nothing beside a list         | {"always": null, "never": {"tool_names": []}}                                    | require_approval.always: expected an object with tool_names.                            |
        | a list that is none           | {"always": {"tool_names": "delete"}}                                             | tool_names at require_approval.always.tool_names: expected a list of strings.           |
        | a list that is nothing        | {"never": {"tool_names": null}}                                                  | tool_names at require_approval.never.tool_names: expected a list of strings.            |
        | a name that is none           | {"always": {"tool_names": ["a", 7]}}                                             | tool name at require_approval.always.tool_names[1]: expected a string.                  |
        | a name that is nothing        | {"never": {"tool_names": [null]}}                                                | tool name at require_approval.never.tool_names[0]: expected a string.                   |
        | mistakes in both lists        | {"never": {"tool_names": 1}, "always": {"tool_names": 2}}                        | tool_names at require_approval.always.tool_names: expected a list of strings.           |
        | a tool in both lists          | {"always": {"tool_names": ["a"]}, "never": {"tool_names": ["a"]}}                | tool list policy: tool names cannot appear in both always and never: ['a'].             |
        | a tool twice in both lists    | {"always": {"tool_names": ["a", "a"]}, "never": {"tool_names": ["a"]}}           | tool list policy: tool names cannot appear in both always and never: ['a'].             |
        | an unknown word               | {"never": {"tool_names": []}, "often": {}}                                       | tool list policy: unexpected keys ['often']; expected only 'always' and 'never'. |
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

    Example: an agent asks the server of each tool, by the name that the server gave it
      Given servers "docs, mail" over http
      And server "docs" offers the tools "read, delete"
      And server "mail" offers the tools "delete"
      And server "docs" has this approval policy:
        """json
        {"delete": "always"}
        """
      And agent "writer" names tools after their servers
      And the manager has connected its servers
      When agent "writer" lists its tools
      Then calls of "mcp_docs__delete" by agent "writer" must be approved
      And calls of "mcp_docs__read, mcp_mail__delete" by agent "writer" need not be approved
