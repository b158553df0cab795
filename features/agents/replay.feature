@agents @virtual
Feature: What another session cannot cure is not replayed on one
  A session of its own helps where the shared one is ill. What the server refuses
  it refuses there, too, and a failure that nobody understands may have left a call
  half done: neither is sent a second time on another session.

  @OAI-48
  Rule: A group of failures that are not all transient is not replayed

    Scenario Outline: <group>
      Given server "docs" over http
      And requests on the shared session of server "docs" fail with "<group>"
      And requests to server "docs" are retried 1 time
      And the first retry of requests to server "docs" comes after 1h
      And the manager has connected its servers
      When the program sends "tools/call" to server "docs"
      Then requests to server "docs" took 1 shared and 0 isolated tries
      And server "docs" received "initialize" 1 time

      Examples:
        | group                   |
        | HTTP 503, HTTP 404      |
        | HTTP 404, HTTP 503      |
        | HTTP 401, timeout       |
        | cancelled, error -32602 |
        | closed, error -32000    |
        | error 408, error 409    |
        | HTTP 503, timeout, HTTP 399 |
        | unreachable, fatal timeout |
        | timeout + HTTP 404, HTTP 503 |
        | timeout, HTTP 503 + error -32000 |

    Scenario Outline: the first answer is <what>
      Given server "docs" over http
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/call, first: 1}, do: [<action>]}
        """
      And requests to server "docs" are retried 1 time
      And the first retry of requests to server "docs" comes after 1h
      And the manager has connected its servers
      When the program sends "tools/call" to server "docs"
      And 10s pass
      Then requests to server "docs" took 1 shared and 0 isolated tries
      And server "docs" received "initialize" 1 time

      Examples:
        | what                             | action                                         |
        | 302                              | {status: 302}                                  |
        | 399                              | {status: 399}                                  |
        | an error of the server           | {error: {code: -32603, message: no}}           |
        | an error of its own              | {error: {code: -32000, message: no}}           |
        | an error 407                     | {error: {code: 407, message: no}}              |
        | an error 409                     | {error: {code: 409, message: no}}              |
        | no JSON                          | {raw: "nonsense"}                              |

  @OAI-49 @OAI-79
  Rule: An ordinary 4xx is not replayed

    Scenario Outline: a call over <transport> is answered with <status>
      Given server "docs" over <transport> with this script:
        """yaml
        http: {<http>}
        rules:
          - {when: {method: tools/call}, do: [{status: <status>}]}
        """
      And requests to server "docs" are retried 3 times
      And the manager has connected its servers
      When the program sends "tools/call" to server "docs"
      And 1h passes
      Then operation 2 fails with "Failed to call tool 'echo' on MCP server 'docs': HTTP error <status>"
      And server "docs" received "tools/call" 1 time
      And server "docs" received "initialize" 1 time
      And requests to server "docs" waited ""

      Examples:
        | transport | status | http       |
        | http      | 400    |            |
        | http      | 401    |            |
        | http      | 403    |            |
        | http      | 404    |            |
        | http      | 405    |            |
        | http      | 408    |            |
        | http      | 409    |            |
        | http      | 410    |            |
        | http      | 412    |            |
        | http      | 413    |            |
        | http      | 415    |            |
        | http      | 422    |            |
        | http      | 423    |            |
        | http      | 425    |            |
        | http      | 428    |            |
        | http      | 429    |            |
        | http      | 431    |            |
        | http      | 451    |            |
        | http      | 499    |            |
        | sse       | 400    | legacy: {} |
        | sse       | 403    | legacy: {} |
        | sse       | 408    | legacy: {} |
        | sse       | 409    | legacy: {} |
        | sse       | 425    | legacy: {} |
        | sse       | 429    | legacy: {} |
        | sse       | 499    | legacy: {} |

    Scenario Outline: the isolated session meets <status>
      Given server "docs" over http
      And requests on the shared session of server "docs" fail with "HTTP 503"
      And requests on the isolated sessions of server "docs" fail with "HTTP <status>"
      And requests to server "docs" are retried 5 times
      And the manager has connected its servers
      When the program sends "tools/call" to server "docs"
      And 1h passes
      Then operation 2 fails with "Failed to call tool 'echo' on MCP server 'docs': HTTP error <status>"
      And requests to server "docs" took 1 shared and 1 isolated tries

      Examples:
        | status |
        | 400    |
        | 404    |
        | 408    |
        | 499    |

    Example: what the server calls wrong is not replayed either
      Given server "docs" over http
      And requests to server "docs" are retried 3 times
      And server "docs" answers "tools/call" with error -32602 "wrong"
      And the manager has connected its servers
      When the program sends "tools/call" to server "docs"
      And 1h passes
      Then operation 2 fails with "MCP error -32602: wrong"
      And server "docs" received "tools/call" 1 time

    Scenario Outline: the server refuses the request with <code>
      Given server "docs" over <transport>
      And requests on the shared session of server "docs" fail with "error <code>"
      And requests to server "docs" are retried 2 times
      And the manager has connected its servers
      When the program sends "tools/call" to server "docs"
      And 1h passes
      Then requests to server "docs" took <tries> shared and 0 isolated tries

      Examples:
        | transport | code   | tries |
        | http      | -32700 | 1     |
        | http      | -32600 | 1     |
        | stdio     | -32601 | 1     |
        | http      | -32601 | 1     |
        | stdio     | -32602 | 1     |
        | http      | -32603 | 3     |
        | stdio     | -32603 | 3     |
