@agents @virtual
Feature: A strict manager connects all servers or none of those it began with
  A program that needs all its servers wants an error and a clean slate, and not
  half of them. What worked before goes on working.

  @OAI-21
  Rule: Connecting fails with the failure of the server

    @real
    Example: one after the other, connecting ends at the first that fails
      Given servers "a, b, c" over http
      And server "b" answers "initialize" with error -32000 "no"
      And the manager is strict
      When the manager connects its servers
      Then operation 1 fails with "MCP error -32000: no"
      And server "c" received nothing
      And the manager's errors are:
        | server | error                |
        | b      | MCP error -32000: no |

    Scenario Outline: a limit that expires is a failure, <mode>
      Given server "a" over http
      And server "a" never answers "initialize"
      And the manager is strict
      And the manager gives up connecting a server after 2s
      And <mode>
      When the manager connects its servers
      And 2s pass
      Then operation 1 fails with "connect of MCP server 'a' timed out after 2s"
      And operation 1 was caused by "context deadline exceeded"

      Examples:
        | mode                                                |
        | the manager gives up cleaning up a server after 10s |
        | the manager connects its servers in parallel        |

    @real
    Example: in parallel, the first of two in configured order is told
      Given servers "a, b, c" over http
      And server "b" answers "initialize" after 1s
      And server "b" answers "initialize" with error -32000 "no"
      And server "c" answers "initialize" with error -32000 "never"
      And the manager is strict
      And the manager connects its servers in parallel
      When the manager connects its servers
      And 1s passes
      Then operation 1 fails with "MCP error -32000: no"
      And the manager shows:
        | view   | servers |
        | failed | b, c    |

    Scenario Outline: it keeps failed servers active, <mode>
      Given servers "a, b" over http
      And server "a" cannot be started
      And the manager is strict
      And the manager keeps failed servers active
      And <mode>
      When the manager connects its servers
      Then operation 1 fails with "Failed to connect to MCP server 'a': Could not reach the server."

      Examples:
        | mode                                               |
        | the manager gives up connecting a server after 10s |
        | the manager connects its servers in parallel       |

    Scenario Outline: failures are those of the newest attempt, which is to <again>
      Given servers "a, b" over http
      And server "b" cannot be started
      And the manager is strict
      When the manager connects its servers
      And server "a" goes down
      And <again>
      Then operation 2 fails with "Failed to connect to MCP server 'a': Could not reach the server."
      And the manager shows:
        | view   | servers |
        | failed | a       |
      And the manager's errors are:
        | server | error                                                            |
        | a      | Failed to connect to MCP server 'a': Could not reach the server. |

      Examples:
        | again                              |
        | the manager connects its servers   |
        | the manager reconnects all servers |

    Scenario Outline: reconnecting <which> servers fails, too, and keeps those that were connected, <mode>
      Given servers "a, b, c" over http
      And server "b" cannot be started
      And server "c" cannot be started
      And the manager is strict
      And <mode>
      When the manager connects its servers
      And server "b" comes up
      And the manager reconnects <which> servers
      Then operation 2 fails with "Failed to connect to MCP server 'c': Could not reach the server."
      And the manager shows:
        | view      | servers |
        | connected | <left>  |
        | active    | <left>  |
        | failed    | c       |

      Examples:
        | which      | mode                                               | left |
        | the failed | the manager connects its servers in parallel       | b    |
        | all        | the manager gives up connecting a server after 10s | a, b |
        | all        | the manager connects its servers in parallel       | a, b |
