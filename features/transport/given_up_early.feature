@omp @virtual
Feature: A request can be given up at any moment

  @OMP-TP-50 @real
  Rule: A request that is given up before it is sent is not sent, and one whose answer has begun ends at once

    Scenario Outline: given up before it is sent, over <kind>
      Given server "docs" over <kind>
      And a connected transport to server "docs"
      When the request "ping" is sent by a sender who has given up
      And 1h passes
      Then request 1 was aborted
      And server "docs" received "ping" 0 times

      Examples:
        | kind  |
        | stdio |
        | http  |

    Example: given up while its answer is a stream that has begun
      Given server "docs" over http
      And server "docs" follows these rules:
        """yaml
        - when: {method: ping}
          do: [{sse: {events: [{data: '{"jsonrpc":"2.0","method":"notifications/a"}'}, {delay: 1h, answer: true}]}}]
        """
      And a connected transport to server "docs"
      When the request "ping" is sent
      And 2s pass
      And the sender gives up request 1
      Then request 1 was aborted
      And request 1 ended at 2s

  @OMP-TP-50
  Rule: A request is given up at once while the body of its answer is on its way

    Example: at a thousand bytes a second
      Given server "docs" over http
      And server "docs" follows these rules:
        """yaml
        - {when: {method: ping}, do: [{status: {code: 200, body: no, size: 60000}}]}
        """
      And the link to "docs" has bandwidth 1000 down
      And a connected transport to server "docs"
      When the request "ping" is sent
      And 2s pass
      And the sender gives up request 1
      Then request 1 was aborted
      And request 1 ended at 2s
