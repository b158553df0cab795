@agents @virtual
Feature: Nothing is left when it is over
  When a program hangs at its end, the question is who still holds what. After a
  cleanup no connection, no worker and no timer is there, however it began.

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

    Example: a cleanup waits for the end of a session that a request has for itself
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
      And 1s passes
      Then server "a" received "DELETE" 1 time
      When 5s pass
      Then operation 3 ended at 4s
      And nothing is left of the servers "a"

    Example: a cleanup says so to the requests that it ends
      Given server "a" over http with this script:
        """yaml
        prompts: [hello]
        rules:
          - {when: {method: prompts/get}, do: [never]}
        """
      And the manager has connected its servers
      When the program sends "prompts/get" to server "a"
      And the manager cleans up
      Then operation 2 fails with "server cleaned up: Transport closed"

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
