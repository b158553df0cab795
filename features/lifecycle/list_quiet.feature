@omp @virtual
Feature: One change of a list is no storm
  A warning that is always there is read by nobody. Only a server that announces changes
  faster than they may be followed is told of.

  @FF-43
  Rule: A list that changes once is fetched at once, and nothing waits afterwards

    Scenario Outline: <what>
      Given the switch "notifications.list_pause" is "2s"
      And server "docs" over stdio with this script:
        """yaml
        tools: [a]
        resources: ["a"]
        prompts: [a]
        """
      And the runtime has started
      When 1m passes
      And server "docs" sends the notification "notifications/<what>/list_changed"
      Then server "docs" received "<what>/list" 2 times
      And the log has 0 warnings with ""
      And no timer is pending

      Examples:
        | what      |
        | tools     |
        | resources |
        | prompts   |
