@agents @virtual
Feature: A cancelled connect is cleaned up, and it is a policy who hears of it
  A person closes the window while servers are connecting. Whatever had begun must
  end; whether the program learns of a cancellation or of a failed server is its
  own choice.

  @OAI-12
  Rule: A server that cancels its connect has failed, or the cancellation is passed on

    Example: suppressed, the others are connected
      Given servers "a, b" over http
      And connecting server "a" fails with the group "cancelled"
      When the manager connects its servers
      Then operation 1 returns the servers "b"
      And the manager's errors are:
        | server | error                     |
        | a      | session: context canceled |

    Scenario Outline: passed on, <mode>
      Given servers "a, b" over http
      And connecting server "b" fails with the group "cancelled"
      And the manager passes cancellations on
      And <mode>
      When the manager connects its servers
      Then operation 1 fails with "session: context canceled"
      And server "a" received "DELETE" 1 time
      And the manager shows:
        | view   | servers |
        | active |         |

      Examples:
        | mode                                               |
        | the manager gives up connecting a server after 10s |
        | the manager connects its servers in parallel       |

    Example: the program's own cancellation, suppressed
      Given servers "a, b" over http
      And server "b" never answers "initialize"
      When the manager connects its servers
      And the program gives up operation 1
      Then operation 1 returns the servers ""
      And server "a" received "DELETE" 1 time

  @OAI-33
  Rule: After a cancellation everything that parallel connects have begun is closed

    Scenario Outline: over <transport>, one connected, one refused, one under way
      Given servers "a, b, c" over <transport>
      And server "b" answers "initialize" with error -32000 "no"
      And server "c" answers "initialize" after 2s
      And the manager passes cancellations on
      And the manager connects its servers in parallel
      When the manager connects its servers
      And 1s passes
      And the program gives up operation 1
      And 10s pass
      Then operation 1 was aborted
      And the connections were owned as follows:
        | server | connection | opened by  | closed by  |
        | a      | 1          | a/worker-1 | a/worker-1 |
      And nothing is left of the servers "a, b, c"

      Examples:
        | transport |
        | stdio     |
        | http      |

  @OAI-34
  Rule: After one hard failure everything that parallel connects have begun is closed

    Scenario Outline: the failure comes before, between and after the others: <a>, <c>
      Given servers "a, b, c" over stdio
      And server "a" answers "initialize" after <a>
      And server "c" answers "initialize" after <c>
      And connecting server "b" fails with the fatal error "out of memory"
      And the manager connects its servers in parallel
      When the manager connects its servers
      And 20s pass
      Then operation 1 fails with "out of memory"
      And server "a" was started 1 time
      And server "c" was started 1 time
      And nothing is left of the servers "a, b, c"

      Examples:
        | a  | c  |
        | 0s | 0s |
        | 0s | 1s |
        | 2s | 1s |
