@omp @virtual
Feature: What is promised of messages holds for each of their forms

  @OMP-TP-05
  Rule: A ping is answered whatever its parameters are

    Scenario Outline: <params>, over <kind>
      Given server "docs" over <kind>
      And the runtime has started
      When server "docs" sends:
        """jsonl
        {"jsonrpc":"2.0","id":7,"method":"ping","params":<params>}
        """
      Then server "docs" received these answers:
        """jsonl
        {"jsonrpc": "2.0", "id": 7, "result": {}}
        """

      Examples:
        | kind  | params                                        |
        | stdio | {}                                            |
        | stdio | {"_meta":{"progressToken":"a"},"more":[1, 2]} |
        | http  | {"_meta":{"progressToken":"a"},"more":[1, 2]} |
        | stdio | null                                          |

  @OMP-TP-26 @OMP-TP-27
  Rule: Answers with other ids are passed over and notifications of every kind delivered

    Scenario Outline: the id <id>, and <notice>
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        rules:
          - when: {method: ping}
            do:
              - sse:
                  events:
                    - {data: '{"jsonrpc":"2.0","id":<id>,"result":{"n":2}}'}
                    - {data: '{"jsonrpc":"2.0","method":"<notice>","params":{}}'}
                    - {delay: 1s, answer: true}
        """
      And a connected transport to server "docs"
      When the request "ping" is sent
      Then request 1 is pending
      And the transport reported:
        """text
        dropped unknown id
        notification <notice>
        """
      When 1s passes
      Then request 1 succeeds

      Examples:
        | id   | notice                               |
        | 0    | notifications/progress               |
        | -1   | notifications/message                |
        | 42   | notifications/cancelled              |
        | 1.5  | notifications/tools/list_changed     |
        | ""   | notifications/resources/updated      |
        | "42" | notifications/prompts/list_changed   |

  @OMP-TP-100
  Rule: A malformed event rejects its request also where events have ids

    Example: an id, and half an object
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        rules: [{when: {method: ping}, do: [{sse: {events: [{raw: "id: 7\ndata: {\n\n"}, {delay: 1s, answer: true}]}}]}]
        """
      And a connected transport to server "docs"
      When the request "ping" is sent
      And 1m passes
      Then request 1 fails with a text that begins with "parsing an event: "

    Example: the usual name, and half an object
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        rules: [{when: {method: ping}, do: [{sse: {events: [{raw: "event: message\ndata: {\n\n"}, {delay: 1s, answer: true}]}}]}]
        """
      And a connected transport to server "docs"
      When the request "ping" is sent
      And 1m passes
      Then request 1 fails with a text that begins with "parsing an event: "

  @OMP-TP-90
  Rule: A body that is cut is a failure of parsing, whether or not its length was said

    Example: half an answer of unknown length
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        rules: [{when: {method: ping}, do: [{headers: {Content-Type: application/json}}, {raw: '{"jsonrpc":"2.0","id":'}, {end: eof}]}]
        """
      And a connected transport to server "docs"
      When the request "ping" is sent
      Then request 1 fails with a text that begins with "parsing the body (HTTP 200, "application/json"): "

  @OMP-TP-49 @OMP-TP-75 @OMP-TP-78
  Rule: Definition and variable count over every transport, for requests and notifications

    Scenario Outline: a <what> over <kind>, with a timeout of <timeout> and a variable of "<variable>"
      Given the environment variable "OMP_MCP_TIMEOUT_MS" is "<variable>"
      And server "docs" over <kind>
      And server "docs" never answers "<method>"
      And server "docs" has a timeout of <timeout>
      And a connected transport to server "docs"
      When the <what> "<method>" is sent
      And 24h pass
      Then request 1 ended at <at>

      Examples:
        | what         | method          | kind  | timeout | variable | at    |
        | request      | ping            | sse   | 2s      |          | 2s    |
        | request      | ping            | http  | 2s      | 700      | 700ms |
        | request      | ping            | sse   | 2s      | 5000     | 5s    |
        | request      | ping            | ws    | 2s      | 700      | 700ms |
        | notification | notifications/a | http  | 10m     |          | 10m   |
        | notification | notifications/a | http  | 2s      | 90000    | 90s   |
