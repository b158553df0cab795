@agents @virtual
Feature: A cleanup or a connect that meets trouble leaves nothing behind
  The end of a program is when everything happens at once: requests are under way,
  sessions of their own are open, a disk is full. The next connect must not feel any of it.

  @OAI-14 @OAI-15
  Rule: After a cleanup that ended requests or failed fatally, the server connects and works as before

    Example: a request was under way
      Given server "docs" over http
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/call, first: 1}, do: [never]}
        """
      And the manager has connected its servers
      When the program sends "tools/call" to server "docs"
      And 1s passes
      And the manager cleans up
      And the manager connects its servers
      And the program sends "tools/call" to server "docs"
      And 10s pass
      Then operation 5 succeeds
      And the program sees the newest session of server "docs"

    Scenario Outline: closing failed fatally, <mode>
      Given server "a" over http
      And closing the connections of server "a" fails with the fatal error "disk full"
      And <mode>
      And the manager has connected its servers
      When the manager cleans up
      Then operation 2 fails with "disk full"
      And the program sees no session of server "a"
      When the manager connects its servers
      Then operation 3 returns the servers "a"
      And the program sees the newest session of server "a"
      And server "a" received "initialize" 2 times

      Examples:
        | mode                                               |
        | the manager gives up connecting a server after 10s |
        | the manager connects its servers in parallel       |

  @OAI-03
  Rule: A session that a request has for itself ends before the shared one

    Example: the end of the first takes three seconds
      Given server "a" over http
      And server "a" follows these rules:
        """yaml
        - {when: {method: tools/call, first: 1}, do: [{status: 503}]}
        - {when: {method: tools/call, after: 1}, do: [never]}
        - {when: {verb: DELETE, first: 1}, do: [{delay: 3s}]}
        """
      And requests to server "a" are retried 1 time
      And the manager has connected its servers
      When the program sends "tools/call" to server "a"
      And 1s passes
      And the manager cleans up
      And 5s pass
      Then server "a" received "DELETE" at "1s, 4s"

  @OAI-02 @OAI-08
  Rule: A connect whose limit expires closes what it has opened, over every transport

    Scenario Outline: the answer comes a second too late, over <transport>
      Given server "a" over <transport> with this script:
        """yaml
        http: {<http>}
        """
      And server "a" answers "initialize" after 4s
      And the manager gives up connecting a server after 3s
      When the manager connects its servers
      And 20s pass
      Then the manager's errors are:
        | server | error                                        |
        | a      | connect of MCP server 'a' timed out after 3s |
      And operation 1 ended at <end>
      And nothing is left of the servers "a"

      Examples:
        | transport | http       | end |
        | stdio     |            | 3s  |
        | http      |            | 3s  |
        | sse       | legacy: {} | 3s  |
        | ws        |            | 3s  |

  @OAI-33 @OAI-77
  Rule: Of parallel connects that are given up neither a connection nor a worker is left, whoever hears of it

    Scenario Outline: <policy>
      Given servers "a, b" over http
      And server "b" never answers "initialize"
      And the manager <policy>
      And the manager connects its servers in parallel
      When the manager connects its servers
      And 1s passes
      And the program gives up operation 1
      Then the manager shows:
        | view    | servers |
        | workers |         |
      And nothing is left of the servers "a, b"

      Examples:
        | policy                                |
        | gives up cleaning up a server after 9s |
        | passes cancellations on               |
        | is strict                             |

    Example: a server cancels its own connect
      Given servers "a, b" over http
      And connecting server "b" fails with the group "cancelled"
      And the manager passes cancellations on
      And the manager connects its servers in parallel
      When the manager connects its servers
      Then operation 1 fails with "session: context canceled"
      And nothing is left of the servers "a, b"

  @OAI-34
  Rule: After a reconnect that fails fatally, what it has connected is closed

    Example: one comes back, the other fails fatally, in parallel
      Given servers "a, b" over http
      And server "a" cannot be started
      And server "b" cannot be started
      And the manager connects its servers in parallel
      And the manager has connected its servers
      When server "a" comes up
      And connecting server "b" begins to fail with the fatal error "out of memory"
      And the manager reconnects the failed servers
      Then operation 2 fails with "out of memory"
      And server "a" received "DELETE" 1 time
      And nothing is left of the servers "a, b"

  @OAI-15
  Rule: A server can be connected after each cleanup, however many there were

    Example: four times
      Given server "a" over http
      And the manager has connected its servers
      When the manager cleans up
      And the manager connects its servers
      And the manager cleans up
      And the manager connects its servers
      And the manager cleans up
      And the manager connects its servers
      Then operation 7 returns the servers "a"
      And server "a" received "initialize" 4 times
      And the program sees the newest session of server "a"
