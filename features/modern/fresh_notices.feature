@omp @virtual
Feature: A notice of a change ends the time of each list that it is about
  A server tells once that its resources have changed, and means the templates as well.
  What it says nothing of stays fresh.

  @MOD-11 @MOD-CLI-32
  Rule: A notice makes the lists that it is about stale, and no other

    Scenario Outline: <notice> over <kind>
      Given the switch "protocol.era" is "modern"
      And server "docs" over <kind> with this script:
        """yaml
        era: modern
        modern: {ttl: 24h}
        tools: [echo]
        prompts: [review]
        resources: ["doc:a"]
        templates: [{uriTemplate: "doc:{a}"}]
        """
      And the runtime has started
      When 1m passes
      And server "docs" sends the notification "notifications/<notice>"
      And 1h passes
      Then server "docs" received "tools/list" <tools>
      And server "docs" received "prompts/list" <prompts>
      And server "docs" received "resources/list" <resources>
      And server "docs" received "resources/templates/list" <resources>

      Examples:
        | notice                 | kind  | tools   | prompts | resources |
        | tools/list_changed     | stdio | 2 times | 1 time  | 1 time    |
        | prompts/list_changed   | stdio | 1 time  | 2 times | 1 time    |
        | prompts/list_changed   | http  | 1 time  | 2 times | 1 time    |
        | resources/list_changed | stdio | 1 time  | 1 time  | 2 times   |
        | resources/list_changed | http  | 1 time  | 1 time  | 2 times   |
