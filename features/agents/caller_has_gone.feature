@agents @virtual
Feature: A caller who has gone changes neither who cleans up nor in which order
  A program that is told to stop cleans up with a context that has ended already. That is
  no reason to let another close what its owner has opened, or to wait for ever.

  @OAI-04 @OAI-07 @OAI-10
  Rule: A cleanup whose caller has gone is done by the owners, in reverse configured order

    Scenario Outline: <mode>
      Given servers "a, b, c" over http
      And <mode>
      And the manager has connected its servers
      And the program has given up its next operation
      When the manager cleans up
      And 10s pass
      Then the servers received "DELETE" in this order:
        """
        c DELETE
        b DELETE
        a DELETE
        """
      And the connections were owned as follows:
        | server | connection | opened by | closed by |
        | a      | 1          | <a>       | <a>       |
        | b      | 1          | <b>       | <b>       |
        | c      | 1          | <c>       | <c>       |

      Examples:
        | mode                                               | a          | b          | c          |
        | the manager gives up connecting a server after 10s | program    | program    | program    |
        | the manager connects its servers in parallel       | a/worker-1 | b/worker-1 | c/worker-1 |

  @OAI-08
  Rule: A cleanup has its limit, whether or not its caller has gone

    Scenario Outline: it takes for ever, <mode>
      Given server "a" over stdio
      And closing the connections of server "a" takes for ever
      And the manager gives up cleaning up a server after 4s
      And <mode>
      And the manager has connected its servers
      And the program has given up its next operation
      When the manager cleans up
      And 1h passes
      Then operation 2 ended at 4s
      And the work on server "a" was:
        | owner   | work    | end     |
        | <owner> | connect | ok      |
        | <owner> | cleanup | timeout |

      Examples:
        | mode                                               | owner      |
        | the manager gives up connecting a server after 10s | program    |
        | the manager connects its servers in parallel       | a/worker-1 |

  @OAI-24
  Rule: What was connected before a strict attempt stays so when the attempt is given up

    Scenario Outline: <mode>, <policy>
      Given servers "a, b, c" over http
      And server "c" follows these rules:
        """yaml
        - {when: {method: initialize, after: 1}, do: [never]}
        """
      And the manager is strict
      And <mode>
      And <policy>
      And the manager has connected its servers
      When the program cleans up server "b"
      And the program cleans up server "c"
      And the manager connects its servers
      And the program gives up operation 4
      Then server "a" received "DELETE" 0 times
      And the manager shows:
        | view      | servers |
        | connected | a       |
        | active    | a       |

      Examples:
        | mode                                               | policy                                             |
        | the manager gives up connecting a server after 10s | the manager gives up cleaning up a server after 9s |
        | the manager connects its servers in parallel       | the manager gives up cleaning up a server after 9s |
        | the manager gives up connecting a server after 10s | the manager passes cancellations on                |
        | the manager connects its servers in parallel       | the manager passes cancellations on                |

  @OAI-33
  Rule: What parallel connects have begun is closed, whether the program gives up or its deadline passes, and in a reconnect

    Scenario Outline: <end>, <policy>
      Given servers "a, b" over http
      And server "b" never answers "initialize"
      And the manager connects its servers in parallel
      And <policy>
      When the manager connects its servers
      And 1s passes
      And <end>
      Then server "a" received "DELETE" 1 time
      And nothing is left of the servers "a, b"

      Examples:
        | end                                | policy                                             |
        | the deadline of operation 1 passes | the manager gives up cleaning up a server after 9s |
        | the deadline of operation 1 passes | the manager passes cancellations on                |
        | the program gives up operation 1   | the manager keeps failed servers active            |

    Scenario Outline: <which> servers are reconnected, <end>
      Given servers "a, b" over http
      And server "a" cannot be started
      And server "b" follows these rules:
        """yaml
        - {when: {method: initialize, first: 1}, do: [{status: 500}]}
        - {when: {method: initialize, after: 1}, do: [never]}
        """
      And the manager connects its servers in parallel
      And the manager has connected its servers
      When server "a" comes up
      And the manager reconnects <which> servers
      And 1s passes
      And <end>
      Then server "a" received "DELETE" 1 time
      And nothing is left of the servers "a, b"

      Examples:
        | which      | end                                |
        | the failed | the program gives up operation 2   |
        | all        | the program gives up operation 2   |
        | the failed | the deadline of operation 2 passes |

  @OAI-13
  Rule: A cleanup that fails fatally is told also to a caller who has gone

    Scenario Outline: <policy>, <mode>
      Given servers "a, b" over http
      And closing the connections of server "a" fails with the fatal error "disk full"
      And server "b" never answers "initialize"
      And <policy>
      And <mode>
      When the manager connects its servers
      And 1s passes
      And the program gives up operation 1
      Then operation 1 fails with a text that ends with "disk full"
      And server "a" received "DELETE" 1 time

      Examples:
        | policy                                             | mode                                               |
        | the manager gives up cleaning up a server after 9s | the manager gives up connecting a server after 10s |
        | the manager gives up cleaning up a server after 9s | the manager connects its servers in parallel       |
        | the manager passes cancellations on                | the manager connects its servers in parallel       |
