@agents @virtual
Feature: A server that was cleaned up is as if it had never been connected
  A server that cannot be closed properly must not stay half-connected: the program
  connects it again as if nothing had been.

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
        | takes for ever    | the manager gives up connecting a server after 9s  | program    | program    |
        | takes for ever    | the manager connects its servers in parallel       | a/worker-1 | a/worker-2 |

    Scenario Outline: closing fails fatally, <mode>, and requests follow
      Given server "a" over http
      And closing the connections of server "a" fails with the fatal error "disk full"
      And <mode>
      And the manager has connected its servers
      When the manager cleans up
      And the program sends "tools/list" to server "a"
      And the program sends "tools/call" to server "a"
      Then operation 3 fails with "Server not initialized. Make sure you call `connect()` first."
      And operation 4 fails with "Server not initialized. Make sure you call `connect()` first."

      Examples:
        | mode                                               |
        | the manager gives up connecting a server after 10s |
        | the manager connects its servers in parallel       |

    Example: what is left of a lost connection cannot be closed
      Given server "a" over stdio
      And closing the connections of server "a" fails with "busy"
      And the manager has connected its servers
      When server "a" exits with code 1
      And the manager connects its servers
      Then operation 2 returns the servers "a"

    Scenario Outline: after a cleanup <method> over <transport> is refused, whether or not there is a cache
      Given server "docs" over <transport> with this script:
        """yaml
        tools: [search]
        prompts: [hello]
        resources: ["file:///a"]
        http: {<http>}
        """
      And server "docs" caches its tools
      And the manager has connected its servers
      When the program sends "tools/list" to server "docs"
      And the manager cleans up
      And 10s pass
      And the program sends "<method>" to server "docs"
      Then operation 4 fails with "Server not initialized. Make sure you call `connect()` first."
      And server "docs" received "<method>" <times> times

      Examples:
        | method                   | transport | times | http       |
        | tools/list               | http      | 1     |            |
        | tools/list               | stdio     | 1     |            |
        | tools/call               | http      | 0     |            |
        | tools/call               | stdio     | 0     |            |
        | prompts/list             | http      | 0     |            |
        | prompts/get              | http      | 0     |            |
        | resources/list           | http      | 0     |            |
        | resources/templates/list | http      | 0     |            |
        | resources/read           | http      | 0     |            |
        | tools/list               | sse       | 1     | legacy: {} |
        | tools/call               | sse       | 0     | legacy: {} |
        | tools/call               | ws        | 0     |            |
        | prompts/list             | ws        | 0     |            |

  @OAI-35
  Rule: Cleaning up again does nothing

    Scenario Outline: twice, and once more without the manager, <mode>
      Given server "a" over http
      And <mode>
      And the manager has connected its servers
      When the manager cleans up
      And the manager cleans up
      And the program cleans up server "a"
      Then operations 1 to 4 succeed
      And server "a" received "DELETE" 1 time
      And the manager has no errors

      Examples:
        | mode                                               |
        | the manager gives up connecting a server after 10s |
        | the manager connects its servers in parallel       |

    Example: twice after each of two connections
      Given server "a" over http
      And the manager has connected its servers
      When the program cleans up server "a"
      And the program cleans up server "a"
      And the manager connects its servers
      And the program cleans up server "a"
      And the program cleans up server "a"
      Then operations 1 to 6 succeed
      And server "a" received "DELETE" 2 times

    Example: after one that has failed, nothing is closed again and the failure is still told
      Given server "a" over http
      And closing the connections of server "a" fails with "busy"
      And the manager has connected its servers
      When the program cleans up server "a"
      And the manager cleans up
      Then operation 2 fails with "cleaning up MCP server 'a': busy"
      And operation 3 succeeds
      And server "a" received "DELETE" 1 time
      And the manager has no errors

    Example: before anything was connected
      Given server "a" over http
      When the manager cleans up
      Then operation 1 succeeds
      And server "a" received nothing
