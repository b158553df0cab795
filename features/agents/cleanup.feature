@agents @virtual
Feature: Cleaning up reaches every server and leaves nothing that could be seen
  A server that cannot be closed properly must not keep the others open, and must
  not stay half-connected: the program connects it again as if nothing had been.

  @OAI-10
  Rule: Servers are cleaned up in reverse configured order

    @real
    Scenario Outline: three servers, <mode>
      Given servers "a, b, c" over http
      And <mode>
      And the manager has connected its servers
      When the manager cleans up
      Then the servers received "DELETE" in this order:
        """
        c DELETE
        b DELETE
        a DELETE
        """

      Examples:
        | mode                                               |
        | the manager gives up connecting a server after 10s |
        | the manager connects its servers in parallel       |

    Example: a WebSocket whose other end says nothing any more
      Given server "docs" over ws
      And the manager gives up connecting a server after 1s
      And the manager has connected its servers
      When the link to "docs" gets stall
      And the manager cleans up
      And 1s passes
      Then operation 2 succeeds
      And the link to "docs" has 0 open connections

    Scenario Outline: each is waited for, <mode>
      Given servers "a, b, c" over http
      And server "b" follows these rules:
        """yaml
        - {when: {verb: DELETE}, do: [{delay: 1s}]}
        """
      And server "c" follows these rules:
        """yaml
        - {when: {verb: DELETE}, do: [{delay: 1s}]}
        """
      And <mode>
      And the manager has connected its servers
      When the counts start anew
      And the manager cleans up
      And 5s pass
      Then server "c" received "DELETE" at "0s"
      And server "b" received "DELETE" at "1s"
      And server "a" received "DELETE" at "2s"

      Examples:
        | mode                                               |
        | the manager gives up connecting a server after 10s |
        | the manager connects its servers in parallel       |

    Scenario Outline: what a failed strict attempt has connected is closed in that order, too, <mode>
      Given servers "a, b, c" over http
      And server "c" answers "initialize" with error -32000 "no"
      And the manager is strict
      And <mode>
      When the manager connects its servers
      Then the servers received "DELETE" in this order:
        """
        b DELETE
        a DELETE
        """

      Examples:
        | mode                                               |
        | the manager gives up connecting a server after 10s |
        | the manager connects its servers in parallel       |

    Scenario Outline: a reconnect of all closes them in that order, too, <mode>
      Given servers "a, b, c" over http
      And <mode>
      And the manager has connected its servers
      When the manager reconnects all servers
      Then the servers received "DELETE" in this order:
        """
        c DELETE
        b DELETE
        a DELETE
        """

      Examples:
        | mode                                               |
        | the manager gives up connecting a server after 10s |
        | the manager connects its servers in parallel       |

  @OAI-11
  Rule: A cleanup that fails does not stop the others

    Scenario Outline: the one in the middle <fails>, <mode>
      Given servers "a, b, c" over http
      And closing the connections of server "b" <fails>
      And <mode>
      And the manager has connected its servers
      When the manager cleans up
      And 10s pass
      Then operation 2 succeeds
      And server "a" received "DELETE" 1 time
      And server "c" received "DELETE" 1 time
      And the manager shows:
        | view      | servers |
        | connected |         |
        | active    |         |
      And the manager's errors are:
        | server | error   |
        | b      | <error> |

      Examples:
        | fails             | mode                                               | error                                         |
        | fails with "busy" | the manager gives up connecting a server after 10s | cleaning up MCP server 'b': busy              |
        | fails with "busy" | the manager connects its servers in parallel       | cleaning up MCP server 'b': busy              |
        | takes for ever    | the manager gives up connecting a server after 9s  | cleanup of MCP server 'b' timed out after 10s |
        | takes for ever    | the manager connects its servers in parallel       | cleanup of MCP server 'b' timed out after 10s |

    Scenario Outline: the <which> fails
      Given servers "a, b, c" over http
      And closing the connections of server "<server>" fails with "busy"
      And the manager has connected its servers
      When the manager cleans up
      Then operation 2 succeeds
      And the servers received "DELETE" in this order:
        """
        c DELETE
        b DELETE
        a DELETE
        """

      Examples:
        | which | server |
        | first | c      |
        | last  | a      |

    Example: a full reconnect goes on, and what has failed is forgotten
      Given servers "a, b" over http
      And closing the connections of server "b" fails with "busy"
      And the manager has connected its servers
      When the manager reconnects all servers
      Then operation 2 returns the servers "a, b"
      And server "a" received "DELETE" 1 time
      And server "b" received "initialize" 2 times
      And the manager has no errors
