@agents @virtual
Feature: A manager says which servers are there, which failed, and which agents are to use
  What was configured, what is connected, what failed, why, and what an agent may be given are
  five different things. Mixed up, an agent is offered tools of a server that nobody has reached.

  @OAI-16 @OAI-17 @OAI-18 @OAI-20
  Rule: A server that fails is recorded and left out, the others are connected and active in configured order

    @real
    Example: one of three answers with an error, the others in the wrong order
      Given servers "a, b, c" over http
      And server "a" answers "initialize" after 200ms
      And server "b" answers "initialize" with error -32000 "no"
      And the manager connects its servers in parallel
      When the manager connects its servers
      And 1s passes
      Then operation 1 returns the servers "a, c"
      And the manager shows:
        | view       | servers |
        | configured | a, b, c |
        | connected  | a, c    |
        | failed     | b       |
        | active     | a, c    |
      And the manager's errors are:
        | server | error                |
        | b      | MCP error -32000: no |

    @real
    Example: one after the other, the last cannot be started
      Given servers "a, b, c" over stdio
      And server "c" cannot be started
      When the manager connects its servers
      Then operation 1 succeeds
      And the manager shows:
        | view       | servers |
        | configured | a, b, c |
        | connected  | a, b    |
        | failed     | c       |
        | active     | a, b    |

    Example: before anything was tried nothing is active
      Given servers "a, b" over http
      Then the manager shows:
        | view       | servers |
        | configured | a, b    |
        | connected  |         |
        | failed     |         |
        | active     |         |

    Example: all fail, which is no error either, and is forgotten when they are tried again
      Given servers "a, b" over http
      And server "a" cannot be started
      And server "b" cannot be started
      When the manager connects its servers
      Then operation 1 returns the servers ""
      And the manager shows:
        | view   | servers |
        | active |         |
        | failed | a, b    |
      When server "a" comes up
      And server "b" comes up
      And the manager connects its servers
      Then operation 2 returns the servers "a, b"
      And the manager has no errors

    Example: one that is connected later takes its place
      Given servers "a, b, c" over http
      And server "a" cannot be started
      And the manager has connected its servers
      When server "a" comes up
      And the manager reconnects the failed servers
      Then operation 2 returns the servers "a, b, c"

    Scenario Outline: two of three fail, each in its own way, <mode>
      Given servers "a, b, c" over http
      And server "a" cannot be started
      And server "c" answers "initialize" with error -32000 "no"
      And <mode>
      When the manager connects its servers
      And 1s passes
      Then operation 1 returns the servers "b"
      And the manager's errors are:
        | server | error                                                            |
        | a      | Failed to connect to MCP server 'a': Could not reach the server. |
        | c      | MCP error -32000: no                                             |

      Examples:
        | mode                                               |
        | the manager gives up connecting a server after 10s |
        | the manager connects its servers in parallel       |

  @OAI-19
  Rule: A manager that keeps failed servers shows agents all servers that are configured

    Scenario Outline: one of two has failed, <mode>
      Given servers "a, b" over http
      And server "a" cannot be started
      And the manager keeps failed servers active
      And <mode>
      When the manager connects its servers
      Then the manager shows:
        | view      | servers |
        | connected | b       |
        | failed    | a       |
        | active    | a, b    |
      When the manager reconnects the failed servers
      And the manager reconnects all servers
      Then operation 2 returns the servers "a, b"
      And operation 3 returns the servers "a, b"
      When the manager cleans up
      Then the manager shows:
        | view   | servers |
        | active |         |

      Examples:
        | mode                                               |
        | the manager gives up connecting a server after 10s |
        | the manager connects its servers in parallel       |
