@omp @virtual
Feature: A server that lists badly harms only itself
  A cursor that never ends and a notice after every list both make a client ask
  for ever. The first is recognised. For the second there is a switch: a list is
  then refreshed only so often.

  @FF-34
  Rule: A cursor that comes back ends the list, with a warning and without repetitions

    Scenario Outline: <method>
      Given server "docs" over stdio with this script:
        """yaml
        tools: [a, b]
        resources: ["a", "b"]
        templates: ["a", "b"]
        prompts: [a, b]
        rules:
          - {when: {method: <method>}, do: [cursor: "8"]}
        """
      When the runtime starts
      And 1h passes
      Then server "docs" received "<method>" 2 times
      And the log has 1 record of "docs" with "came back a second time"
      And the runtime has the <what>

      Examples:
        | method                   | what                                         |
        | tools/list               | tools "mcp__docs_a, mcp__docs_b"             |
        | resources/list           | resources "a, b" of server "docs"            |
        | resources/templates/list | resource templates "a, b" of server "docs"   |
        | prompts/list             | prompts "a, b" of server "docs"              |

    Example: an empty cursor is the end, and nothing to warn of
      Given server "docs" over stdio with this script:
        """yaml
        tools: [a, b]
        rules:
          - {when: {method: tools/list}, do: [cursor: ""]}
        """
      When the runtime starts
      And 1h passes
      Then server "docs" received "tools/list" 1 time
      And the log has 0 records of "docs" with ""

  @FF-43
  Rule: With a pause between refreshes, a list is fetched that often at most, with one warning and nothing missed

    Scenario Outline: 200 notices of <method> in a second
      Given the switch "notifications.list_pause" is "2s"
      And server "docs" over stdio
      And server "docs" offers the <what> "a"
      And server "docs" offers the tool "search"
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/call}, do: [notify: {method: <notice>, count: 200, every: 5ms}]}
        """
      When the runtime starts
      And 10s pass
      And tool "mcp__docs_search" is called
      And 1h passes
      Then server "docs" received "<method>" at "0s, 10s, 12s"
      And the log has 1 record of "docs" with "lists change faster than they are refreshed"

      Examples:
        | method         | what     | notice                               |
        | tools/list     | prompt   | notifications/tools/list_changed     |
        | resources/list | resource | notifications/resources/list_changed |

    Scenario Outline: a server that gives notice after each <method>
      Given the switch "notifications.list_pause" is "1s"
      And server "docs" over <kind>
      And server "docs" offers the prompt "a"
      And server "docs" offers the tool "search"
      And server "docs" follows these rules:
        """yaml
        - {when: {method: <method>}, do: [answer, {notify: <notice>}]}
        """
      When the runtime starts
      And the clock reaches 3500ms
      Then server "docs" received "<method>" at "0s, 1s, 2s, 3s"
      And the log has 1 record of "docs" with "lists change faster than they are refreshed"

      Examples:
        | method       | kind  | notice                             |
        | tools/list   | stdio | notifications/tools/list_changed   |
        | prompts/list | http  | notifications/prompts/list_changed |
