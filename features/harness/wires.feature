@omp @virtual
Feature: Faults of wires do what they are called
  A Rule about a broken wire proves as much as the wire was broken. Each fault is
  seen here from both ends: when the server received what, and what became of the
  connection.

  @HARNESS-20 @seed-1
  Rule: Conditions of a wire take time from what they are put on, and change nothing else

    Scenario Outline: <fault>
      Given server "docs" over stdio
      And the link to "docs" has <fault>
      And a connected transport to server "docs"
      When the request "ping" is sent
      And the request "ping" is sent
      And 29s pass
      Then server "docs" received "ping" <arrived>
      And the link to "docs" saw:
        """
        0s 0 fault.add <kind>
        0s 1 process.start
        """

      Examples:
        | fault                                                  | kind      | arrived           |
        | latency 20ms up                                        | latency   | at "20ms, 20ms"   |
        | latency 20ms jitter 5ms                                | latency   | at "24ms, 24ms"   |
        | latency 20ms jitter 5ms normal true correlation 0.5 up | latency   | at "18ms, 19ms"   |
        | bandwidth 100 up                                       | bandwidth | at "610ms, 1.22s" |
        | gemodel p 1 r 0 lossgood 0 retransmit 3s up            | gemodel   | at "0s, 3s"       |
        | gemodel p 1 r 1 up                                     | gemodel   | at "0s, 200ms"    |
        | stall up                                               | stall     | 0 times           |

  @HARNESS-21 @seed-1
  Rule: A fault of a pipe cuts, loses, repeats, changes or holds what it picks

    Scenario Outline: <fault>
      Given server "docs" over stdio
      And the link to "docs" has <fault>
      And a connected transport to server "docs"
      When the request "ping" is sent
      And the request "ping" is sent
      And 29s pass
      Then server "docs" received "ping" <arrived>
      And the link to "docs" saw:
        """
        0s 0 fault.add <kind>
        0s 1 process.start
        <saw>
        """

      Examples:
        | fault                               | kind       | arrived         | saw                                                                                             |
        | slicer 10 gap 1s up                 | slicer     | at "6s, 6s"     | 0s 1 fault.hit slicer split\n0s 1 fault.hit slicer split                                        |
        | slicer 10 sizevariation 5 gap 1s up | slicer     | at "7s, 7s"     | 0s 1 fault.hit slicer split\n0s 1 fault.hit slicer split                                        |
        | stall 0s atbyte 60 up               | stall      | 0 times         | 0s 1 fault.hit stall hold                                                                       |
        | stall 0s atbyte 60 down             | stall      | at "0s, 0s"     | 0s 1 fault.hit stall hold                                                                       |
        | reset_peer 0s atbyte 60 up          | reset_peer | at "0s"         | 0s 1 fault.hit reset_peer cut\n0s 1 process.exit 0                                              |
        | reset_peer 5s down                  | reset_peer | at "0s, 0s"     | 5s 1 fault.hit reset_peer reset\n5.1s 1 process.signal terminated\n5.1s 1 process.exit 143      |
        | half_close 0s atbyte 60 up          | half_close | at "0s"         | 0s 1 fault.hit half_close cut\n0s 1 process.exit 0                                              |
        | half_close 2s down                  | half_close | at "0s, 0s"     | 2s 1 fault.hit half_close half-close\n2.1s 1 process.signal terminated\n2.1s 1 process.exit 143 |
        | limit_data 60 up                    | limit_data | at "0s"         | 0s 1 fault.hit limit_data cut\n0s 1 process.exit 0                                              |
        | limit_data 0 up                     | limit_data | 0 times         | 0s 1 fault.hit limit_data cut\n0s 1 process.exit 0                                              |
        | corrupt 1 up                        | corrupt    | at "0s"         | 0s 1 fault.hit corrupt replace                                                                  |
        | truncate 1 keep 10 up               | truncate   | 0 times         | 0s 1 fault.hit truncate replace                                                                 |
        | drop 1 up                           | drop       | at "0s"         | 0s 1 fault.hit drop drop                                                                        |
        | drop nth 0 every 2 down             | drop       | at "0s, 0s"     | 0s 1 fault.hit drop drop                                                                        |
        | duplicate 2 gap 1s up               | duplicate  | at "0s, 0s, 1s" | 0s 1 fault.hit duplicate duplicate                                                              |
        | reorder 2 delay 3s up               | reorder    | at "0s, 3s"     | 0s 1 fault.hit reorder late                                                                     |
        | hold 1 up                           | hold       | at "0s"         | 0s 1 fault.hit hold keep                                                                        |

  @HARNESS-22
  Rule: A fault of a network breaks connections, or attempts to connect, as it says

    Scenario Outline: <fault>
      Given server "docs" over http
      And the link to "docs" has <fault>
      And a connected transport to server "docs"
      When the request "ping" is sent
      And 5s pass
      And the request "ping" is sent
      And 24s pass
      Then server "docs" received "ping" <arrived>
      And the link to "docs" saw:
        """
        0s 0 fault.add <kind>
        <saw>
        """

      Examples:
        | fault                      | kind        | arrived           | saw                                                                                                                                                                                                                                                                                                                       |
        | latency 20ms               | latency     | at "60ms, 5.02s"  | 20ms 1 conn.open runtime -> docs.test:80                                                                                                                                                                                                                                                                                  |
        | bandwidth 100 up           | bandwidth   | at "2.28s, 7.28s" | 0s 1 conn.open runtime -> docs.test:80                                                                                                                                                                                                                                                                                    |
        | slicer 100 gap 1s up       | slicer      | at "2s, 7s"       | 0s 1 conn.open runtime -> docs.test:80\n0s 1 fault.hit slicer split\n5s 1 fault.hit slicer split                                                                                                                                                                                                                          |
        | stall 0s atbyte 60 up      | stall       | 0 times           | 0s 1 conn.open runtime -> docs.test:80\n0s 1 fault.hit stall hold\n5s 2 conn.open runtime -> docs.test:80\n5s 2 fault.hit stall hold                                                                                                                                                                                      |
        | reset_peer 0s atbyte 60 up | reset_peer  | 0 times           | 0s 1 conn.open runtime -> docs.test:80\n0s 1 fault.hit reset_peer cut\n0s 1 conn.reset\n0s 1 conn.close client\n0s 1 conn.reset\n0s 1 conn.close server\n5s 2 conn.open runtime -> docs.test:80\n5s 2 fault.hit reset_peer cut\n5s 2 conn.reset\n5s 2 conn.close client\n5s 2 conn.reset\n5s 2 conn.close server          |
        | reset_peer 5s down         | reset_peer  | at "0s, 5s"       | 0s 1 conn.open runtime -> docs.test:80\n5s 1 fault.hit reset_peer reset\n5s 1 conn.reset\n5s 1 conn.close client\n5s 1 conn.reset\n5s 1 conn.close server\n5s 2 conn.open runtime -> docs.test:80\n10s 2 fault.hit reset_peer reset\n10s 2 conn.reset\n10s 2 conn.close client\n10s 2 conn.reset\n10s 2 conn.close server |
        | half_close 0s atbyte 60 up | half_close  | 0 times           | 0s 1 conn.open runtime -> docs.test:80\n0s 1 fault.hit half_close cut\n0s 1 conn.close server\n0s 1 conn.close client\n5s 2 conn.open runtime -> docs.test:80\n5s 2 fault.hit half_close cut\n5s 2 conn.close server\n5s 2 conn.close client                                                                              |
        | limit_data 60 down         | limit_data  | at "0s, 5s"       | 0s 1 conn.open runtime -> docs.test:80\n0s 1 fault.hit limit_data cut\n0s 1 conn.close client\n0s 1 conn.close server\n5s 2 conn.open runtime -> docs.test:80\n5s 2 fault.hit limit_data cut\n5s 2 conn.close client\n5s 2 conn.close server                                                                              |
        | refuse                     | refuse      | 0 times           | 0s 1 fault.hit refuse connect\n0s 1 conn.refuse connect: connection refused\n5s 2 fault.hit refuse connect\n5s 2 conn.refuse connect: connection refused                                                                                                                                                                  |
        | blackhole                  | blackhole   | 0 times           | 0s 1 fault.hit blackhole connect\n5s 2 fault.hit blackhole connect                                                                                                                                                                                                                                                        |
        | slow_accept 2s             | slow_accept | at "2s, 5s"       | 0s 1 fault.hit slow_accept connect\n0s 1 conn.open runtime -> docs.test:80                                                                                                                                                                                                                                                |
