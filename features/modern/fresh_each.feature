@omp @virtual
Feature: Each result is fresh for its own time, until something is said about it

  Background:
    Given the switch "protocol.era" is "modern"
    And the switch "notifications.subscribe" is "on"
    And the switch "notifications.debounce" is "off"

  @MOD-CLI-32
  Rule: What was read stays fresh while a list or another resource changes

    Scenario Outline: <what>
      Given server "docs" over stdio with this script:
        """yaml
        era: modern
        modern: {ttl: 1h}
        resources: ["doc:a", "doc:ab"]
        """
      And the runtime has started
      When resource "doc:ab" of server "docs" is read
      And 1m passes
      And server "docs" <told>
      And 1m passes
      And resource "doc:ab" of server "docs" is read
      Then server "docs" received "resources/read" 1 time

      Examples:
        | what                  | told                                                          |
        | the list              | sends the notification "notifications/resources/list_changed" |
        | one that begins alike | announces an update of "doc:a"                                |

  @MOD-CLI-32
  Rule: The time of a result does not begin anew when it is used

    Example: used after three seconds of four
      Given server "docs" over stdio with this script:
        """yaml
        era: modern
        modern: {ttl: 4s}
        resources: ["doc:a"]
        """
      And the runtime has started
      When resource "doc:a" of server "docs" is read
      And 3s pass
      And resource "doc:a" of server "docs" is read
      Then server "docs" received "resources/read" 1 time
      When 1500ms pass
      And resource "doc:a" of server "docs" is read
      Then server "docs" received "resources/read" 2 times
