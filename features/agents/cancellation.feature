@agents @virtual
Feature: A cancelled connect is cleaned up, and it is a policy who hears of it
  A person closes the window while servers are connecting. Whatever had begun must
  end; whether the program learns of a cancellation or of a failed server is its
  own choice.

  @OAI-12 @real
  Rule: A server that cancels its connect has failed, or the cancellation is passed on

    Scenario Outline: suppressed, the others are connected, <mode>, <strict>
      Given servers "a, b" over http
      And connecting server "a" fails with the group "<fault>"
      And <mode>
      And <strict>
      When the manager connects its servers
      Then operation 1 returns the servers "b"
      And the manager shows:
        | view   | servers |
        | failed | a       |
      And the manager's errors are:
        | server | error   |
        | a      | <error> |
      When the manager reconnects the failed servers
      Then operation 2 returns the servers "b"
      When the manager reconnects all servers
      Then operation 3 returns the servers "b"

      Examples:
        | mode                                               | strict                                             | fault     | error                     |
        | the manager gives up connecting a server after 10s | the manager gives up cleaning up a server after 9s | cancelled | session: context canceled |
        | the manager gives up connecting a server after 10s | the manager is strict                              | cancelled | session: context canceled |
        | the manager connects its servers in parallel       | the manager is strict                              | cancelled | session: context canceled |
        | the manager connects its servers in parallel       | the manager gives up cleaning up a server after 9s | cancelled | session: context canceled |

    Scenario Outline: passed on, <mode>
      Given servers "a, b, c" over http
      And connecting server "b" fails with the group "cancelled"
      And the manager passes cancellations on
      And <mode>
      When the manager connects its servers
      Then operation 1 fails with "session: context canceled"
      And server "a" received "DELETE" 1 time
      And server "c" received "initialize" <others>
      And server "c" received "DELETE" <others>
      And the manager shows:
        | view   | servers |
        | active |         |

      Examples:
        | mode                                               | others  |
        | the manager gives up connecting a server after 10s | 0 times |
        | the manager connects its servers in parallel       | 1 time  |

    Scenario Outline: passed on when servers are reconnected, <mode>
      Given servers "a, b, c" over http
      And server "b" cannot be started
      And server "c" cannot be started
      And the manager passes cancellations on
      And <mode>
      And the manager has connected its servers
      When server "b" comes up
      And connecting server "c" begins to fail with the group "cancelled"
      And the manager reconnects <which> servers
      Then operation 2 fails with "session: context canceled"
      And server "b" received "DELETE" 1 time
      And the manager shows:
        | view      | servers |
        | connected | <left>  |
        | active    | <left>  |
        | failed    | c       |

      Examples:
        | which      | mode                                               | left |
        | the failed | the manager gives up connecting a server after 10s | a    |
        | the failed | the manager connects its servers in parallel       | a    |
        | all        | the manager gives up connecting a server after 10s |      |
        | all        | the manager connects its servers in parallel       |      |

    Example: of a failure, a fatal one and a cancellation the program hears of the cancellation
      Given servers "a, b, c" over http
      And connecting server "a" fails with the group "HTTP 500"
      And connecting server "b" fails with the fatal error "out of memory"
      And connecting server "c" fails with the group "cancelled"
      And the manager is strict
      And the manager passes cancellations on
      And the manager connects its servers in parallel
      When the manager connects its servers
      Then operation 1 fails with "session: context canceled"
      And the manager shows:
        | view   | servers |
        | failed | a, b, c |

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
