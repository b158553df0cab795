@agents @virtual
Feature: A reconnect touches those it is meant for, and each of them once
  Failed is who could not be connected. Who was closed on purpose, was lost or could not
  be closed properly is not; and all are all, whether or not anything is wrong.

  @OAI-25 @OAI-26 @OAI-27
  Rule: Only what has failed to connect is tried again, each once

    Example: one was cleaned up, one was lost, two had failed
      Given servers "a, b, c, d" over stdio
      And server "c" answers "initialize" with error -32000 "no"
      And server "d" answers "initialize" with error -32000 "never"
      And the manager has connected its servers
      When the program cleans up server "a"
      And server "b" exits with code 1
      And the manager reconnects the failed servers
      Then operation 3 returns the servers ""
      And server "a" was started 1 time
      And server "b" was started 1 time
      And server "c" was started 2 times
      And server "d" was started 2 times

    Example: one that could not be closed has not failed
      Given servers "a, b" over http
      And closing the connections of server "a" fails with "busy"
      And the manager has connected its servers
      When the manager cleans up
      And the manager reconnects the failed servers
      Then operation 3 returns the servers ""
      And server "a" received "initialize" 1 time
      And server "b" received "initialize" 1 time

  @OAI-29
  Rule: A reconnect of all is one of all, and what was known about failures is forgotten

    Scenario Outline: nothing is wrong, <mode>
      Given servers "a, b" over http
      And <mode>
      And the manager has connected its servers
      When the counts start anew
      And the manager reconnects all servers
      Then operation 2 returns the servers "a, b"
      And the servers received "DELETE" in this order:
        """
        b DELETE
        a DELETE
        """

      Examples:
        | mode                                               |
        | the manager gives up connecting a server after 10s |
        | the manager connects its servers in parallel       |

    Example: all are disconnected before one is connected again
      Given servers "a, b" over http
      And the manager has connected its servers
      When the counts start anew
      And the manager reconnects all servers
      Then the servers received "initialize, DELETE" in this order:
        """
        b DELETE
        a DELETE
        a initialize
        b initialize
        """

    Example: one that was cleaned up before is connected, too
      Given servers "a, b" over http
      And the manager has connected its servers
      When the program cleans up server "a"
      And the manager reconnects all servers
      Then operation 3 returns the servers "a, b"

    Example: it ends before it reaches one that had failed
      Given servers "a, b" over http
      And server "b" cannot be started
      And the manager is strict
      When the manager connects its servers
      And server "a" goes down
      And the manager reconnects all servers
      Then the manager shows:
        | view   | servers |
        | failed | a       |
      And the manager's errors are:
        | server | error                                                            |
        | a      | Failed to connect to MCP server 'a': Could not reach the server. |

  @OAI-18 @OAI-28 @OAI-30
  Rule: What comes back in parallel is active at its configured place, whoever is first

    Example: the first comes back last
      Given servers "a, b, c, d" over http
      And server "a" cannot be started
      And server "c" cannot be started
      And the manager connects its servers in parallel
      And the manager has connected its servers
      And server "a" answers "initialize" after 1s
      When server "a" comes up
      And server "c" comes up
      And the manager reconnects the failed servers
      And 2s pass
      Then operation 2 returns the servers "a, b, c, d"
      And the manager shows:
        | view   | servers    |
        | active | a, b, c, d |

  @OAI-20 @OAI-31
  Rule: A server that takes too long has failed like any other, and the others are connected

    Scenario Outline: two of three, <mode>
      Given servers "a, b, c" over http
      And server "a" never answers "initialize"
      And server "c" answers "initialize" with error -32000 "no"
      And the manager gives up connecting a server after 2s
      And <mode>
      When the manager connects its servers
      And 3s pass
      Then operation 1 returns the servers "b"
      And the manager shows:
        | view   | servers |
        | failed | a, c    |
      When the manager reconnects the failed servers
      And 3s pass
      Then operation 2 returns the servers "b"

      Examples:
        | mode                                               |
        | the manager gives up cleaning up a server after 9s |
        | the manager connects its servers in parallel       |

  @OAI-19
  Rule: A manager that keeps failed servers shows all of them, also if none could be connected

    Example: both are down
      Given servers "a, b" over http
      And server "a" cannot be started
      And server "b" cannot be started
      And the manager keeps failed servers active
      When the manager connects its servers
      Then operation 1 returns the servers "a, b"
