@omp @virtual
Feature: A server that was given up stays so until it is asked for
  Neither the way in which its attempts failed nor what becomes of its neighbours is a reason
  for one more.

  @OMP-LC-95
  Rule: Five attempts are five, however they fail and whatever the server says about when to come back

    Scenario Outline: over <kind>, each attempt <what>
      Given server "docs" over <kind>
      And server "docs" has a timeout of 1s
      And the runtime has started
      And server "docs" follows these rules:
        """yaml
        - {when: {method: initialize}, do: [<does>]}
        """
      When server "docs" drops its connections
      And 1h passes
      Then server "docs" is in state "failed"
      And server "docs" received "initialize" 6 times
      When 24h pass
      Then server "docs" received "initialize" 6 times
      And no timer is pending

      Examples:
        | kind  | what              | does                                               |
        | stdio | times out         | never                                              |
        | http  | times out         | never                                              |
        | ws    | times out         | never                                              |
        | http  | is put off        | {status: {code: 503, headers: {Retry-After: "60"}}} |
        | http  | is put off by 429 | {status: {code: 429, headers: {Retry-After: "1"}}}  |
        | http  | is not found      | {status: 404}                                      |
        | stdio | is refused        | {error: {code: -32000, message: no}}               |

    Scenario Outline: over <kind>, and then another server is <act>
      Given servers "docs, mail" over <kind>
      And the runtime has started
      When server "docs" goes down
      And 1m passes
      Then server "docs" is in state "failed"
      When server "docs" comes up
      And server "mail" <act>
      And 24h pass
      Then server "mail" is connected
      And server "docs" is in state "failed"
      And server "docs" received "initialize" 1 time

      Examples:
        | kind  | act                                                                |
        | stdio | drops its connections                                              |
        | http  | drops its connections                                              |
        | ws    | is reconnected                                                     |
        | stdio | sends the notification "notifications/tools/list_changed"          |
