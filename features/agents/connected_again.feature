@agents @virtual
Feature: A server is connected once, however often that is asked
  Programs connect to be sure. What is connected stays as it is, and what comes back
  takes the place it had.

  @OAI-28
  Rule: A server that comes back leaves the failed ones and is active at its configured place

    Scenario Outline: the second of three was down, <mode>
      Given servers "a, b, c" over http
      And server "b" cannot be started
      And <mode>
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

      Examples:
        | mode                                               |
        | the manager gives up connecting a server after 10s |
        | the manager connects its servers in parallel       |

    Example: of two that were down one is down still
      Given servers "a, b, c" over http
      And server "a" cannot be started
      And server "b" cannot be started
      And the manager has connected its servers
      When server "b" comes up
      And the manager reconnects the failed servers
      Then operation 2 returns the servers "b, c"
      And the manager's errors are:
        | server | error                                                            |
        | a      | Failed to connect to MCP server 'a': Could not reach the server. |

  @OAI-36
  Rule: Connecting what is connected opens nothing

    Scenario Outline: connecting twice over <transport>, <mode>
      Given servers "a, b" over <transport>
      And <mode>
      And the manager has connected its servers
      When the manager connects its servers
      Then operation 2 returns the servers "a, b"
      And server "a" received "initialize" 1 time
      And server "b" received "initialize" 1 time

      Examples:
        | transport | mode                                               |
        | stdio     | the manager gives up connecting a server after 10s |
        | stdio     | the manager connects its servers in parallel       |
        | http      | the manager gives up connecting a server after 10s |
        | http      | the manager connects its servers in parallel       |
        | ws        | the manager gives up connecting a server after 10s |

    Scenario Outline: the program connects it twice at once over <transport>
      Given server "a" over <transport> with this script:
        """yaml
        rules: [{when: {method: initialize}, do: [{delay: 2s}]}]
        """
      And the manager gives up connecting a server after 10s
      When the program connects server "a"
      And the program connects server "a"
      And 5s pass
      Then operation 1 succeeds
      And operation 2 succeeds
      And server "a" received "initialize" 1 time

      Examples:
        | transport |
        | stdio     |
        | http      |

    Example: what is left of a connection that was lost is closed before the next is opened
      Given server "a" over stdio with this script:
        """yaml
        stdio: {ignore: [term, eof]}
        """
      And closing the connections of server "a" takes for ever
      And the manager has connected its servers
      When server "a" exits with code 1
      And the manager connects its servers
      And 30s pass
      Then operation 2 returns the servers "a"
      And the connections were owned as follows:
        | server | connection | opened by | closed by |
        | a      | 1          | program   | program   |
        | a      | 2          | program   |           |
      And operation 2 ended at 10s

    Example: two programs connect at once
      Given server "a" over http
      And server "a" answers "initialize" after 1s
      When the manager connects its servers
      And the manager connects its servers
      And 2s pass
      Then operations 1 to 2 succeed
      And server "a" received "initialize" 1 time

    Scenario Outline: a program connects one server over <transport> twice, beside the manager
      Given server "a" over <transport>
      And the manager has connected its servers
      When the program connects server "a"
      And the program connects server "a"
      Then operations 1 to 3 succeed
      And server "a" received "initialize" 1 time
      And server "a" received "DELETE" 0 times

      Examples:
        | transport |
        | stdio     |
        | http      |
        | ws        |
