@omp @virtual
Feature: A script tells calls apart by their arguments, and changes answers where it says
  A server that was recorded answers each call as it did then. So a rule can ask for
  the arguments of a call or the params of a message, these and no others, and can
  set one value of an answer without repeating the rest of it.

  @X-SCRIPT-01
  Rule: A rule with args or params meets the messages that have these and no others

    Scenario Outline: <params> over <kind>
      Given server "docs" over <kind> with this script:
        """yaml
        rules:
          - {when: {method: tools/call}, do: [{result: {met: other}}]}
          - {when: {method: tools/call, args: {}}, mayNotHappen: true, do: [{result: {met: none}}]}
          - {when: {method: tools/call, args: {q: 1, r: [a]}}, mayNotHappen: true, do: [{result: {met: both}}]}
          - {when: {method: tools/call, params: {name: b}}, mayNotHappen: true, do: [{result: {met: b}}]}
        """
      And a connected transport to server "docs"
      When the request "tools/call" is sent with:
        """json
        <params>
        """
      Then request 1 succeeds with:
        """json
        {"met": "<met>"}
        """

      Examples:
        | kind  | params                                                               | met   |
        | stdio | {"name": "a", "arguments": {"q": 1, "r": ["a"]}}                     | both  |
        | http  | {"name": "a", "arguments": {"r": ["a"], "q": 1.0}, "_meta": {"x": 1}} | both  |
        | stdio | {"name": "a", "arguments": {"q": 1, "r": ["a"], "s": null}}          | other |
        | stdio | {"name": "a", "arguments": {"q": 1}}                                 | other |
        | stdio | {"name": "a", "arguments": {"q": "1", "r": ["a"]}}                   | other |
        | http  | {"name": "a"}                                                        | none  |
        | stdio | {"name": "a", "arguments": {}}                                       | none  |
        | stdio | {"name": "b", "_meta": {"progressToken": 7}}                         | b     |
        | http  | {"name": "b", "arguments": {"q": 2}}                                 | other |

  @X-SCRIPT-02
  Rule: The action set changes one value of an answer, and nothing if its path leads nowhere

    Scenario Outline: <path> over <kind>
      Given server "docs" over <kind> with this script:
        """yaml
        rules:
          - when: {method: a}
            do: [{result: {list: [1, {x: y}], n: null}}, {set: {path: <path>, value: new}}]
        """
      And a connected transport to server "docs"
      When the request "a" is sent
      Then request 1 succeeds with:
        """json
        <result>
        """

      Examples:
        | kind  | path       | result                                            |
        | stdio | /list/1/x  | {"list": [1, {"x": "new"}], "n": null}            |
        | http  | /list/0    | {"list": ["new", {"x": "y"}], "n": null}          |
        | stdio | /list/-    | {"list": [1, {"x": "y"}, "new"], "n": null}       |
        | stdio | /n         | {"list": [1, {"x": "y"}], "n": "new"}             |
        | stdio | /other     | {"list": [1, {"x": "y"}], "n": null, "other": "new"} |

    Example: over stdio, a path that leads nowhere
      Given server "docs" over stdio with this script:
        """yaml
        rules:
          - when: {method: a}
            do: [{result: {list: []}}, {set: {path: /list/0/x, value: new}}]
        """
      And a connected transport to server "docs"
      When the request "a" is sent
      Then request 1 succeeds with:
        """json
        {"list": []}
        """

  @X-SCRIPT-03
  Rule: The action interleave tears an answer into the message that follows it

    Example: the first bytes, a notification, the rest
      Given server "docs" over stdio with this script:
        """yaml
        rules: [{when: {method: a}, do: [{interleave: 10}, answer, {notify: b}]}]
        """
      And a connected transport to server "docs"
      When the request "a" is sent
      Then request 1 is pending
      And the transport reported:
        """
        dropped not json
        dropped not json
        """
