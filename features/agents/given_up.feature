@agents @virtual
Feature: A program that gives up gets an answer at once, and nothing goes on without it
  A person closes the window while servers are connecting. Whatever had begun must
  end; whether the program learns of its own cancellation is its choice.

  @OAI-12
  Rule: A program that gives up hears of it or gets what is active, and the servers have not failed

    Scenario Outline: the program's own cancellation, suppressed, <mode>
      Given servers "a, b" over http
      And server "b" never answers "initialize"
      And <mode>
      When the manager connects its servers
      And the program gives up operation 1
      Then operation 1 returns the servers ""
      And server "a" received "initialize" 1 time
      And server "a" received "DELETE" 1 time
      And the manager has no errors
      And the manager shows:
        | view   | servers |
        | failed |         |

      Examples:
        | mode                                               |
        | the manager gives up connecting a server after 10s |
        | the manager connects its servers in parallel       |
        | the manager is strict                              |

    Scenario Outline: the program gives a reconnect up, <mode>, <policy>
      Given servers "a, b, c" over http
      And server "b" cannot be started
      And server "c" follows these rules:
        """yaml
        - {when: {method: initialize, first: 1}, do: [{status: 500}]}
        - {when: {method: initialize, after: 1}, do: [never]}
        """
      And <mode>
      And <policy>
      And the manager has connected its servers
      When server "b" comes up
      And the manager reconnects the failed servers
      And the program gives up operation 2
      Then operation 2 <end>
      And server "b" received "DELETE" 1 time
      And the manager shows:
        | view      | servers |
        | connected | a       |
        | active    | a       |
        | failed    | c       |

      Examples:
        | mode                                               | policy                                             | end                     |
        | the manager gives up connecting a server after 10s | the manager gives up cleaning up a server after 9s | returns the servers "a" |
        | the manager connects its servers in parallel       | the manager gives up cleaning up a server after 9s | returns the servers "a" |
        | the manager gives up connecting a server after 10s | the manager passes cancellations on                | was aborted             |
        | the manager connects its servers in parallel       | the manager passes cancellations on                | was aborted             |

    Scenario Outline: the program gives up while another operation is under way, <policy>
      Given server "a" over http
      And server "a" answers "initialize" after 4s
      And <policy>
      When the manager connects its servers
      And <second>
      And 1s passes
      And the program gives up operation 2
      Then operation 2 <end>
      And operation 2 ended at 1s
      When 5s pass
      Then operation 1 returns the servers "a"
      And server "a" received "initialize" 1 time

      Examples:
        | policy                                             | second                                | end                    |
        | the manager gives up cleaning up a server after 9s | the manager connects its servers      | returns the servers "" |
        | the manager gives up cleaning up a server after 9s | the manager reconnects all servers    | returns the servers "" |
        | the manager passes cancellations on                | the manager connects its servers      | was aborted            |
        | the manager passes cancellations on                | the manager reconnects all servers    | was aborted            |
        | the manager passes cancellations on                | the program connects server "a"       | fails with "connect of MCP server 'a' was cancelled: the caller gave up" |

    Scenario Outline: the program gives up a cleanup, which goes on, <policy>
      Given servers "a, b" over http
      And server "b" follows these rules:
        """yaml
        - {when: {verb: DELETE}, do: [{delay: 3s}]}
        """
      And <policy>
      And the manager has connected its servers
      When the manager cleans up
      And 1s passes
      And the program gives up operation 2
      And 5s pass
      Then operation 2 <end>
      And server "a" received "DELETE" 1 time
      And server "b" received "DELETE" 1 time
      And nothing is left of the servers "a, b"

      Examples:
        | policy                                             | end         |
        | the manager gives up cleaning up a server after 9s | succeeds    |
        | the manager passes cancellations on                | was aborted |

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

    Scenario Outline: over <transport>, under way
      Given server "a" over <transport> with this script:
        """yaml
        http: {<http>}
        """
      And server "a" answers "initialize" after 2s
      And the manager connects its servers in parallel
      When the manager connects its servers
      And 1s passes
      And the program gives up operation 1
      And 10s pass
      Then operation 1 returns the servers ""
      And nothing is left of the servers "a"

      Examples:
        | transport | http       |
        | sse       | legacy: {} |
        | ws        |            |
