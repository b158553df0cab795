@agents @virtual
Feature: A call whose session broke is tried once more on a session of its own
  The shared session may be the thing that is ill. A call that met that is worth a
  fresh session, used once and closed; a call that is wrong is not, and neither is
  one that its own caller gave up.

  @OAI-42 @OAI-47
  Rule: Only a transient failure of the session leads to an isolated session

    @real
    Scenario Outline: the shared session fails with <fault>
      Given server "docs" over http
      And requests on the shared session of server "docs" fail with "<fault>"
      And requests to server "docs" are retried 1 time
      And the manager has connected its servers
      When the program sends "tools/call" to server "docs"
      Then operation 2 succeeds
      And requests to server "docs" took 1 shared and 1 isolated tries
      And requests to server "docs" waited ""
      And server "docs" received "initialize" 2 times
      And server "docs" received "DELETE" 1 time

      Examples:
        | fault             |
        | cancelled         |
        | closed            |
        | unreachable       |
        | timeout           |
        | HTTP 500          |
        | HTTP 503          |
        | error 408         |
        | HTTP 502, timeout |
        | HTTP 502, timeout + closed |

    Scenario Outline: <fault> is an answer about the request, and no failure of the session
      Given server "docs" over http
      And requests on the shared session of server "docs" fail with "<fault>"
      And requests to server "docs" are retried 1 time
      And the manager has connected its servers
      When the program sends "tools/call" to server "docs"
      Then requests to server "docs" took 1 shared and 0 isolated tries

      Examples:
        | fault    |
        | HTTP 408 |
        | HTTP 429 |

    Scenario Outline: the first answer is <what>
      Given server "docs" over http
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/call, first: 1}, do: [<action>]}
        """
      And requests to server "docs" are retried 1 time
      And the manager has connected its servers
      When the program sends "tools/call" to server "docs"
      And 5s pass
      Then operation 2 succeeds
      And requests to server "docs" took 1 shared and 1 isolated tries
      And requests to server "docs" waited ""
      And server "docs" received "initialize" 2 times
      And server "docs" received "tools/call" 2 times

      Examples:
        | what                            | action                              |
        | 500                             | {status: 500}                       |
        | 501                             | {status: 501}                       |
        | 502                             | {status: 502}                       |
        | 503                             | {status: 503}                       |
        | 504                             | {status: 504}                       |
        | 505                             | {status: 505}                       |
        | 511                             | {status: 511}                       |
        | 599                             | {status: 599}                       |
        | a cut connection                | drop                                |
        | the beginning of an answer      | {drop: 20}                          |
        | a reset                         | {end: reset}                        |
        | a stream that ends too early    | {as: sse}, {drop: 30}               |
        | no answer                       | never                               |
        | a request timeout               | {error: {code: 408, message: late}} |

    Example: a server that is gone cannot be reached on a session of its own either
      Given server "docs" over http
      And requests to server "docs" are retried 2 times
      And the manager has connected its servers
      When server "docs" goes down
      And the program sends "tools/call" to server "docs"
      And 1h passes
      Then operation 2 fails with "Failed to call tool 'echo' on MCP server 'docs': Connection lost. The server may have disconnected."
      And requests to server "docs" took 2 shared and 1 isolated tries
      And requests to server "docs" waited "1s"

  @OAI-44
  Rule: Only streamable HTTP has isolated sessions

    Scenario Outline: a <fault> over <transport>
      Given server "docs" over <transport> with this script:
        """yaml
        http: {<http>}
        """
      And requests on the shared session of server "docs" fail with "<fault>"
      And requests to server "docs" are retried 2 times
      And the manager has connected its servers
      When the program sends "tools/call" to server "docs"
      And 1h passes
      Then requests to server "docs" took 3 shared and 0 isolated tries
      And server "docs" received "initialize" 1 time
      And server "docs" was started <started> times

      Examples:
        | transport | fault     | started | http       |
        | stdio     | timeout   | 1       |            |
        | stdio     | HTTP 503  | 1       |            |
        | stdio     | cancelled | 1       |            |
        | ws        | timeout   | 0       |            |
        | ws        | closed    | 0       |            |
        | sse       | timeout   | 0       | legacy: {} |
        | sse       | HTTP 503  | 0       | legacy: {} |
        | sse       | closed    | 0       | legacy: {} |

    @real
    Example: other requests than calls have none either
      Given server "docs" over http
      And requests on the shared session of server "docs" fail with "HTTP 503"
      And requests to server "docs" are retried 2 times
      And the manager has connected its servers
      When the program sends "tools/list" to server "docs"
      And 1h passes
      Then requests to server "docs" took 3 shared and 0 isolated tries
