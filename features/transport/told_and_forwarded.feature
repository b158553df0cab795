@omp @virtual
Feature: What the runtime tells of a notification does not replace it

  @OMP-TP-36
  Rule: An update of a resource is forwarded as it came, also where it is told at once

    Scenario Outline: over <kind>
      Given the switch "notifications.subscribe" is "on"
      And the switch "notifications.debounce" is "off"
      And server "docs" over <kind>
      And server "docs" offers the resource "doc:a"
      And the runtime has started
      When server "docs" announces an update of "doc:a"
      And server "docs" sends the notification "notifications/late"
      Then the host saw these notifications of server "docs": "notifications/resources/updated, notifications/late"

      Examples:
        | kind  |
        | stdio |
        | http  |
        | ws    |
