@omp @virtual
Feature: What waits for a process that does not read

  @OMP-TP-61
  Rule: However much and however many wait, each request keeps its own deadline

    Example: 8 MiB, and twenty small ones behind them
      Given server "docs" over stdio with this script:
        """yaml
        rules: [{when: {phase: spawn}, do: [{stdin: stop}]}]
        """
      And server "docs" has a timeout of 10s
      And a connected transport to server "docs"
      When the request "tools/call" is sent with 4194304 bytes
      And the request "tools/call" is sent with 4194304 bytes
      And the request "ping" is sent 20 times at once
      And the clock reaches 9999ms
      Then request 2 is pending
      And request 22 is pending
      When the clock reaches 10s
      Then requests 1 to 22 fail with "Request timeout after 10000ms"

  @OMP-TP-61
  Rule: An answer that a server does not take holds up nothing that it says

    Example: it asks, and goes on talking, and reads nothing
      Given server "docs" over stdio with this script:
        """yaml
        rules: [{when: {phase: spawn}, do: [{stdin: stop}]}]
        """
      And a connected transport to server "docs"
      When the request "tools/call" is sent with 1048576 bytes
      And server "docs" sends the request "ping"
      And server "docs" sends the notification "notifications/message"
      Then the transport reported:
        """text
        request ping
        notification notifications/message
        """
