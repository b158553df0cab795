@agents @virtual
Feature: What is true of the first is true of the third, and of five as of two
  Limits that come out of nowhere, such as three of something, are found by those who have
  four.

  @OAI-36
  Rule: After several connections, too, connecting what is connected opens nothing

    Scenario Outline: over <transport>
      Given server "a" over <transport>
      And the manager has connected its servers
      When the manager reconnects all servers
      And the manager reconnects all servers
      And 10s pass
      And the manager connects its servers
      And the program connects server "a"
      Then operations 1 to 5 succeed
      And server "a" received "initialize" 3 times

      Examples:
        | transport |
        | stdio     |
        | http      |

  @OAI-42 @OAI-50
  Rule: Each failure of the shared session leads to an isolated one, and one that is given up is closed

    Example: seven tries
      Given server "docs" over http
      And requests on the shared session of server "docs" fail with "HTTP 503"
      And requests on the isolated sessions of server "docs" fail with "HTTP 502"
      And requests to server "docs" are retried 6 times
      And the manager has connected its servers
      When the program sends "tools/call" to server "docs"
      And 1h passes
      Then requests to server "docs" took 4 shared and 3 isolated tries

    Scenario Outline: given up during the isolated try, <budget>
      Given server "docs" over http
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/call, first: 1}, do: [{status: 503}]}
        - {when: {method: tools/call, after: 1}, do: [never]}
        """
      And requests to server "docs" are retried <budget>
      And the manager has connected its servers
      When the program sends "tools/call" to server "docs"
      And 2s pass
      And the program gives up operation 2
      Then operation 2 was aborted
      And server "docs" received "DELETE" 1 time

      Examples:
        | budget      |
        | 1 time      |
        | without end |

  @OAI-41
  Rule: Nothing is sent for a caller who has gone before

    Scenario Outline: <method> over <transport>
      Given server "docs" over <transport> with this script:
        """yaml
        tools: [search]
        prompts: [hello]
        """
      And requests to server "docs" are retried 3 times
      And the manager has connected its servers
      And the program has given up its next operation
      When the program sends "<method>" to server "docs"
      And 10s pass
      Then operation 2 was aborted
      And server "docs" received "<method>" 0 times

      Examples:
        | method      | transport |
        | tools/call  | http      |
        | tools/list  | http      |
        | prompts/get | http      |
        | tools/call  | stdio     |

  @OAI-09
  Rule: A request that takes longer than the session allows is no limit of the manager

    Scenario Outline: the handshake, <mode>
      Given server "a" over http
      And server "a" never answers "initialize"
      And the manager gives up connecting a server after 10s
      And <mode>
      When the manager connects its servers
      And 20s pass
      Then operation 1 ended at 5s
      And the manager's errors are:
        | server | error                                                       |
        | a      | Failed to connect to MCP server 'a': Connection timeout.    |
      And the work on server "a" was:
        | owner   | work    | end    |
        | <owner> | connect | failed |

      Examples:
        | mode                                                | owner      |
        | the manager gives up cleaning up a server after 10s | program    |
        | the manager connects its servers in parallel        | a/worker-1 |

  @OAI-22
  Rule: All that a strict attempt has connected is closed, however many there are

    Scenario Outline: six of seven, <mode>
      Given servers "a, b, c, d, e, f, g" over http
      And server "g" answers "initialize" with error -32000 "no"
      And the manager is strict
      And <mode>
      When the manager connects its servers
      Then operation 1 fails with "MCP error -32000: no"
      And the servers received "DELETE" in this order:
        """
        f DELETE
        e DELETE
        d DELETE
        c DELETE
        b DELETE
        a DELETE
        """

      Examples:
        | mode                                               |
        | the manager gives up connecting a server after 10s |
        | the manager connects its servers in parallel       |
