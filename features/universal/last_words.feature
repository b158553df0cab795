@omp @virtual
Feature: What a server still says while it is being closed is of the past

  @U-04
  Rule: A list that arrives while the client says goodbye is not taken

    Scenario Outline: <profile>
      Given the runtime is that of "<profile>"
      And the switch "notifications.subscribe" is "on"
      And server "docs" over stdio with this script:
        """yaml
        resources: ["doc:a"]
        prompts: [review]
        rules:
          - {when: {method: resources/unsubscribe}, do: [never]}
          - {when: {method: prompts/list, nth: 2}, do: [delay: 300ms, result: {prompts: [{name: review}, {name: more}]}]}
        """
      And the runtime has started
      When 1s passes
      And server "docs" sends the notification "notifications/prompts/list_changed"
      And 100ms pass
      And the counts start anew
      And server "docs" is disconnected
      And 1h passes
      Then consumers were told of changed prompts 1 time

      Examples:
        | profile  |
        | omp      |
        | hardened |
