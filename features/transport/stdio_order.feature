@omp @virtual
Feature: What is sent to a process arrives in the order in which it was sent

  @OMP-TP-62
  Rule: An answer to the server waits behind what was sent before it

    Example: a server that does not read for a minute
      Given server "docs" over stdio with this script:
        """yaml
        rules: [{when: {phase: spawn}, do: [{stdin: stop}, {delay: 1m}, {stdin: resume}]}]
        """
      And a connected transport to server "docs"
      When the request "tools/call" is sent with 1048576 bytes
      And the notification "notifications/a" is sent
      And server "docs" sends the request "ping"
      And the notification "notifications/b" is sent
      And the clock reaches 1m
      Then server "docs" received in order:
        """
        tools/call
        notifications/a
        answer
        notifications/b
        """
