@agents @virtual
Feature: Calls and lists are retried as often as was configured, and no oftener
  A server that is restarting deserves a second try a little later. A request that
  can never succeed deserves none: it only costs time and hides the mistake.

  @OAI-51
  Rule: A list is retried with the configured number of tries, each wait twice as long as the one before

    Scenario Outline: a server over <transport> that answers <fault> at first
      Given server "docs" over <transport> with this script:
        """yaml
        http: {<http>}
        rules:
          - {when: {method: tools/list, first: 3}, do: [<fault>]}
        """
      And requests to server "docs" are retried <budget>
      And the first retry of requests to server "docs" comes after 500ms
      And the manager has connected its servers
      When the program sends "tools/list" to server "docs"
      And 1h passes
      Then operation 2 <end>
      And server "docs" received "tools/list" at "<times>"
      And server "docs" received "initialize" 1 time

      Examples:
        | transport | fault                                | budget      | end                                                                      | times                     | http       |
        | stdio     | {error: {code: -32000, message: no}} | 3 times     | succeeds                                                                 | 0s, 500ms, 1500ms, 3500ms |            |
        | http      | {error: {code: -32000, message: no}} | 3 times     | succeeds                                                                 | 0s, 500ms, 1500ms, 3500ms |            |
        | http      | {status: 503}                        | without end | succeeds                                                                 | 0s, 500ms, 1500ms, 3500ms |            |
        | http      | {status: 404}                        | 3 times     | succeeds                                                                 | 0s, 500ms, 1500ms, 3500ms |            |
        | stdio     | {error: {code: -32000, message: no}} | 2 times     | fails with "MCP error -32000: no"                                        | 0s, 500ms, 1500ms         |            |
        | http      | {status: 503}                        | 2 times     | fails with "Failed to list tools from MCP server 'docs': HTTP error 503" | 0s, 500ms, 1500ms         |            |
        | sse       | {error: {code: -32000, message: no}} | 3 times     | succeeds                                                                 | 0s, 500ms, 1500ms, 3500ms | legacy: {} |
        | ws        | {error: {code: -32000, message: no}} | 3 times     | succeeds                                                                 | 0s, 500ms, 1500ms, 3500ms |            |

  @OAI-52
  Rule: A call is retried with the same number of tries and the same waits

    Scenario Outline: <fault> over <transport>, <budget>
      Given server "docs" over <transport> with this script:
        """yaml
        http: {<http>}
        rules:
          - {when: {method: tools/call, first: 3}, do: [<fault>]}
        """
      And requests to server "docs" are retried <budget>
      And the manager has connected its servers
      When the program sends "tools/call" to server "docs"
      And 1h passes
      Then operation 2 <end>
      And server "docs" received "tools/call" at "<times>"
      And server "docs" received "initialize" 1 time

      Examples:
        | transport | fault                                | budget      | end                                                                               | times          | http       |
        | stdio     | {error: {code: -32000, message: no}} | 3 times     | succeeds                                                                          | 0s, 1s, 3s, 7s |            |
        | stdio     | {error: {code: -32000, message: no}} | without end | succeeds                                                                          | 0s, 1s, 3s, 7s |            |
        | stdio     | {error: {code: -32000, message: no}} | 2 times     | fails with "MCP error -32000: no"                                                 | 0s, 1s, 3s     |            |
        | stdio     | never                                | 1 time      | fails with "Failed to call tool 'echo' on MCP server 'docs': Connection timeout." | 0s, 6s         |            |
        | http      | {error: {code: -32000, message: no}} | 3 times     | succeeds                                                                          | 0s, 1s, 3s, 7s |            |
        | sse       | {error: {code: -32000, message: no}} | 3 times     | succeeds                                                                          | 0s, 1s, 3s, 7s | legacy: {} |
        | ws        | {error: {code: -32000, message: no}} | 3 times     | succeeds                                                                          | 0s, 1s, 3s, 7s |            |

    Scenario Outline: five further tries of <method>
      Given server "docs" over stdio with this script:
        """yaml
        rules:
          - {when: {method: <method>, first: 5}, do: [{error: {code: -32000, message: no}}]}
        """
      And requests to server "docs" are retried 5 times
      And the manager has connected its servers
      When the program sends "<method>" to server "docs"
      And 1h passes
      Then operation 2 succeeds
      And server "docs" received "<method>" at "0s, 1s, 3s, 7s, 15s, 31s"

      Examples:
        | method     |
        | tools/call |

  @OAI-53
  Rule: Nothing is retried unless that was configured

    Scenario Outline: <method> over <transport>
      Given server "docs" over <transport>
      And server "docs" answers "<method>" with error -32000 "no"
      And the manager has connected its servers
      When the program sends "<method>" to server "docs"
      And 1h passes
      Then operation 2 fails with "MCP error -32000: no"
      And operation 2 ended at 0s
      And server "docs" received "<method>" 1 time

      Examples:
        | method     | transport |
        | tools/list | stdio     |
        | tools/call | stdio     |
        | tools/list | http      |
        | tools/call | http      |
        | tools/call | ws        |

    Scenario Outline: <method> is not retried at all
      Given server "docs" over http with this script:
        """yaml
        prompts: [hello]
        resources: ["file:///a"]
        rules:
          - {when: {method: <method>}, do: [{status: 503}]}
        """
      And requests to server "docs" are retried 3 times
      And the manager has connected its servers
      When the program sends "<method>" to server "docs"
      And 1h passes
      Then operation 2 fails with "HTTP 503: "
      And server "docs" received "<method>" 1 time
      And server "docs" received "initialize" 1 time

      Examples:
        | method                   |
        | prompts/list             |
        | prompts/get              |
        | resources/list           |
        | resources/templates/list |
        | resources/read           |

    Scenario Outline: <method> that would succeed on another session: <fault>
      Given server "docs" over http
      And server "docs" follows these rules:
        """yaml
        - {when: {method: <method>, first: 1}, do: [<action>]}
        """
      And the manager has connected its servers
      When the program sends "<method>" to server "docs"
      And 1h passes
      Then operation 2 fails with a text that ends with "<text>"
      And server "docs" received "<method>" 1 time
      And server "docs" received "initialize" 1 time

      Examples:
        | method     | fault      | action          | text                |
        | tools/call | a status   | {status: 503}   | HTTP error 503      |
        | tools/list | a status   | {status: 503}   | HTTP error 503      |
        | tools/call | no answer  | never           | Connection timeout. |
