@agents @virtual
Feature: A limit expires where the work is done
  Whoever waits for a server must know who gave up on it, and when.

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

    Scenario Outline: a cleanup that takes for ever, <mode>
      Given server "a" over stdio
      And closing the connections of server "a" takes for ever
      And the manager gives up cleaning up a server after 4s
      And <mode>
      And the manager has connected its servers
      When the manager cleans up
      And the clock reaches 3999ms
      Then operation 2 is pending
      When 1s passes
      Then operation 2 ended at 4s
      And the work on server "a" was:
        | owner   | work    | end     |
        | <owner> | connect | ok      |
        | <owner> | cleanup | timeout |

      Examples:
        | mode                                               | owner      |
        | the manager gives up connecting a server after 3s  | program    |
        | the manager connects its servers in parallel       | a/worker-1 |

    Scenario Outline: a server over <kind> that says nothing to its end, and a manager that waits for <limit>
      Given server "a" over <kind>
      And server "a" follows these rules:
        """yaml
        <rules>
        """
      And the manager gives up cleaning up a server after <limit>
      And the manager has connected its servers
      When the manager cleans up
      And <limit> pass
      Then operation 2 ended at <end>
      And the work on server "a" was:
        | owner   | work    | end   |
        | program | connect | ok    |
        | program | cleanup | <how> |
      And the link to "a" has 0 open connections

      Examples:
        | kind | limit | end   | how     | rules                                   |
        | http | 3s    | 3s    | timeout | - {when: {verb: DELETE}, do: [never]  } |
        | http | 6s    | 5s    | ok      | - {when: {verb: DELETE}, do: [never]  } |

    Example: without the manager there is no limit
      Given server "a" over http
      And server "a" never answers "initialize"
      And the manager gives up connecting a server after 1s
      When the program connects server "a"
      And 10s pass
      Then operation 1 fails with "Failed to connect to MCP server 'a': Connection timeout."
      And operation 1 ended at 5s

  @OAI-09
  Rule: Only the limit makes a timeout, any other cancellation stays one

    Example: the program gives up a second before the limit
      Given server "a" over http
      And server "a" never answers "initialize"
      And the manager gives up connecting a server after 3s
      And the manager passes cancellations on
      When the manager connects its servers
      And 2s pass
      And the program gives up operation 1
      And 10s pass
      Then operation 1 was aborted
      And operation 1 ended at 2s
      And the work on server "a" was:
        | owner   | work    | end       |
        | program | connect | cancelled |

    Example: the limit comes first
      Given server "a" over http
      And server "a" never answers "initialize"
      And the manager gives up connecting a server after 3s
      And the manager passes cancellations on
      When the manager connects its servers
      And 4s pass
      And the program gives up operation 1
      Then operation 1 succeeds
      And the work on server "a" was:
        | owner   | work    | end     |
        | program | connect | timeout |

    Example: the program's own deadline is no limit of the manager
      Given server "a" over http
      And server "a" never answers "initialize"
      And the manager gives up connecting a server after 3s
      And the manager passes cancellations on
      When the manager connects its servers
      And 2s pass
      And the deadline of operation 1 passes
      Then operation 1 fails with "context deadline exceeded"
      And operation 1 ended at 2s
      And the manager has no errors
      And the work on server "a" was:
        | owner   | work    | end       |
        | program | connect | cancelled |

    Example: a session that cancels itself has not timed out
      Given server "a" over http
      And connecting server "a" fails with the group "cancelled"
      And the manager passes cancellations on
      When the manager connects its servers
      Then operation 1 fails with "session: context canceled"
      And the work on server "a" was:
        | owner   | work    | end       |
        | program | connect | cancelled |
