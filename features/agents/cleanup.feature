@agents @virtual
Feature: Cleaning up reaches every server and leaves nothing that could be seen
  A server that cannot be closed properly must not keep the others open, and must
  not stay half-connected: the program connects it again as if nothing had been.

  @OAI-10
  Rule: Servers are cleaned up in reverse configured order

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

  @OAI-11
  Rule: A cleanup that fails does not stop the others

    Scenario Outline: the one in the middle <fails>
      Given servers "a, b, c" over http
      And closing the connections of server "b" <fails>
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
        | fails             | error                                         |
        | fails with "busy" | cleaning up MCP server 'b': busy              |
        | takes for ever    | cleanup of MCP server 'b' timed out after 10s |

  @OAI-13
  Rule: A fatal failure is returned in every mode, after what was connected has been closed

    Scenario Outline: the second of three fails fatally, <mode>
      Given servers "a, b, c" over http
      And connecting server "b" fails with the fatal error "out of memory"
      And <mode>
      When the manager connects its servers
      And 10s pass
      Then operation 1 fails with "out of memory"
      And server "a" received "initialize" 1 time
      And server "a" received "DELETE" 1 time
      And server "c" received "initialize" <times> times
      And server "c" received "DELETE" <times> times
      And the manager shows:
        | view    | servers |
        | active  |         |
        | failed  | b       |
        | workers |         |

      Examples:
        | mode                                               | times |
        | the manager gives up connecting a server after 10s | 0     |
        | the manager connects its servers in parallel       | 1     |

  @OAI-14 @OAI-15
  Rule: After a cleanup, even one that failed, nothing of the session is seen and the server can connect again

    Scenario Outline: closing <fails>, <mode>
      Given server "a" over http
      And closing the connections of server "a" <fails>
      And <mode>
      And the manager has connected its servers
      Then the program sees the newest session of server "a"
      When the manager cleans up
      And 10s pass
      Then the program sees no session of server "a"
      When the manager connects its servers
      Then the program sees the newest session of server "a"
      And server "a" received "initialize" 2 times
      And the connections were owned as follows:
        | server | connection | opened by | closed by |
        | a      | 1          | <first>   | <first>   |
        | a      | 2          | <second>  |           |

      Examples:
        | fails             | mode                                               | first      | second     |
        | fails with "busy" | the manager gives up connecting a server after 10s | program    | program    |
        | fails with "busy" | the manager connects its servers in parallel       | a/worker-1 | a/worker-2 |
        | takes for ever    | the manager connects its servers in parallel       | a/worker-1 | a/worker-2 |

  @OAI-35
  Rule: Cleaning up again does nothing

    Example: twice, and once more in between connects
      Given server "a" over http
      And the manager has connected its servers
      When the manager cleans up
      And the manager cleans up
      And the program cleans up server "a"
      Then operations 1 to 4 succeed
      And server "a" received "DELETE" 1 time
      And the manager has no errors

    Example: before anything was connected
      Given server "a" over http
      When the manager cleans up
      Then operation 1 succeeds
      And server "a" received nothing
