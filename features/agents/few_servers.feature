@agents @virtual
Feature: What a manager shows does not depend on how many servers it has or how an attempt ended
  A program with one server learns of its failure as one with ten does: from the views.

  @OAI-20
  Rule: The failure of the only server is recorded, and is no error

    Scenario Outline: <mode>
      Given server "a" over http
      And server "a" cannot be started
      And <mode>
      When the manager connects its servers
      Then operation 1 returns the servers ""
      And the manager shows:
        | view   | servers |
        | failed | a       |

      Examples:
        | mode                                               |
        | the manager gives up connecting a server after 10s |
        | the manager connects its servers in parallel       |

  @OAI-20
  Rule: That a server cancelled its connect is recorded like any other failure

    Example: one of two
      Given servers "a, b" over http
      And connecting server "a" fails with the group "cancelled"
      When the manager connects its servers
      Then operation 1 returns the servers "b"
      And the manager's errors are:
        | server | error                     |
        | a      | session: context canceled |

  @OAI-17
  Rule: After an attempt that failed active is who is connected

    Example: a strict attempt, and one that was not tried
      Given servers "a, b, c" over http
      And server "b" cannot be started
      And the manager is strict
      When the manager connects its servers
      Then the manager shows:
        | view      | servers |
        | connected |         |
        | active    |         |

    Example: a strict reconnect of what has failed, while another one is lost
      Given servers "a, b" over http
      And server "b" follows these rules:
        """yaml
        - {when: {method: initialize}, do: [{error: {code: -32000, message: no}}]}
        """
      And the manager has connected its servers
      When the program cleans up server "a"
      And the manager reconnects the failed servers
      Then the manager shows:
        | view      | servers |
        | connected |         |
        | active    |         |

  @OAI-26
  Rule: A failed server is tried once for each reconnect, whatever its failure is

    Scenario Outline: <failure>, <mode>
      Given servers "a, b" over http
      And server "a" <failure>
      And the manager gives up connecting a server after 2s
      And <mode>
      When the manager connects its servers
      And 10s pass
      And the counts start anew
      And the manager reconnects the failed servers
      And 1h passes
      Then server "a" received "initialize" 1 time
      And server "b" received "initialize" 0 times

      Examples:
        | failure                                     | mode                                               |
        | never answers "initialize"                  | the manager gives up cleaning up a server after 9s |
        | never answers "initialize"                  | the manager connects its servers in parallel       |
        | answers "initialize" with error -32000 "no" | the manager connects its servers in parallel       |

    Example: a strict manager
      Given servers "a, b" over http
      And server "a" answers "initialize" with error -32000 "no"
      And the manager is strict
      When the manager connects its servers
      And the counts start anew
      And the manager reconnects the failed servers
      And 1h passes
      Then operation 2 fails with a text that begins with "MCP"
      And server "a" received "initialize" 1 time

  @OAI-47
  Rule: A redirect that is not followed is no reason for a session of its own

    Scenario Outline: HTTP <code>
      Given server "docs" over http
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/call}, do: [{status: {code: <code>, body: elsewhere}}]}
        """
      And requests to server "docs" are retried 2 times
      And the manager has connected its servers
      When the program sends "tools/call" to server "docs"
      And 1h passes
      Then requests to server "docs" took 3 shared and 0 isolated tries

      Examples:
        | code |
        | 301  |
        | 304  |

  @OAI-23
  Rule: A strict attempt that fails leaves active what was active before, also where failed servers are kept

    Scenario Outline: <mode>
      Given servers "a, b" over http
      And the manager keeps failed servers active
      And the manager is strict
      And <mode>
      And the manager has connected its servers
      When the program cleans up server "b"
      And server "b" goes down
      And the manager connects its servers
      Then operation 3 fails with a text that begins with "Failed to connect to MCP server 'b'"
      And the manager shows:
        | view      | servers |
        | connected | a       |
        | active    | a, b    |

      Examples:
        | mode                                               |
        | the manager gives up connecting a server after 10s |
        | the manager connects its servers in parallel       |
