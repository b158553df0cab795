@agents @virtual
Feature: A cleanup that fails is the same over every transport and in every mode
  Processes, too, cannot always be closed, and a strict manager closes like any other.

  @OAI-11 @OAI-16
  Rule: A cleanup that fails stops no other and is an error, in a strict manager, too

    Scenario Outline: two of three over <transport>, <mode>
      Given servers "a, b, c" over <transport>
      And closing the connections of server "b" takes for ever
      And closing the connections of server "c" fails with "busy"
      And the manager is strict
      And <mode>
      And the manager has connected its servers
      When the manager cleans up
      And 30s pass
      Then operation 2 succeeds
      And the manager's errors are:
        | server | error                                         |
        | b      | cleanup of MCP server 'b' timed out after 10s |
        | c      | cleaning up MCP server 'c': busy              |
      And the manager shows:
        | view      | servers |
        | connected |         |
        | failed    |         |
        | workers   |         |
      And nothing is left of the servers "a"

      Examples:
        | transport | mode                                               |
        | http      | the manager gives up connecting a server after 10s |
        | stdio     | the manager gives up connecting a server after 10s |
        | stdio     | the manager connects its servers in parallel       |

  @OAI-17
  Rule: After a cleanup no server is active, not even one that could not be closed

    Scenario Outline: one of two could not, <mode>
      Given servers "a, b" over http
      And closing the connections of server "b" <fails>
      And <mode>
      And the manager has connected its servers
      When the manager cleans up
      And 30s pass
      Then the manager shows:
        | view   | servers |
        | active |         |

      Examples:
        | fails                                  | mode                                               |
        | fails with "busy"                      | the manager gives up connecting a server after 10s |
        | fails with "busy"                      | the manager connects its servers in parallel       |
        | takes for ever                         | the manager gives up connecting a server after 9s  |
        | fails with the fatal error "disk full" | the manager gives up connecting a server after 10s |
        | fails with the fatal error "disk full" | the manager connects its servers in parallel       |

    Example: a full reconnect that could not close one
      Given servers "a, b" over http
      And closing the connections of server "b" fails with the fatal error "disk full"
      And the manager has connected its servers
      When the manager reconnects all servers
      Then operation 2 fails with "disk full"
      And the manager shows:
        | view      | servers |
        | connected |         |
        | active    |         |

  @OAI-13 @OAI-16
  Rule: A fatal failure of a process is told as it is, and is the error of its server

    Scenario Outline: its cleanup over <transport>, <mode>
      Given servers "a, b" over <transport>
      And closing the connections of server "b" fails with the fatal error "disk full"
      And <mode>
      And the manager has connected its servers
      When the manager cleans up
      And 30s pass
      Then operation 2 fails with "disk full"
      And the manager's errors are:
        | server | error     |
        | b      | disk full |

      Examples:
        | transport | mode                                         |
        | stdio     | the manager is strict                        |
        | stdio     | the manager connects its servers in parallel |
        | ws        | the manager is strict                        |

    Example: its connect
      Given servers "a, b" over stdio
      And connecting server "b" fails with the fatal error "out of memory"
      When the manager connects its servers
      And 30s pass
      Then operation 1 fails with "out of memory"
      And the manager's errors are:
        | server | error         |
        | b      | out of memory |

  @OAI-14 @OAI-15
  Rule: After a cleanup that failed a server over any transport is not connected, and can be

    Scenario Outline: over <transport>, closing <fails>
      Given server "a" over <transport> with this script:
        """yaml
        http: {<http>}
        """
      And closing the connections of server "a" <fails>
      And the manager has connected its servers
      When the manager cleans up
      And 30s pass
      And the program sends "tools/call" to server "a"
      Then the program sees no session of server "a"
      And operation 3 fails with "Server not initialized. Make sure you call `connect()` first."
      When the manager connects its servers
      And the program sends "tools/call" to server "a"
      Then operation 4 returns the servers "a"
      And operation 5 succeeds

      Examples:
        | transport | fails             | http       |
        | stdio     | fails with "busy" |            |
        | stdio     | takes for ever    |            |
        | sse       | fails with "busy" | legacy: {} |
        | ws        | fails with "busy" |            |

  @OAI-35
  Rule: Cleaning up again does nothing over any transport, after a loss and after a connect that failed

    Scenario Outline: over <transport>, <before>
      Given server "a" over <transport> with this script:
        """yaml
        http: {<http>}
        """
      And the manager connects its servers in parallel
      And the manager has connected its servers
      When <before>
      And the manager cleans up
      And the manager cleans up
      And the program cleans up server "a"
      And 30s pass
      Then operations 2 to 4 succeed
      And the manager has no errors
      And nothing is left of the servers "a"

      Examples:
        | transport | before                       | http       |
        | stdio     | 1s passes                    |            |
        | stdio     | server "a" exits with code 1 |            |
        | sse       | 1s passes                    | legacy: {} |
        | ws        | 1s passes                    |            |
