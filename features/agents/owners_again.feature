@agents @virtual
Feature: The owner is the same for what is undone and for what is done again
  An attempt that is undone, a reconnect and a connection that was lost are closed by
  whoever opened them, within the same limits.

  @OAI-04 @OAI-06
  Rule: One after the other, the program closes what it has opened, in a reconnect and in a strict attempt, too

    Example: all are reconnected
      Given servers "a, b" over http
      And the manager has connected its servers
      When the manager reconnects all servers
      Then the connections were owned as follows:
        | server | connection | opened by | closed by |
        | a      | 1          | program   | program   |
        | a      | 2          | program   |           |
        | b      | 1          | program   | program   |
        | b      | 2          | program   |           |

    Example: a strict attempt is undone
      Given servers "a, b" over http
      And server "b" answers "initialize" with error -32000 "no"
      And the manager is strict
      When the manager connects its servers
      Then the connections were owned as follows:
        | server | connection | opened by | closed by |
        | a      | 1          | program   | program   |

  @OAI-04 @OAI-07 @OAI-24
  Rule: In parallel, a strict attempt that fails is undone by its workers, and the workers of what was connected before stay

    Example: of three servers one stayed, one is connected again, one is down
      Given servers "a, b, c" over http
      And the manager is strict
      And the manager connects its servers in parallel
      And the manager has connected its servers
      When the program cleans up server "b"
      And the program cleans up server "c"
      And server "c" goes down
      And the manager connects its servers
      Then the manager shows:
        | view    | servers |
        | workers | a       |
      When the manager cleans up
      Then the connections were owned as follows:
        | server | connection | opened by  | closed by  |
        | a      | 1          | a/worker-1 | a/worker-1 |
        | b      | 1          | b/worker-1 | program    |
        | b      | 2          | b/worker-1 | b/worker-1 |
        | c      | 1          | c/worker-1 | program    |

    Example: a connection that was lost is closed by the worker that has opened it
      Given servers "a, b" over stdio
      And the manager connects its servers in parallel
      And the manager has connected its servers
      When server "b" exits with code 1
      And the manager cleans up
      Then the connections were owned as follows:
        | server | connection | opened by  | closed by  |
        | a      | 1          | a/worker-1 | a/worker-1 |
        | b      | 1          | b/worker-1 | b/worker-1 |

  @OAI-08
  Rule: Every connect and every cleanup has its limit, not only the first

    Scenario Outline: the second connect is never answered, <mode>
      Given server "a" over http
      And server "a" follows these rules:
        """yaml
        - {when: {method: initialize, after: 1}, do: [never]}
        """
      And the manager gives up connecting a server after 3s
      And <mode>
      And the manager has connected its servers
      When the manager reconnects all servers
      And 10s pass
      Then operation 2 ended at 3s
      And the manager's errors are:
        | server | error                                        |
        | a      | connect of MCP server 'a' timed out after 3s |

      Examples:
        | mode                                               |
        | the manager gives up cleaning up a server after 9s |
        | the manager connects its servers in parallel       |

    Scenario Outline: the cleanup before a reconnect takes for ever, <mode>
      Given server "a" over stdio
      And closing the connections of server "a" takes for ever
      And the manager gives up cleaning up a server after 4s
      And <mode>
      And the manager has connected its servers
      When the manager reconnects all servers
      And 1h passes
      Then operation 2 ended at 4s
      And the work on server "a" was:
        | owner    | work    | end     |
        | <first>  | connect | ok      |
        | <first>  | cleanup | timeout |
        | <second> | connect | ok      |

      Examples:
        | mode                                              | first      | second     |
        | the manager gives up connecting a server after 9s | program    | program    |
        | the manager connects its servers in parallel      | a/worker-1 | a/worker-2 |

  @OAI-76
  Rule: Requests have owners of their own over every connection, and what is left of a lost one is closed by who connects

    Example: one request before a loss and one after it
      Given server "docs" over stdio
      And the manager has connected its servers
      When the program sends "tools/list" to server "docs"
      And server "docs" exits with code 1
      And the manager connects its servers
      And 10s pass
      And the program sends "tools/list" to server "docs"
      Then the work on server "docs" was:
        | owner          | work       | end |
        | program        | connect    | ok  |
        | docs/request-1 | tools/list | ok  |
        | program        | connect    | ok  |
        | docs/request-2 | tools/list | ok  |
      And the connections were owned as follows:
        | server | connection | opened by | closed by |
        | docs   | 1          | program   | program   |
        | docs   | 2          | program   |           |

  @OAI-08
  Rule: The end of an isolated session has the limit of a cleanup

    Example: the server does not answer to its end
      Given server "docs" over http
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/call, first: 1}, do: [{status: 503}]}
        - {when: {verb: DELETE}, do: [never]}
        """
      And requests to server "docs" are retried 1 time
      And the manager gives up cleaning up a server after 3s
      And the manager has connected its servers
      When the program sends "tools/call" to server "docs"
      And 10s pass
      Then operation 2 succeeds
      And operation 2 ended at 3s
