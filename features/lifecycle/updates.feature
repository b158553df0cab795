@omp @virtual
Feature: An update of a resource is told once, when the resource has come to rest
  Files are saved in bursts and logs grow by the line. Whoever is told of each
  change reads the same thing ten times. So an update is told when nothing more
  has come for half a second, and only if the resource is subscribed to.

  Background:
    Given the switch "notifications.subscribe" is "on"
    And server "docs" over http
    And server "docs" offers the resources "doc:a, doc:b"

  @F-51
  Rule: Updates of resources that are not subscribed to reach only those who want every notification

    Scenario Outline: one that is not listed, with a delay of <debounce>
      Given the switch "notifications.debounce" is "<debounce>"
      And the runtime has started
      When server "docs" announces an update of "doc:c"
      Then the host saw these notifications of server "docs": "notifications/resources/updated"
      When 1s passes
      And server "docs" announces an update of "doc:b"
      And 1s passes
      Then consumers were told of updates of "doc:b"

      Examples:
        | debounce |
        | 500ms    |
        | off      |

    Example: one that is asked for and not answered yet, and one that is being ended
      Given the switch "notifications.debounce" is "off"
      And server "docs" answers "resources/subscribe" after 5s
      And server "docs" answers "resources/unsubscribe" after 5s
      And the runtime has started
      When server "docs" announces an update of "doc:a"
      And 10s pass
      Then consumers were told of updates of ""
      When server "docs" announces an update of "doc:a"
      And subscriptions are switched off
      And server "docs" announces an update of "doc:b"
      And 1h passes
      Then consumers were told of updates of "doc:a"

    Example: a subscription that is refused
      Given server "docs" answers "resources/subscribe" with error -32000 "no"
      And the runtime has started
      When server "docs" announces an update of "doc:a"
      And 1h passes
      Then consumers were told of updates of ""

  @F-52
  Rule: An update is told 500 ms after the last one of the same resource

    Example: three updates of one resource, one of another in between
      When the runtime starts
      And server "docs" announces an update of "doc:a"
      And the clock reaches 200ms
      And server "docs" announces an update of "doc:b"
      And the clock reaches 400ms
      And server "docs" announces an update of "doc:a"
      And the clock reaches 899ms
      Then consumers were told of updates in this timeline:
        """timeline
        700ms doc:b
        """
      When 1h passes
      Then consumers were told of updates of "doc:b, doc:a"
      And no timer is pending

    Scenario Outline: another delay, <debounce>
      Given the switch "notifications.debounce" is "<debounce>"
      When the runtime starts
      And server "docs" announces an update of "doc:a"
      And server "docs" announces an update of "doc:b"
      And server "docs" announces an update of "doc:a"
      And 1h passes
      Then consumers were told of updates in this timeline:
        """timeline
        <first>
        <second>
        <third>
        """

      Examples:
        | debounce | first    | second   | third    |
        | 2s       | 2s doc:b | 2s doc:a |          |
        | off      | 0s doc:a | 0s doc:b | 0s doc:a |

    Scenario Outline: two of one resource with nothing between them, and a delay of <debounce>
      Given the switch "notifications.debounce" is "<debounce>"
      And server "docs" offers the tool "search"
      And server "docs" follows these rules:
        """yaml
        - when: {method: tools/call}
          do: [{notify: {method: notifications/resources/updated, params: {uri: "doc:a"}, count: 2}}]
        """
      And the runtime has started
      When tool "mcp__docs_search" is called
      And 1h passes
      Then consumers were told of updates of "<told>"

      Examples:
        | debounce | told         |
        | 500ms    | doc:a        |
        | off      | doc:a, doc:a |

    Example: one more once all others have been told
      When the runtime starts
      And server "docs" announces an update of "doc:a"
      And the clock reaches 2s
      And server "docs" announces an update of "doc:a"
      And the clock reaches 4s
      And server "docs" announces an update of "doc:b"
      And 1h passes
      Then consumers were told of updates in this timeline:
        """timeline
        500ms doc:a
        2.5s doc:a
        4.5s doc:b
        """

    Example: a resource that vanishes, or is not wished for any more, is not told
      Given server "docs" answers "resources/unsubscribe" after 2h
      When the runtime starts
      And server "docs" announces an update of "doc:a"
      And server "docs" announces an update of "doc:b"
      And server "docs" changes its resources to "doc:b"
      And server "docs" sends the notification "notifications/resources/list_changed"
      And subscriptions are switched off
      And 1h passes
      Then consumers were told of updates of ""
