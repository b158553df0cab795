@agents @virtual
Feature: Limits and views know no first time, and names are no servers
  What is bounded at the first connect is bounded at the second, and two servers of one
  name are two.

  @OAI-08
  Rule: The cleanup of a later connection has the limit of the first one

    Scenario Outline: <mode>
      Given server "a" over stdio
      And closing the connections of server "a" takes for ever
      And the manager gives up cleaning up a server after 4s
      And <mode>
      And the manager has connected its servers
      When the manager cleans up
      And 10s pass
      And the manager connects its servers
      And the manager cleans up
      And 1h passes
      Then operation 4 ended at 14s
      And the work on server "a" was:
        | owner    | work    | end     |
        | <first>  | connect | ok      |
        | <first>  | cleanup | timeout |
        | <second> | connect | ok      |
        | <second> | cleanup | timeout |

      Examples:
        | mode                                               | first      | second     |
        | the manager gives up connecting a server after 10s | program    | program    |
        | the manager connects its servers in parallel       | a/worker-1 | a/worker-2 |

  @OAI-19
  Rule: A manager that keeps failed servers keeps those that took too long and those of one name

    Scenario Outline: one never answers, <mode>
      Given servers "a, b" over http
      And server "a" never answers "initialize"
      And the manager keeps failed servers active
      And the manager gives up connecting a server after 3s
      And <mode>
      When the manager connects its servers
      And 10s pass
      Then operation 1 returns the servers "a, b"
      When the manager reconnects the failed servers
      And 10s pass
      Then operation 2 returns the servers "a, b"

      Examples:
        | mode                                               |
        | the manager gives up cleaning up a server after 9s |
        | the manager connects its servers in parallel       |

    Example: two servers are called alike
      Given servers "a, b" over http
      And server "b" is defined with url "http://a.test/mcp"
      And server "a" is configured without a name
      And server "b" is configured without a name
      And the manager keeps failed servers active
      When the manager connects its servers
      Then the manager shows:
        | view       | servers                                                                  |
        | configured | streamable_http: http://a.test/mcp, streamable_http: http://a.test/mcp |
        | active     | streamable_http: http://a.test/mcp, streamable_http: http://a.test/mcp |

  @OAI-15
  Rule: After a cleanup no worker is seen, also if its caller had gone or the others run on

    Scenario Outline: <what>
      Given servers "a, b" over http
      And the manager connects its servers in parallel
      And <before>
      And the manager has connected its servers
      And <then>
      When the manager cleans up
      And 1m passes
      Then the manager shows:
        | view    | servers |
        | workers |         |
      When the manager connects its servers
      And 1m passes
      Then the manager shows:
        | view      | servers |
        | connected | a, b    |
        | workers   | a, b    |

      Examples:
        | what                                | before                                            | then                                       |
        | an ordinary one                     | the manager gives up cleaning up a server after 9s | the manager has connected its servers      |
        | its caller had gone                 | the manager gives up cleaning up a server after 9s | the program has given up its next operation |
        | closing fails                       | closing the connections of server "b" fails with "busy" | the manager has connected its servers |
