@omp @virtual
Feature: A notification over HTTP ends in time, and not sooner for its sender
  Its POST has a deadline like that of a request. Nothing that its sender does ends it
  before.

  Background:
    Given server "docs" over http with this script:
      """yaml
      http: {sessions: false}
      """

  @OMP-TP-78
  Rule: A notification has a deadline of its own, equal to that of requests

    Scenario Outline: a timeout of <timeout>
      Given server "docs" never answers "notifications/cancelled"
      And server "docs" has a timeout of <timeout>
      And a connected transport to server "docs"
      When the notification "notifications/cancelled" is sent
      And the clock reaches <before>
      Then request 1 is pending
      When the clock reaches <timeout>
      Then request 1 fails with "Notify timeout after <ms>ms"

      Examples:
        | timeout | before  | ms    |
        | 30s     | 29999ms | 30000 |
        | 700ms   | 699ms   | 700   |

    Example: a timeout of 0 is no deadline
      Given server "docs" never answers "notifications/cancelled"
      And server "docs" has a timeout of 0
      And a connected transport to server "docs"
      When the notification "notifications/cancelled" is sent
      And 24h pass
      Then request 1 is pending

  @OMP-TP-79
  Rule: A notification cannot be given up by its sender

    Example: it goes on to its deadline
      Given server "docs" never answers "notifications/cancelled"
      And a connected transport to server "docs"
      When the notification "notifications/cancelled" is sent
      And the sender gives up request 1
      And the clock reaches 29999ms
      Then request 1 is pending
      When the clock reaches 30s
      Then request 1 fails with "Notify timeout after 30000ms"

    Example: nor by giving up the requests before and after it
      Given server "docs" follows these rules:
        """yaml
        - {when: {verb: POST}, do: [never]}
        """
      And a connected transport to server "docs"
      When the request "tools/list" is sent
      And the notification "notifications/cancelled" is sent
      And the request "tools/list" is sent
      And the sender gives up request 1
      And the sender gives up request 3
      And the clock reaches 29999ms
      Then request 2 is pending
      When the clock reaches 30s
      Then request 2 fails with "Notify timeout after 30000ms"
