@agents @virtual
Feature: What holds over HTTP and for processes holds over every transport
  Owners, limits, cleanups and cancellations belong to a server. How its bytes travel
  makes no difference to the program that waits for it.

  @OAI-04 @OAI-05 @OAI-06 @OAI-07
  Rule: Over server-sent events and WebSockets, too, whoever opened a connection closes it

    Scenario Outline: over <transport>, <mode>
      Given server "a" over <transport> with this script:
        """yaml
        http: {<http>}
        """
      And <mode>
      And the manager has connected its servers
      When the manager cleans up
      Then the connections were owned as follows:
        | server | connection | opened by | closed by |
        | a      | 1          | <owner>   | <owner>   |
      And nothing is left of the servers "a"

      Examples:
        | transport | mode                                               | owner      | http       |
        | sse       | the manager gives up connecting a server after 10s | program    | legacy: {} |
        | sse       | the manager connects its servers in parallel       | a/worker-1 | legacy: {} |
        | ws        | the manager gives up connecting a server after 10s | program    |            |
        | ws        | the manager connects its servers in parallel       | a/worker-1 |            |

  @OAI-15
  Rule: A server over any transport connects again after a cleanup, and is called

    Scenario Outline: over <transport>
      Given server "a" over <transport> with this script:
        """yaml
        http: {<http>}
        """
      And the manager has connected its servers
      When the manager cleans up
      And 5s pass
      And the manager connects its servers
      And the program sends "tools/call" to server "a"
      Then operation 3 returns the servers "a"
      And operation 4 succeeds
      And server "a" received "initialize" 2 times

      Examples:
        | transport | http       |
        | stdio     |            |
        | http      |            |
        | sse       | legacy: {} |
        | ws        |            |

  @OAI-22 @OAI-33 @OAI-34 @OAI-77
  Rule: What an attempt over WebSockets has begun is closed, however the attempt ends

    Scenario Outline: a strict manager, <mode>
      Given servers "a, b, c" over ws
      And server "c" answers "initialize" with error -32000 "no"
      And the manager is strict
      And <mode>
      When the manager connects its servers
      Then operation 1 fails with "MCP error -32000: no"
      And nothing is left of the servers "a, b, c"

      Examples:
        | mode                                               |
        | the manager gives up connecting a server after 10s |
        | the manager connects its servers in parallel       |

    Example: the program gives up
      Given servers "a, b" over ws
      And server "b" never answers "initialize"
      And the manager connects its servers in parallel
      When the manager connects its servers
      And 1s passes
      And the program gives up operation 1
      And 10s pass
      Then operation 1 returns the servers ""
      And nothing is left of the servers "a, b"

    Example: one fails fatally
      Given servers "a, b" over ws
      And connecting server "b" fails with the fatal error "out of memory"
      And the manager connects its servers in parallel
      When the manager connects its servers
      And 10s pass
      Then operation 1 fails with "out of memory"
      And nothing is left of the servers "a, b"

  @OAI-39
  Rule: Over server-sent events and WebSockets, too, a request that fails leaves the others alone

    Scenario Outline: over <transport>, one <fails>
      Given server "docs" over <transport> with this script:
        """yaml
        tools: [search]
        prompts: [hello]
        http: {<http>}
        rules:
          - {when: {method: tools/call}, do: [{delay: 3s}]}
          - {when: {method: prompts/get}, do: [<action>]}
        """
      And the manager has connected its servers
      When the program sends "prompts/get" to server "docs"
      And 4s pass
      And the program sends "tools/call" to server "docs"
      And 10s pass
      Then operation 2 fails with "<error>"
      And operation 3 succeeds
      And server "docs" received "initialize" 1 time

      Examples:
        | transport | fails             | action                                              | error                        | http       |
        | sse       | meets an error    | {delay: 4500ms}, {error: {code: -32000, message: no}} | MCP error -32000: no       | legacy: {} |
        | sse       | has no answer     | never                                               | Request timeout after 5000ms | legacy: {} |
        | ws        | meets an error    | {delay: 4500ms}, {error: {code: -32000, message: no}} | MCP error -32000: no       |            |
        | ws        | has no answer     | never                                               | Request timeout after 5000ms |            |

  @OAI-41
  Rule: A wait for a retry can be given up over every transport

    Scenario Outline: over <transport>
      Given server "docs" over <transport> with this script:
        """yaml
        http: {<http>}
        """
      And server "docs" answers "tools/call" with error -32000 "no"
      And requests to server "docs" are retried without end
      And the manager has connected its servers
      When the program sends "tools/call" to server "docs"
      And 500ms pass
      And the program gives up operation 2
      And 1h passes
      Then operation 2 was aborted
      And operation 2 ended at 500ms
      And server "docs" received "tools/call" 1 time

      Examples:
        | transport | http       |
        | stdio     |            |
        | http      |            |
        | sse       | legacy: {} |
        | ws        |            |
