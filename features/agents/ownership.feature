@agents @virtual
Feature: Whoever opens a connection closes it
  Some transports break when they are closed by another task than the one that
  opened them. So each server has one owner from connect to cleanup: the program
  itself, or a worker that does nothing else. Who it was can be read from the
  trace.

  @OAI-01 @OAI-04 @OAI-05 @OAI-06
  Rule: One after the other, the program itself opens and closes every connection, in configured order and back

    Scenario Outline: three servers over <transport>, <limit> as limit
      Given servers "a, b, c" over <transport>
      And the manager gives up connecting a server after <limit>
      And the manager gives up cleaning up a server after <limit>
      And the manager has connected its servers
      When the manager cleans up
      And 10s pass
      Then the connections were owned as follows:
        | server | connection | opened by | closed by |
        | a      | 1          | program   | program   |
        | b      | 1          | program   | program   |
        | c      | 1          | program   | program   |
      And the servers received "initialize" in this order:
        """
        a initialize
        b initialize
        c initialize
        """
      And no timer is pending

      Examples:
        | transport | limit |
        | stdio     | 10s   |
        | http      | 10s   |
        | http      | 0s    |

    Scenario Outline: requests do not close what they use: <method> <fails>
      Given server "a" over http with this script:
        """yaml
        tools: [search]
        prompts: [hello]
        resources: ["file:///a"]
        templates: ["file:///{name}"]
        rules:
          - {when: {method: <method>, first: 1}, do: [<action>]}
        """
      And the manager has connected its servers
      When the program sends "<method>" to server "a"
      And 6s pass
      And the program sends "<method>" to server "a"
      Then operation 2 fails with a text that ends with "<text>"
      And operation 3 succeeds
      And the program sees the newest session of server "a"
      And server "a" received "DELETE" 0 times
      And server "a" received "initialize" 1 time

      Examples:
        | method                   | fails                   | action                               | text                |
        | tools/list               | is answered by an error | {error: {code: -32000, message: no}} | -32000: no          |
        | tools/call               | is answered by an error | {error: {code: -32000, message: no}} | -32000: no          |
        | prompts/list             | is answered by an error | {error: {code: -32000, message: no}} | -32000: no          |
        | prompts/get              | is answered by an error | {error: {code: -32000, message: no}} | -32000: no          |
        | resources/list           | is answered by an error | {error: {code: -32000, message: no}} | -32000: no          |
        | resources/templates/list | is answered by an error | {error: {code: -32000, message: no}} | -32000: no          |
        | resources/read           | is answered by an error | {error: {code: -32000, message: no}} | -32000: no          |
        | tools/call               | is never answered       | never                                | Connection timeout. |
        | tools/list               | is answered 500         | {status: 500}                        | HTTP error 500      |

    Scenario Outline: nor do they over <transport>: <method> is never answered
      Given server "a" over <transport> with this script:
        """yaml
        tools: [search]
        prompts: [hello]
        http: {<http>}
        rules:
          - {when: {method: <method>, first: 1}, do: [never]}
        """
      And the manager has connected its servers
      When the program sends "<method>" to server "a"
      And 6s pass
      And the program sends "<method>" to server "a"
      Then operation 2 fails with a text that ends with "<text>"
      And operation 3 succeeds
      And server "a" received "initialize" 1 time

      Examples:
        | transport | method       | text                         | http       |
        | stdio     | tools/call   | Connection timeout.          |            |
        | stdio     | prompts/list | Request timeout after 5000ms |            |
        | sse       | tools/call   | Connection timeout.          | legacy: {} |
        | ws        | tools/call   | Connection timeout.          |            |

  @OAI-05 @OAI-07
  Rule: In parallel, one worker per server opens its connection and closes it later

    Scenario Outline: three servers over <transport>, <limit> as limit
      Given servers "a, b, c" over <transport>
      And the manager connects its servers in parallel
      And the manager gives up connecting a server after <limit>
      And the manager gives up cleaning up a server after <limit>
      When the manager connects its servers
      Then the manager shows:
        | view    | servers |
        | workers | a, b, c |
      When 1h passes
      And the manager cleans up
      And 10s pass
      Then the connections were owned as follows:
        | server | connection | opened by  | closed by  |
        | a      | 1          | a/worker-1 | a/worker-1 |
        | b      | 1          | b/worker-1 | b/worker-1 |
        | c      | 1          | c/worker-1 | c/worker-1 |
      And the manager shows:
        | view    | servers |
        | workers |         |

      Examples:
        | transport | limit |
        | stdio     | 10s   |
        | http      | 10s   |
        | http      | 0s    |

    Example: so it does when all are connected again, and for one that had failed
      Given servers "a, b" over http
      And server "b" follows these rules:
        """yaml
        - {when: {method: initialize, first: 1}, do: [{error: {code: -32000, message: "no"}}]}
        """
      And the manager connects its servers in parallel
      And the manager has connected its servers
      When the manager reconnects the failed servers
      And the manager reconnects all servers
      And the manager cleans up
      Then the connections were owned as follows:
        | server | connection | opened by  | closed by  |
        | a      | 1          | a/worker-1 | a/worker-1 |
        | a      | 2          | a/worker-2 | a/worker-2 |
        | b      | 2          | b/worker-2 | b/worker-2 |
        | b      | 3          | b/worker-3 | b/worker-3 |
