@agents @virtual
Feature: Whoever opens a connection closes it
  Some transports break when they are closed by another task than the one that
  opened them. So each server has one owner from connect to cleanup: the program
  itself, or a worker that does nothing else. Who it was can be read from the
  trace.

  @OAI-01 @OAI-04 @OAI-05 @OAI-06
  Rule: One after the other, the program itself opens and closes every connection, in configured order and back

    Scenario Outline: three servers over <transport>, <limit> as limit
      Given servers "a, b, c" over <transport>
      And the manager gives up connecting a server after <limit>
      And the manager gives up cleaning up a server after <limit>
      And the manager has connected its servers
      When the manager cleans up
      And 10s pass
      Then the connections were owned as follows:
        | server | connection | opened by | closed by |
        | a      | 1          | program   | program   |
        | b      | 1          | program   | program   |
        | c      | 1          | program   | program   |
      And the servers received "initialize" in this order:
        """
        a initialize
        b initialize
        c initialize
        """
      And no timer is pending

      Examples:
        | transport | limit |
        | stdio     | 10s   |
        | http      | 10s   |
        | http      | 0s    |

    Example: requests do not close what they use
      Given server "a" over http
      And server "a" answers "tools/call" with error -32000 "no"
      And the manager has connected its servers
      When the program sends "tools/call" to server "a"
      And the program sends "tools/list" to server "a"
      Then operation 3 succeeds
      And the program sees the newest session of server "a"
      And server "a" received "DELETE" 0 times

  @OAI-05 @OAI-07
  Rule: In parallel, one worker per server opens its connection and closes it later

    Scenario Outline: three servers over <transport>, <limit> as limit
      Given servers "a, b, c" over <transport>
      And the manager connects its servers in parallel
      And the manager gives up connecting a server after <limit>
      And the manager gives up cleaning up a server after <limit>
      When the manager connects its servers
      Then the manager shows:
        | view    | servers |
        | workers | a, b, c |
      When 1h passes
      And the manager cleans up
      And 10s pass
      Then the connections were owned as follows:
        | server | connection | opened by  | closed by  |
        | a      | 1          | a/worker-1 | a/worker-1 |
        | b      | 1          | b/worker-1 | b/worker-1 |
        | c      | 1          | c/worker-1 | c/worker-1 |
      And the manager shows:
        | view    | servers |
        | workers |         |

      Examples:
        | transport | limit |
        | stdio     | 10s   |
        | http      | 10s   |
        | http      | 0s    |

  @OAI-08
  Rule: The limit of a connect expires with its owner, who says so

    Scenario Outline: a server that never answers, <mode>
      Given server "a" over http
      And server "a" never answers "initialize"
      And the manager gives up connecting a server after 3s
      And <mode>
      When the manager connects its servers
      And the clock reaches 2999ms
      Then operation 1 is pending
      When the clock reaches 3001ms
      Then operation 1 ended at 3s
      And the work on server "a" was:
        | owner   | work    | end     |
        | <owner> | connect | timeout |
      And the manager's errors are:
        | server | error                                        |
        | a      | connect of MCP server 'a' timed out after 3s |

      Examples:
        | mode                                               | owner      |
        | the manager gives up cleaning up a server after 3s | program    |
        | the manager connects its servers in parallel       | a/worker-1 |

    Example: a cleanup that takes for ever
      Given server "a" over stdio
      And closing the connections of server "a" takes for ever
      And the manager gives up cleaning up a server after 4s
      And the manager connects its servers in parallel
      And the manager has connected its servers
      When the manager cleans up
      And 4s pass
      Then the work on server "a" was:
        | owner      | work    | end     |
        | a/worker-1 | connect | ok      |
        | a/worker-1 | cleanup | timeout |
