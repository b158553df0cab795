@agents @virtual
Feature: A call whose session broke is tried once more on a session of its own
  The shared session may be the thing that is ill. A call that met that is worth a
  fresh session, used once and closed; a call that is wrong is not, and neither is
  one that its own caller gave up.

  @OAI-42 @OAI-47
  Rule: Only a transient failure of the session leads to an isolated session

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
      And server "docs" received "initialize" 2 times
      And server "docs" received "tools/call" 2 times

      Examples:
        | what              | action                              |
        | 500               | {status: 500}                       |
        | a cut connection  | drop                                |
        | no answer         | never                               |
        | a request timeout | {error: {code: 408, message: late}} |

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
        | HTTP 401, timeout       |
        | cancelled, error -32602 |
        | closed, error -32000    |

  @OAI-49
  Rule: An ordinary 4xx is not replayed

    Scenario Outline: a call is answered with <status>
      Given server "docs" over http
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/call}, do: [{status: <status>}]}
        """
      And requests to server "docs" are retried 3 times
      And the manager has connected its servers
      When the program sends "tools/call" to server "docs"
      And 1h passes
      Then operation 2 fails with "Failed to call tool 'echo' on MCP server 'docs': HTTP error <status>"
      And server "docs" received "tools/call" 1 time
      And server "docs" received "initialize" 1 time

      Examples:
        | status |
        | 400    |
        | 401    |
        | 404    |
        | 422    |
        | 429    |

    Example: the isolated session meets one
      Given server "docs" over http
      And requests on the shared session of server "docs" fail with "HTTP 503"
      And requests on the isolated sessions of server "docs" fail with "HTTP 404"
      And requests to server "docs" are retried 5 times
      And the manager has connected its servers
      When the program sends "tools/call" to server "docs"
      And 1h passes
      Then operation 2 fails with "Failed to call tool 'echo' on MCP server 'docs': HTTP error 404"
      And requests to server "docs" took 1 shared and 1 isolated tries

  @OAI-44
  Rule: Only streamable HTTP has isolated sessions

    Scenario Outline: a <fault> over <transport>
      Given server "docs" over <transport>
      And requests on the shared session of server "docs" fail with "<fault>"
      And requests to server "docs" are retried 2 times
      And the manager has connected its servers
      When the program sends "tools/call" to server "docs"
      And 1h passes
      Then requests to server "docs" took 3 shared and 0 isolated tries
      And server "docs" received "initialize" 1 time
      And server "docs" was started <started> times

      Examples:
        | transport | fault    | started |
        | stdio     | timeout  | 1       |
        | stdio     | HTTP 503 | 1       |
        | ws        | timeout  | 0       |

    Example: other requests than calls have none either
      Given server "docs" over http
      And requests on the shared session of server "docs" fail with "HTTP 503"
      And requests to server "docs" are retried 2 times
      And the manager has connected its servers
      When the program sends "tools/list" to server "docs"
      And 1h passes
      Then requests to server "docs" took 3 shared and 0 isolated tries
