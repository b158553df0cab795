@agents @virtual
Feature: The trace says who did what, and nothing is left when it is over
  When a program hangs at its end, the question is who still holds what. Each
  connect, request, timeout and cleanup is in the trace with its owner, and after
  a cleanup no connection, no worker and no timer is there, however it began.

  @OAI-76
  Rule: The owner of connect, each request, timeout and cleanup can be read from the trace over every transport

    Scenario Outline: one after the other over <transport>
      Given server "docs" over <transport> with this script:
        """yaml
        tools: [search]
        prompts: [hello]
        http: {<http>}
        rules:
          - {when: {method: prompts/get}, do: [never]}
        """
      And closing the connections of server "docs" takes for ever
      And the manager has connected its servers
      When the program sends "tools/list" to server "docs"
      And the program sends "tools/call" to server "docs"
      And the program sends "prompts/get" to server "docs"
      And 6s pass
      And the manager cleans up
      And 20s pass
      Then the work on server "docs" was:
        | owner          | work        | end     |
        | program        | connect     | ok      |
        | docs/request-1 | tools/list  | ok      |
        | docs/request-2 | tools/call  | ok      |
        | docs/request-3 | prompts/get | failed  |
        | program        | cleanup     | timeout |

      Examples:
        | transport | http         |
        | stdio     |              |
        | sse       | legacy: {}   |
        | http      | answers: sse |

    Scenario Outline: in parallel over <transport>, the server is slow, then quick
      Given server "docs" over <transport> with this script:
        """yaml
        tools: [search]
        http: {<http>}
        rules:
          - {when: {method: initialize, first: 1}, do: [never]}
        """
      And the manager connects its servers in parallel
      And the manager gives up connecting a server after 1s
      When the manager connects its servers
      And 10s pass
      And the manager reconnects the failed servers
      And the program sends "tools/call" to server "docs"
      And the manager cleans up
      And 10s pass
      Then the work on server "docs" was:
        | owner          | work       | end     |
        | docs/worker-1  | connect    | timeout |
        | docs/worker-2  | connect    | ok      |
        | docs/request-1 | tools/call | ok      |
        | docs/worker-2  | cleanup    | ok      |
      And the connections were owned as follows:
        | server | connection | opened by     | closed by     |
        | docs   | 2          | docs/worker-2 | docs/worker-2 |

      Examples:
        | transport | http         |
        | stdio     |              |
        | sse       | legacy: {}   |
        | http      | answers: sse |

  @OAI-77
  Rule: Once cleanup has run no connection, no worker and no timer is left

    Scenario Outline: <story>, over <transport>
      Given servers "a, b, c" over <transport>
      And server "b" <trouble>
      And the manager <mode>
      And the manager <policy>
      When the manager connects its servers
      And 1s passes
      And <then>
      And the manager cleans up
      And the manager cleans up
      And 30s pass
      Then nothing is left of the servers "a, b, c"

      Examples:
        | story                | transport | trouble                                     | mode                                  | policy                                | then                                      |
        | partial failure      | http      | answers "initialize" with error -32000 "no" | keeps failed servers active           | gives up connecting a server after 9s | the manager reconnects the failed servers |
        | partial failure      | stdio     | answers "initialize" with error -32000 "no" | connects its servers in parallel      | gives up connecting a server after 9s | the manager reconnects the failed servers |
        | strict failure       | http      | never answers "initialize"                  | connects its servers in parallel      | is strict                             | 9s pass                                   |
        | strict failure       | stdio     | never answers "initialize"                  | gives up connecting a server after 9s | is strict                             | 9s pass                                   |
        | full reconnect       | http      | answers "initialize" after 500ms            | connects its servers in parallel      | is strict                             | the manager reconnects all servers        |
        | full reconnect       | stdio     | answers "initialize" after 500ms            | is strict                             | passes cancellations on               | the manager reconnects all servers        |
        | cancelled            | http      | never answers "initialize"                  | connects its servers in parallel      | passes cancellations on               | the program gives up operation 1          |
        | cancelled            | stdio     | never answers "initialize"                  | gives up connecting a server after 9s | passes cancellations on               | the program gives up operation 1          |
        | a loss while it runs | stdio     | answers "initialize" after 500ms            | connects its servers in parallel      | is strict                             | server "b" exits with code 1              |
        | a loss while it runs | http      | answers "initialize" after 500ms            | is strict                             | passes cancellations on               | server "b" drops its connections          |

    Example: a cleanup ends the requests that are under way
      Given server "a" over http
      And server "a" never answers "tools/call"
      And requests to server "a" are retried without end
      And the manager connects its servers in parallel
      And the manager has connected its servers
      When the program sends "tools/call" to server "a"
      And the program sends "tools/list" to server "a"
      And the manager cleans up
      Then operation 2 ended at 0s
      And operation 3 ended at 0s
      And server "a" received "tools/list" 0 times
      And nothing is left of the servers "a"
