@agents @virtual
Feature: Whoever opened a connection closes it, in the right order, also after a failure
  What went wrong with one connection keeps no other from being closed by its owner.

  @OAI-01 @OAI-04 @OAI-07
  Rule: In parallel, the worker that opened a connection closes it, in each round

    Scenario Outline: two rounds over <transport>
      Given servers "a, b" over <transport>
      And the manager connects its servers in parallel
      And the manager has connected its servers
      When the manager cleans up
      And 10s pass
      And the manager connects its servers
      And the manager cleans up
      And 10s pass
      Then the connections were owned as follows:
        | server | connection | opened by  | closed by  |
        | a      | 1          | a/worker-1 | a/worker-1 |
        | a      | 2          | a/worker-2 | a/worker-2 |
        | b      | 1          | b/worker-1 | b/worker-1 |
        | b      | 2          | b/worker-2 | b/worker-2 |

      Examples:
        | transport |
        | stdio     |
        | http      |
        | ws        |

  @OAI-01
  Rule: A connection that was lost is closed before the next one is opened

    Example: the background stream of a session ends
      Given server "a" over http
      And the manager has connected its servers
      When server "a" ends its stream
      And 1s passes
      And the manager connects its servers
      Then operation 2 succeeds
      And server "a" received in order:
        """
        initialize
        notifications/initialized
        GET
        DELETE
        initialize
        notifications/initialized
        GET
        """

  @OAI-01
  Rule: A cleanup ends the sessions of requests before it closes the connection

    Example: an isolated session is being opened
      Given server "a" over http with this script:
        """yaml
        tools: [search]
        rules:
          - {when: {method: tools/call, first: 1}, do: [{status: 503}]}
          - {when: {method: tools/call, after: 1}, do: [never]}
        """
      And requests to server "a" are retried 1 time
      And the manager has connected its servers
      When the program sends "tools/call" to server "a"
      And 1s passes
      And the manager cleans up
      And 10s pass
      Then the operations ended in the order "1, 2, 3"
      And nothing is left of the servers "a"

  @OAI-34
  Rule: After a hard failure nothing is left, whatever closing the others comes to

    Scenario Outline: closing "<which>" fails with <error>
      Given servers "a, b, c" over <transport>
      And closing the connections of server "<which>" fails with <error>
      And connecting server "b" fails with the fatal error "out of memory"
      And the manager connects its servers in parallel
      When the manager connects its servers
      And 20s pass
      Then nothing is left of the servers "a, b, c"

      Examples:
        | which | error                   | transport |
        | a     | the fatal error "stuck" | stdio     |
        | c     | the fatal error "stuck" | stdio     |
        | c     | the fatal error "stuck" | http      |
        | a     | "busy"                  | stdio     |
        | c     | "busy"                  | http      |

  @OAI-42
  Rule: Only over streamable HTTP a session of its own is tried

    Scenario Outline: a transient failure over <transport>
      Given server "docs" over <transport>
      And requests on the shared session of server "docs" fail with "<failure>"
      And requests to server "docs" are retried 1 time
      And the manager has connected its servers
      When the program sends "tools/call" to server "docs"
      And 1h passes
      Then requests to server "docs" took <shared> shared and <isolated> isolated tries

      Examples:
        | transport | failure  | shared | isolated |
        | http      | HTTP 503 | 1      | 1        |
        | stdio     | HTTP 503 | 2      | 0        |
        | ws        | HTTP 503 | 2      | 0        |

    Example: over the stream of 2024-11-05
      Given server "docs" over sse with this script:
        """yaml
        http: {legacy: {}}
        """
      And requests on the shared session of server "docs" fail with "HTTP 503"
      And requests to server "docs" are retried 1 time
      And the manager has connected its servers
      When the program sends "tools/call" to server "docs"
      And 1h passes
      Then requests to server "docs" took 2 shared and 0 isolated tries
      And server "docs" received "initialize" 1 time
