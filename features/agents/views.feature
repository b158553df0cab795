@agents @virtual
Feature: A manager says which servers are there, which failed, and which agents are to use
  One list would not do: what was configured, what is connected, what failed, why,
  and what an agent may be given are five different things. Mixed up, an agent is
  offered tools of a server that nobody has reached.

  @OAI-16 @OAI-17 @OAI-18 @OAI-20
  Rule: A server that fails is recorded and left out, the others are connected and active in configured order

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

  @OAI-19
  Rule: A manager that keeps failed servers shows agents all servers that are configured

    Example: one of two has failed
      Given servers "a, b" over http
      And server "a" cannot be started
      And the manager keeps failed servers active
      When the manager connects its servers
      Then operation 1 returns the servers "a, b"
      And the manager shows:
        | view      | servers |
        | connected | b       |
        | failed    | a       |
        | active    | a, b    |

  @OAI-28
  Rule: A server that comes back leaves the failed ones and is active at its configured place

    Example: the second of three was down
      Given servers "a, b, c" over http
      And server "b" cannot be started
      And the manager has connected its servers
      When server "b" comes up
      And the manager reconnects the failed servers
      Then operation 2 returns the servers "a, b, c"
      And the manager shows:
        | view      | servers |
        | connected | a, b, c |
        | failed    |         |
        | active    | a, b, c |
      And the manager has no errors

  @OAI-36
  Rule: Connecting what is connected opens nothing

    Scenario Outline: connecting twice over <transport>
      Given servers "a, b" over <transport>
      And the manager has connected its servers
      When the manager connects its servers
      Then operation 2 returns the servers "a, b"
      And server "a" received "initialize" 1 time
      And server "b" received "initialize" 1 time

      Examples:
        | transport |
        | stdio     |
        | http      |

    Example: two programs connect at once
      Given server "a" over http
      And server "a" answers "initialize" after 1s
      When the manager connects its servers
      And the manager connects its servers
      And 2s pass
      Then operations 1 to 2 succeed
      And server "a" received "initialize" 1 time

    Example: a program connects one server twice, beside the manager
      Given server "a" over http
      And the manager has connected its servers
      When the program connects server "a"
      And the program connects server "a"
      Then operations 1 to 3 succeed
      And server "a" received "initialize" 1 time
      And server "a" received "DELETE" 0 times
