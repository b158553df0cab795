@agents @virtual
Feature: The trace says who did what
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
