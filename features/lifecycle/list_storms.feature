@omp @virtual
Feature: A server that lists badly harms only itself
  A cursor that never ends and a notice after every list both make a client ask
  for ever. The first is recognised. The second is followed at once as long as it is
  news, and then only so often; a switch says how often.

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

  @D-27
  Rule: A list that does not stop changing is fetched five times at once and then once a second, with one warning

    Scenario Outline: a notice after each <method>, over <kind>
      Given server "docs" over <kind>
      And server "docs" offers the prompt "a"
      And server "docs" offers the resource "a"
      And server "docs" follows these rules:
        """yaml
        - {when: {method: <method>}, do: [answer, {notify: <notice>}]}
        """
      When the runtime starts
      And the clock reaches 3500ms
      Then server "docs" received "<method>" at "0s, 0s, 0s, 0s, 0s, 1s, 2s, 3s"
      And the log has 1 record of "docs" with "lists change faster than they are refreshed"

      Examples:
        | method                   | kind  | notice                               |
        | tools/list               | stdio | notifications/tools/list_changed     |
        | tools/list               | ws    | notifications/tools/list_changed     |
        | prompts/list             | http  | notifications/prompts/list_changed   |
        | resources/list           | stdio | notifications/resources/list_changed |
        | resources/templates/list | http  | notifications/resources/list_changed |

    Scenario Outline: with the pause switched off, each of seven notices of <method> counts at once
      Given the switch "notifications.list_pause" is "off"
      And server "docs" over <kind>
      And server "docs" offers the <what> "a"
      And server "docs" offers the tool "search"
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/call}, do: [notify: {method: <notice>, count: 7, every: 100ms}]}
        """
      And the runtime has started
      When tool "mcp__docs_search" is called
      And 1h passes
      Then server "docs" received "<method>" at "0s, 0s, 100ms, 200ms, 300ms, 400ms, 500ms, 600ms"

      Examples:
        | method         | what     | kind  | notice                               |
        | tools/list     | prompt   | stdio | notifications/tools/list_changed     |
        | resources/list | resource | http  | notifications/resources/list_changed |

    Scenario Outline: <n> notices, a tenth of a second apart, and one more after <quiet>
      Given server "docs" over stdio
      And server "docs" offers the tool "search"
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/call}, do: [notify: {method: notifications/tools/list_changed, count: <n>, every: 100ms}]}
        """
      And the runtime has started
      When 10s pass
      And the counts start anew
      And tool "mcp__docs_search" is called
      And <quiet> pass
      And server "docs" sends the notification "notifications/tools/list_changed"
      And 1h passes
      Then server "docs" received "tools/list" at "<times>"

      Examples:
        | n | quiet  | times                                                      |
        | 5 | 1400ms | 10s, 10.1s, 10.2s, 10.3s, 10.4s, 11.4s                     |
        | 6 | 4s     | 10s, 10.1s, 10.2s, 10.3s, 10.4s, 11s, 14s                  |
