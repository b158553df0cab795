@agents @virtual
Feature: Limits hold for what is undone, tried again and left behind
  A limit that holds for the first connect alone is none: most of what hangs is tried for
  the second time, or is on its way out.

  @OAI-08
  Rule: What is undone and what is tried again has the limits of everything else

    Scenario Outline: what a strict attempt has begun cannot be closed, <mode>
      Given servers "a, b" over stdio
      And closing the connections of server "a" takes for ever
      And server "b" cannot be started
      And the manager is strict
      And the manager gives up cleaning up a server after 4s
      And <mode>
      When the manager connects its servers
      And 1h passes
      Then operation 1 ended at 4s
      And the work on server "a" was:
        | owner   | work    | end     |
        | <owner> | connect | ok      |
        | <owner> | cleanup | timeout |

      Examples:
        | mode                                               | owner      |
        | the manager gives up connecting a server after 10s | program    |
        | the manager connects its servers in parallel       | a/worker-1 |

    Scenario Outline: a server that had failed never answers, <mode>
      Given server "a" over stdio
      And server "a" follows these rules:
        """yaml
        - {when: {method: initialize, first: 1}, do: [{error: {code: -32000, message: no}}]}
        - {when: {method: initialize, after: 1}, do: [never]}
        """
      And the manager gives up connecting a server after 3s
      And <mode>
      And the manager has connected its servers
      When the manager reconnects the failed servers
      And 1h passes
      Then operation 2 ended at 3s
      And the manager's errors are:
        | server | error                                        |
        | a      | connect of MCP server 'a' timed out after 3s |

      Examples:
        | mode                                               |
        | the manager gives up cleaning up a server after 9s |
        | the manager connects its servers in parallel       |

    Example: what is left of a lost connection cannot be closed
      Given server "a" over stdio
      And closing the connections of server "a" takes for ever
      And the manager gives up cleaning up a server after 4s
      And the manager gives up connecting a server after 3s
      And the manager has connected its servers
      When server "a" exits with code 1
      And the manager connects its servers
      And 1h passes
      Then operation 2 ended at 3s
      And operation 2 returns the servers "a"

  @OAI-09
  Rule: In parallel, over every transport and in a cleanup, too, only the limit makes a timeout

    Scenario Outline: in parallel over <transport>, <end>
      Given server "a" over <transport>
      And server "a" never answers "initialize"
      And the manager gives up connecting a server after 3s
      And the manager passes cancellations on
      And the manager connects its servers in parallel
      When the manager connects its servers
      And 2s pass
      And <end>
      And 10s pass
      Then operation 1 <how>
      And the manager has no errors
      And the work on server "a" was:
        | owner      | work    | end       |
        | a/worker-1 | connect | cancelled |

      Examples:
        | transport | end                                | how                                    |
        | http      | the program gives up operation 1   | was aborted                            |
        | stdio     | the program gives up operation 1   | was aborted                            |
        | stdio     | the deadline of operation 1 passes | fails with "context deadline exceeded" |
        | ws        | the program gives up operation 1   | was aborted                            |

    Scenario Outline: a session over <transport> that cancels itself, <mode>
      Given server "a" over <transport>
      And connecting server "a" fails with the group "cancelled"
      And <mode>
      When the manager connects its servers
      Then the manager's errors are:
        | server | error                     |
        | a      | session: context canceled |
      And the work on server "a" was:
        | owner   | work    | end       |
        | <owner> | connect | cancelled |

      Examples:
        | transport | mode                                               | owner      |
        | stdio     | the manager gives up connecting a server after 10s | program    |
        | ws        | the manager gives up connecting a server after 10s | program    |
        | stdio     | the manager connects its servers in parallel       | a/worker-1 |

    Example: a session that cancels its own end
      Given server "a" over http
      And closing the connections of server "a" fails with "cancelled"
      And the manager has connected its servers
      When the manager cleans up
      Then operation 2 succeeds
      And the manager's errors are:
        | server | error                                                 |
        | a      | cleaning up MCP server 'a': session: context canceled |
      And the work on server "a" was:
        | owner   | work    | end       |
        | program | connect | ok        |
        | program | cleanup | cancelled |

  @OAI-04 @OAI-06
  Rule: One after the other, the program itself connects what had failed, and closes it

    Example: one of two had failed
      Given servers "a, b" over http
      And server "b" cannot be started
      And the manager has connected its servers
      When server "b" comes up
      And the manager reconnects the failed servers
      And the manager cleans up
      Then the connections were owned as follows:
        | server | connection | opened by | closed by |
        | a      | 1          | program   | program   |
        | b      | 2          | program   | program   |
