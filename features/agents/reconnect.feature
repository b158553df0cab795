@agents @virtual
Feature: A program reconnects what failed, or everything
  Nothing reconnects by itself. A program that tries the failed servers again must
  not pay for that with the healthy ones, and a program that starts over must not
  have two connections to one server.

  @OAI-25 @OAI-27 @real
  Rule: Reconnecting the failed servers leaves the others alone

    Scenario Outline: two of four had failed, <mode>
      Given servers "a, b, c, d" over http
      And server "b" cannot be started
      And server "d" cannot be started
      And <mode>
      And the manager has connected its servers
      When server "d" comes up
      And the counts start anew
      And the manager reconnects the failed servers
      Then operation 2 returns the servers "a, c, d"
      And server "d" received "initialize" 1 time
      And the servers received "initialize, DELETE" in this order:
        """
        d initialize
        """
      And the manager's errors are:
        | server | error                                                            |
        | b      | Failed to connect to MCP server 'b': Could not reach the server. |

      Examples:
        | mode                                               |
        | the manager gives up connecting a server after 10s |
        | the manager connects its servers in parallel       |

    Example: a healthy server keeps its session and its list
      Given servers "a, b" over http
      And server "a" caches its tools
      And server "b" cannot be started
      And the manager has connected its servers
      When the program sends "tools/list" to server "a"
      And server "b" comes up
      And the manager reconnects the failed servers
      And the program sends "tools/list" to server "a"
      Then operations 2 to 4 succeed
      And server "a" received "initialize" 1 time
      And server "a" received "tools/list" 1 time
      And the program sees the newest session of server "a"

    @virtual
    Example: a reconnect that is given up leaves healthy servers connected
      Given servers "a, b" over http
      And server "b" cannot be started
      And server "b" never answers "initialize"
      And the manager has connected its servers
      When server "b" comes up
      And the manager reconnects the failed servers
      And 1s passes
      And the program gives up operation 2
      Then the manager shows:
        | view      | servers |
        | connected | a       |
      And server "a" received "DELETE" 0 times

  @OAI-26 @real
  Rule: A failed server is tried once for each time that is asked

    Scenario Outline: three times, with a server that is configured twice, <mode>
      Given server "a" over http
      And <mode>
      And server "a" is configured twice
      And server "a" follows these rules:
        """yaml
        - {when: {method: initialize}, do: [{error: {code: -32000, message: "no"}}]}
        """
      When the manager connects its servers
      Then server "a" received "initialize" 1 time
      When the manager reconnects the failed servers
      Then server "a" received "initialize" 2 times
      When the manager reconnects the failed servers
      Then server "a" received "initialize" 3 times
      And the manager shows:
        | view       | servers |
        | configured | a       |
        | failed     | a       |

      Examples:
        | mode                                               |
        | the manager gives up connecting a server after 10s |
        | the manager connects its servers in parallel       |

  @OAI-29
  Rule: Reconnecting all servers closes all of them before it connects the first

    Background:
      Given servers "a, b, c" over http
      And server "b" cannot be started

    Scenario Outline: three servers, one of which had failed, <mode>
      Given <mode>
      And the manager has connected its servers
      And the link to "b" has latency 10ms
      And the link to "c" has latency 20ms
      When server "b" comes up
      And the counts start anew
      And the manager reconnects all servers
      And 1s passes
      Then operation 2 returns the servers "a, b, c"
      And the manager has no errors
      And the servers received "initialize, DELETE" in this order:
        """
        c DELETE
        a DELETE
        a initialize
        b initialize
        c initialize
        """

      Examples:
        | mode                                               |
        | the manager gives up connecting a server after 10s |
        | the manager connects its servers in parallel       |

    Example: one whose connection cannot be closed properly is connected again like the others
      Given closing the connections of server "c" fails with "broken pipe"
      And the manager has connected its servers
      When the manager reconnects all servers
      Then operation 2 returns the servers "a, c"
      And server "a" received "DELETE" 1 time
      And server "c" received "initialize" 2 times

  @OAI-29
  Rule: What is left of a lost connection is closed before the first server is connected, too

    Scenario Outline: its end takes ten seconds, <mode>
      Given servers "a, b" over stdio
      And closing the connections of server "b" takes for ever
      And <mode>
      And the manager has connected its servers
      When server "b" exits with code 1
      And the counts start anew
      And the manager reconnects all servers
      And 30s pass
      Then server "a" received "initialize" at "10s"
      And server "b" received "initialize" at "10s"

      Examples:
        | mode                                               |
        | the manager gives up connecting a server after 10s |
        | the manager connects its servers in parallel       |
