@agents @virtual
Feature: What comes too late for a program changes nothing
  A program may have left before its turn comes, or while a server still answers. It
  then gets what it asked to be told of, and nothing is opened or sent for it.

  @X-OAI-01
  Rule: For a program that has given up before its turn nothing is begun

    Scenario Outline: <what>, <policy>
      Given servers "a, b" over http
      And <policy>
      And the program has given up its next operation
      When <what>
      Then operation 1 <end>
      And server "a" received nothing
      And server "b" received nothing
      And the manager has no errors
      And nothing is left of the servers "a, b"

      Examples:
        | what                                | policy                                             | end                    |
        | the manager connects its servers    | the manager gives up cleaning up a server after 9s | returns the servers "" |
        | the manager reconnects all servers  | the manager gives up cleaning up a server after 9s | returns the servers "" |
        | the manager connects its servers    | the manager passes cancellations on                | was aborted            |
        | the manager reconnects all servers  | the manager passes cancellations on                | was aborted            |
        | the program connects server "a"     | the manager passes cancellations on                | fails with "connect of MCP server 'a' was cancelled: the caller gave up" |

    Scenario Outline: <method> over <kind>
      Given server "docs" over <kind>
      And requests to server "docs" are retried 3 times
      And server "docs" caches its tools
      And the manager has connected its servers
      And the program has given up its next operation
      When the counts start anew
      And the program sends "<method>" to server "docs"
      Then operation 2 was aborted
      And server "docs" received nothing
      And no timer is pending
      When the program sends "<method>" to server "docs"
      Then operation 3 succeeds

      Examples:
        | method     | kind  |
        | tools/call | http  |
        | tools/call | stdio |
        | tools/list | http  |
        | tools/list | stdio |

  @X-OAI-01
  Rule: Who gives up while it waits for its turn waits no longer

    Example: another connect takes four seconds
      Given server "a" over http
      And server "a" answers "initialize" after 4s
      When the program connects server "a"
      And the program connects server "a"
      And 1s passes
      And the program gives up operation 2
      Then operation 2 ended at 1s
      When 5s pass
      Then operation 1 succeeds
      And server "a" received "initialize" 1 time

  @X-OAI-02 @OAI-02
  Rule: A connection that is there too late for the program is closed again

    Scenario Outline: the server answers in spite of all, and <what>
      Given servers "a, b" over http
      And connecting server "a" goes on when it is given up
      And server "a" answers "initialize" after 2s
      And <mode>
      When <what>
      And 1s passes
      And the program gives up operation 1
      And 5s pass
      Then operation 1 <end>
      And server "a" received "DELETE" 1 time
      And the work on server "a" was:
        | owner   | work    | end       |
        | <owner> | connect | cancelled |
      And nothing is left of the servers "a"

      Examples:
        | what                             | mode                                         | owner      | end                    |
        | the program connects server "a"  | the manager is strict                        | program    | fails with "connect of MCP server 'a' was cancelled: the caller gave up" |
        | the manager connects its servers | the manager passes cancellations on          | program    | was aborted            |

    Example: what is left of a lost connection takes its time, and nothing is opened after it
      Given server "a" over stdio
      And closing the connections of server "a" takes for ever
      And the manager passes cancellations on
      And the manager has connected its servers
      When server "a" exits with code 1
      And the manager connects its servers
      And 1s passes
      And the program gives up operation 2
      And 9s pass
      Then operation 2 was aborted
      And operation 2 ended at 10s
      And server "a" was started 1 time

  @X-OAI-04
  Rule: A connect that ends with several failures, one of them fatal or a cancellation, is told as it is

    Scenario Outline: <group>
      Given server "a" over http
      And connecting server "a" fails with the group "<group>"
      And the manager passes cancellations on
      When the manager connects its servers
      Then operation 1 fails with a text that begins with "<first>"

      Examples:
        | group                          | first                     |
        | cancelled, HTTP 500            | session: context canceled |
        | fatal out of memory, HTTP 500  | out of memory             |

  @X-OAI-03
  Rule: Every listing is told, also one that asks no server

    Example: twice, and the second time from what is kept
      Given server "docs" over http
      And server "docs" caches its tools
      And the manager has connected its servers
      When the program sends "tools/list" to server "docs"
      And the program sends "tools/list" to server "docs"
      Then the work on server "docs" was:
        | owner          | work       | end |
        | program        | connect    | ok  |
        | docs/request-1 | tools/list | ok  |
        | docs/request-2 | tools/list | ok  |
