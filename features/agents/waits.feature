@agents @virtual
Feature: Waits and tries are those that were configured, however many there are
  Whoever configures ten tries wants ten, and whoever configures a wait wants that one.

  @OAI-51 @OAI-52
  Rule: Each wait is twice as long as the one before, to the last of the configured tries

    Scenario Outline: <method> over <transport>, <base>, <budget>
      Given server "docs" over <transport> with this script:
        """yaml
        http: {<http>}
        rules:
          - {when: {method: <method>}, do: [{error: {code: -32000, message: no}}]}
        """
      And requests to server "docs" are retried <budget>
      And <base>
      And the manager has connected its servers
      When the program sends "<method>" to server "docs"
      And <time>
      Then server "docs" received "<method>" at "<times>"

      Examples:
        | method     | transport | base                                                           | budget      | time        | times                                 | http       |
        | tools/list | stdio     | the manager is strict                                          | 7 times     | 1h passes   | 0s, 1s, 3s, 7s, 15s, 31s, 63s, 127s   |            |
        | tools/list | http      | the manager is strict                                          | 7 times     | 1h passes   | 0s, 1s, 3s, 7s, 15s, 31s, 63s, 127s   |            |
        | tools/call | stdio     | the manager is strict                                          | 7 times     | 1h passes   | 0s, 1s, 3s, 7s, 15s, 31s, 63s, 127s   |            |
        | tools/call | http      | the manager is strict                                          | 7 times     | 1h passes   | 0s, 1s, 3s, 7s, 15s, 31s, 63s, 127s   |            |
        | tools/call | stdio     | the first retry of requests to server "docs" comes after 300ms | 3 times     | 1h passes   | 0s, 300ms, 900ms, 2100ms              |            |
        | tools/call | http      | the first retry of requests to server "docs" comes after 3s    | 3 times     | 1h passes   | 0s, 3s, 9s, 21s                       |            |
        | tools/call | sse       | the first retry of requests to server "docs" comes after 300ms | 3 times     | 1h passes   | 0s, 300ms, 900ms, 2100ms              | legacy: {} |
        | tools/call | ws        | the first retry of requests to server "docs" comes after 3s    | 3 times     | 1h passes   | 0s, 3s, 9s, 21s                       |            |
        | tools/call | stdio     | the manager is strict                                          | without end | 1000s pass  | 0s, 1s, 3s, 7s, 15s, 31s, 63s, 127s, 255s, 511s |  |
        | tools/list | stdio     | the manager is strict                                          | without end | 1000s pass  | 0s, 1s, 3s, 7s, 15s, 31s, 63s, 127s, 255s, 511s |  |

  @OAI-51
  Rule: A list that is to be kept is retried like any other

    Scenario Outline: <fault> twice, then the list, which is kept
      Given server "docs" over http
      And server "docs" caches its tools
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list, first: 2}, do: [<fault>]}
        """
      And requests to server "docs" are retried 2 times
      And the manager has connected its servers
      When the program sends "tools/list" to server "docs"
      And 1h passes
      And the program sends "tools/list" to server "docs"
      Then operations 2 to 3 succeed
      And server "docs" received "tools/list" at "0s, 1s, 3s"

      Examples:
        | fault                                |
        | {error: {code: -32000, message: no}} |
        | {status: 404}                        |
        | {status: 503}                        |
