@omp @virtual
Feature: What servers announce is acted on and passed on
  A server says that a list or a resource has changed. The runtime asks for it again,
  and the program hears of the notification as of every other.

  @OMP-TP-35
  Rule: The runtime acts on every notification of a changed list or resource, over every transport

    Scenario Outline: <notice> over <kind>, twice
      Given server "docs" over <kind>
      And server "docs" offers the resource "doc:a"
      And server "docs" offers the prompt "review"
      And the runtime has started
      When the counts start anew
      And server "docs" sends the notification "notifications/<notice>/list_changed"
      And 1h passes
      And server "docs" sends the notification "notifications/<notice>/list_changed"
      Then server "docs" received "tools/list" <tools> times
      And server "docs" received "resources/list" <resources> times
      And server "docs" received "resources/templates/list" <resources> times
      And server "docs" received "prompts/list" <prompts> times

      Examples:
        | notice    | kind  | tools | resources | prompts |
        | tools     | stdio | 2     | 0         | 0       |
        | tools     | http  | 2     | 0         | 0       |
        | resources | stdio | 0     | 2         | 0       |
        | resources | http  | 0     | 2         | 0       |
        | prompts   | stdio | 0     | 0         | 2       |
        | prompts   | http  | 0     | 0         | 2       |

    Example: notices in the stream of a request
      Given server "docs" over http
      And server "docs" offers the prompt "review"
      And server "docs" follows these rules:
        """yaml
        - when: {method: tools/call}
          do: [{sse: {events: [{data: '{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}'}, {data: '{"jsonrpc":"2.0","method":"notifications/prompts/list_changed"}'}, {answer: true}]}}]
        """
      And the runtime has started
      When the counts start anew
      And tool "mcp__docs_echo" is called
      And 1h passes
      Then server "docs" received "tools/list" 1 time
      And server "docs" received "prompts/list" 1 time

    Scenario Outline: an update of a resource over <kind>, told after <quiet>
      Given the switch "notifications.subscribe" is "on"
      And the switch "notifications.debounce" is "<quiet>"
      And server "docs" over <kind>
      And server "docs" offers the resources "doc:a, doc:b"
      And the runtime has started
      When server "docs" announces an update of "doc:b"
      And 1s passes
      Then consumers were told of updates of "doc:b"
      And the host saw these notifications of server "docs": "notifications/resources/updated"

      Examples:
        | kind  | quiet |
        | stdio | 500ms |
        | http  | 500ms |
        | stdio | off   |
        | http  | off   |

    Scenario Outline: a notice that comes while the tools are listed, over <kind>
      Given server "docs" over <kind>
      And server "docs" answers "tools/list" after 1s
      When the runtime starts
      And 500ms pass
      And server "docs" changes its tools to "find"
      And server "docs" sends the notification "notifications/tools/list_changed"
      And 1h passes
      Then server "docs" received "tools/list" 2 times
      And the runtime has the tools "mcp__docs_find"

      Examples:
        | kind  |
        | stdio |
        | http  |

  @OMP-TP-36
  Rule: The host sees what the runtime acts on as well, in order

    Scenario Outline: every known one and one of nobody, over <kind>
      Given server "docs" over <kind>
      And server "docs" offers the resource "doc:a"
      And server "docs" offers the prompt "review"
      And the runtime has started
      When server "docs" sends the notification "notifications/prompts/list_changed"
      And server "docs" announces an update of "doc:a"
      And server "docs" sends the notification "notifications/unheard-of"
      And server "docs" sends the notification "notifications/tools/list_changed"
      And server "docs" sends the notification "notifications/resources/list_changed"
      Then the host saw these notifications of server "docs": "notifications/prompts/list_changed, notifications/resources/updated, notifications/unheard-of, notifications/tools/list_changed, notifications/resources/list_changed"

      Examples:
        | kind  |
        | stdio |
        | http  |

    Scenario Outline: what comes during <method>, over <kind>
      Given server "docs" over <kind>
      And server "docs" follows these rules:
        """yaml
        - {when: {method: <method>}, do: [{notify: notifications/early}]}
        """
      When the runtime starts
      And server "docs" sends the notification "notifications/late"
      Then the host saw these notifications of server "docs": "notifications/early, notifications/late"

      Examples:
        | method     | kind  |
        | initialize | stdio |
        | tools/list | stdio |
        | tools/list | http  |
