@omp @virtual
Feature: What waits for a server that does not read can be limited
  Nobody waits for a pipe that is full: messages wait in memory. The documented
  runtime has no limit for them. With one, a message that does not fit fails at
  once, those that wait still wait, and the connection stays.

  @D-26
  Rule: The switch transport.send_queue limits the bytes that wait for a server that does not read

    Scenario Outline: <limit>, and a server over <kind>
      Given the switch "transport.send_queue" is "<limit>"
      And the switch "rpc.ids" is "integer"
      And server "docs" over <kind> with this script:
        """yaml
        rules: [{when: {phase: spawn}, do: [{stdin: stop}]}]
        """
      And a connected transport to server "docs"
      When the request "tools/call" is sent with 1000000 bytes
      And the notification "notifications/progress" is sent
      And the notification "notifications/progress" is sent
      Then request 1 is pending
      And request 2 succeeds
      And request 3 <outcome>
      And the transport is connected

      Examples:
        | limit     | kind  | outcome                                                              |
        | unbounded | stdio | succeeds                                                             |
        | 64MiB     | stdio | succeeds                                                             |
        | 1000171   | stdio | succeeds                                                             |
        | 1000170   | stdio | fails with "server does not read its input: send queue is full"      |
        | 1000119   | stdio | fails with "server does not read its input: send queue is full"      |
        | unbounded | ws    | succeeds                                                             |
        | 1000119   | ws    | fails with "server does not read its input: send queue is full"      |

    Scenario Outline: what a server over <kind> has read does not count any more
      Given the switch "transport.send_queue" is "1000"
      And server "docs" over <kind>
      And a connected transport to server "docs"
      When the request "a" is sent with 800 bytes
      And the request "b" is sent with 800 bytes
      And the request "c" is sent with 2000 bytes
      Then server "docs" received "a" 1 time
      And server "docs" received "b" 1 time
      And server "docs" received "c" 1 time

      Examples:
        | kind  |
        | stdio |
        | ws    |
