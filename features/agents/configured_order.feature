@agents @virtual
Feature: Configured order is the order of the configuration, not that of names
  Whoever wrote the list meant its order. Servers that are called c, a and b are tried,
  shown and closed as c, a and b, whatever a sorted list would be.

  @OAI-16 @OAI-18 @OAI-30 @OAI-31 @OAI-32
  Rule: Every view has the configured order, whatever the servers are called

    Scenario Outline: two of four fail, <mode>
      Given servers "c, d, b, a" over http
      And server "d" answers "initialize" with error -32000 "no"
      And server "a" answers "initialize" with error -32000 "never"
      And <mode>
      When the manager connects its servers
      Then operation 1 returns the servers "c, b"
      And the manager shows:
        | view       | servers    |
        | configured | c, d, b, a |
        | connected  | c, b       |
        | failed     | d, a       |
        | active     | c, b       |
        | workers    | <workers>  |

      Examples:
        | mode                                               | workers |
        | the manager gives up connecting a server after 10s |         |
        | the manager connects its servers in parallel       | c, b    |

  @OAI-18 @OAI-28 @OAI-30
  Rule: What is connected later takes its place, also when all are connected again

    Scenario Outline: the second of three was down, <mode>
      Given servers "c, b, a" over http
      And server "b" cannot be started
      And <mode>
      And the manager has connected its servers
      When server "b" comes up
      And the manager connects its servers
      Then operation 2 returns the servers "c, b, a"
      And the manager shows:
        | view   | servers |
        | active | c, b, a |

      Examples:
        | mode                                               |
        | the manager gives up connecting a server after 10s |
        | the manager connects its servers in parallel       |

  @OAI-06 @OAI-10 @OAI-29
  Rule: Servers are connected in configured order and cleaned up in the reverse one

    Example: connected, all reconnected, cleaned up
      Given servers "c, a, b" over http
      And the manager has connected its servers
      When the manager reconnects all servers
      And the manager cleans up
      Then the servers received "initialize, DELETE" in this order:
        """
        c initialize
        a initialize
        b initialize
        b DELETE
        a DELETE
        c DELETE
        c initialize
        a initialize
        b initialize
        b DELETE
        a DELETE
        c DELETE
        """

  @OAI-21 @OAI-22
  Rule: A strict attempt fails with the first failure in configured order, and is undone in the reverse order

    Scenario Outline: two of four fail, <mode>
      Given servers "d, b, c, a" over http
      And server "c" answers "initialize" with error -32000 "no"
      And server "a" cannot be started
      And the manager is strict
      And <mode>
      When the manager connects its servers
      Then operation 1 fails with "MCP error -32000: no"
      And the servers received "DELETE" in this order:
        """
        b DELETE
        d DELETE
        """

      Examples:
        | mode                                               |
        | the manager gives up connecting a server after 10s |
        | the manager connects its servers in parallel       |

  @OAI-25 @OAI-26 @OAI-28
  Rule: Failed servers are tried in configured order, and those that fail again have failed

    Example: three of four had failed, and one comes back
      Given servers "d, c, b, a" over http
      And server "c" answers "initialize" with error -32000 "no"
      And server "a" answers "initialize" with error -32000 "never"
      And server "b" follows these rules:
        """yaml
        - {when: {method: initialize, first: 1}, do: [{error: {code: -32000, message: later}}]}
        """
      And the manager has connected its servers
      When the counts start anew
      And the manager reconnects the failed servers
      Then the servers received "initialize" in this order:
        """
        c initialize
        b initialize
        a initialize
        """
      And operation 2 returns the servers "d, b"
      And the manager shows:
        | view   | servers |
        | failed | c, a    |

  @OAI-20
  Rule: However many fail before it, the next server is tried

    Example: three fail, one after the other
      Given servers "a, b, c, d" over http
      And server "a" cannot be started
      And server "b" answers "initialize" with error -32000 "no"
      And server "c" cannot be started
      When the manager connects its servers
      Then operation 1 returns the servers "d"
      And the manager shows:
        | view   | servers |
        | failed | a, b, c |
      And the manager's errors are:
        | server | error                                                            |
        | a      | Failed to connect to MCP server 'a': Could not reach the server. |
        | b      | MCP error -32000: no                                             |
        | c      | Failed to connect to MCP server 'c': Could not reach the server. |
