@omp @virtual
Feature: Time is virtual, exact and cheap
  Scenarios are about hours and about single milliseconds. Both must cost next
  to nothing, and a moment must mean the same thing for the runtime, for the
  servers and for the wires between them.

  @HARNESS-1
  Rule: Time moves only while a scenario waits

    Example: steps that do not wait see the same moment
      Given server "docs" over http
      When the runtime starts
      And server "docs" sends the notification "notifications/message"
      And the clock reaches 0s
      Then server "docs" received "initialize" at "0s"

  @HARNESS-2
  Rule: A moment includes everything that is due at it and nothing later

    Example: a quarter of a second, to the millisecond
      Given server "docs" over stdio
      And server "docs" answers "initialize" after 250ms
      When the runtime starts
      And the clock reaches 249ms
      Then server "docs" is connecting
      When the clock reaches 250ms
      Then server "docs" is connected

  @HARNESS-3
  Rule: Delays of servers and of wires add up exactly

    Example: 20 ms each way and 60 ms in the server
      Given server "docs" over stdio
      And server "docs" answers "initialize" after 60ms
      And the link to "docs" has latency 20ms
      When the runtime starts
      And 200ms pass
      Then server "docs" received "initialize" at "20ms"
      And server "docs" received "tools/list" at "120ms"
      And startup returned at 140ms

  @HARNESS-4
  Rule: A day passes in milliseconds

    Example: an idle connection over 24 hours
      Given server "docs" over http
      And the runtime has started
      When 24h passes
      Then server "docs" is connected
      And server "docs" received "POST" 3 times

  @HARNESS-5
  Rule: A wire that stalls holds what was sent until it recovers

    Example: two seconds of silence
      Given server "docs" over stdio
      And the runtime has started
      When the link to "docs" gets stall up
      And tool "mcp__docs_echo" is called with:
        """json
        {"text": "hello"}
        """
      And 2s pass
      Then call 1 is pending
      When the link to "docs" recovers
      Then call 1 returns "hello"
