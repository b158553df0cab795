@agents @virtual
Feature: A cleanup or a request that fails fatally is not passed over
  A fatal failure does not wait for a connect. Whatever met it says so, and the rest
  is closed.

  @OAI-13
  Rule: A cleanup that fails fatally reaches the other servers first, and then it is an error

    Scenario Outline: <what>, <mode>
      Given servers "a, b, c" over http
      And closing the connections of server "b" fails with the fatal error "disk full"
      And <mode>
      And the manager has connected its servers
      When <what>
      And 10s pass
      Then operation 2 fails with "disk full"
      And server "a" received "initialize" 1 time
      And server "c" received "initialize" 1 time
      And the servers received "DELETE" in this order:
        """
        c DELETE
        b DELETE
        a DELETE
        """
      And the manager shows:
        | view      | servers |
        | connected |         |
        | active    |         |
        | workers   |         |
      And the manager's errors are:
        | server | error     |
        | b      | disk full |

      Examples:
        | what                               | mode                                               |
        | the manager cleans up              | the manager gives up connecting a server after 10s |
        | the manager cleans up              | the manager connects its servers in parallel       |
        | the manager is closed              | the manager connects its servers in parallel       |
        | the manager cleans up              | the manager passes cancellations on                |
        | the manager reconnects all servers | the manager gives up connecting a server after 10s |
        | the manager reconnects all servers | the manager connects its servers in parallel       |

    Example: the first of two fatal failures is told, and both are recorded
      Given servers "a, b, c" over http
      And closing the connections of server "a" fails with the fatal error "disk full"
      And closing the connections of server "c" fails with the fatal error "out of memory"
      And the manager has connected its servers
      When the manager cleans up
      Then operation 2 fails with "out of memory"
      And server "a" received "DELETE" 1 time
      And the manager's errors are:
        | server | error         |
        | a      | disk full     |
        | c      | out of memory |

    Example: closing what a strict attempt has connected
      Given servers "a, b" over http
      And server "b" answers "initialize" with error -32000 "no"
      And closing the connections of server "a" fails with the fatal error "disk full"
      And the manager is strict
      When the manager connects its servers
      Then operation 1 fails with a text that begins with "MCP error -32000: no"
      And operation 1 fails with a text that ends with "disk full"

  @OAI-11
  Rule: What a strict attempt has connected is closed to the last, although one close fails

    Scenario Outline: closing the second of three fails, <mode>
      Given servers "a, b, c, d" over http
      And server "d" answers "initialize" with error -32000 "no"
      And closing the connections of server "b" fails with "busy"
      And the manager is strict
      And <mode>
      When the manager connects its servers
      Then operation 1 fails with "MCP error -32000: no"
      And the servers received "DELETE" in this order:
        """
        c DELETE
        b DELETE
        a DELETE
        """
      And the manager's errors are:
        | server | error                            |
        | b      | cleaning up MCP server 'b': busy |
        | d      | MCP error -32000: no             |

      Examples:
        | mode                                               |
        | the manager gives up connecting a server after 10s |
        | the manager connects its servers in parallel       |

  @OAI-13 @OAI-79
  Rule: A request that fails fatally is not tried again

    Scenario Outline: <fault> over <transport>
      Given server "docs" over <transport>
      And requests on the shared session of server "docs" fail with "<shared>"
      And requests on the isolated sessions of server "docs" fail with "<isolated>"
      And requests to server "docs" are retried without end
      And the manager has connected its servers
      When the program sends "<method>" to server "docs"
      And 1h passes
      Then operation 2 fails with "<error>"
      And operation 2 was caused by "<error>"
      And requests to server "docs" took 1 shared and <own> isolated tries

      Examples:
        | fault                | transport | method     | shared             | isolated           | own | error              |
        | out of memory        | stdio     | tools/call | fatal disk full    |                    | 0   | disk full          |
        | a refused connection | http      | tools/call | fatal unreachable  |                    | 0   | connection refused |
        | a list               | http      | tools/list | fatal unreachable  |                    | 0   | connection refused |
        | an isolated session  | http      | tools/call | HTTP 503           | fatal unreachable  | 1   | connection refused |

    Example: a status that an isolated session might have cured
      Given server "docs" over http
      And requests on the shared session of server "docs" fail with "fatal HTTP 503"
      And requests to server "docs" are retried 5 times
      And the manager has connected its servers
      When the program sends "tools/call" to server "docs"
      And 1h passes
      Then operation 2 fails with a text that begins with "HTTP 503:"
      And requests to server "docs" took 1 shared and 0 isolated tries

    Example: an isolated session that cannot be closed
      Given server "docs" over http
      And requests on the shared session of server "docs" fail with "HTTP 503"
      And closing the connections of server "docs" fails with the fatal error "disk full"
      And requests to server "docs" are retried 5 times
      And the manager has connected its servers
      When the program sends "tools/call" to server "docs"
      And 1h passes
      Then operation 2 fails with "disk full"
      And requests to server "docs" took 1 shared and 1 isolated tries
