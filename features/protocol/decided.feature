@omp @virtual
Feature: Which message decides a request

  Servers send all kinds of answers: both members, none of them, the id in another form. What
  an answer is does not depend on how it comes.

  @OMP-TP-23
  Rule: An error is thrown whatever stands beside it, and every other result is returned

    Scenario Outline: <what>, over <kind>
      Given server "docs" over <kind> with this script:
        """yaml
        http: {sessions: false}
        rules:
          - {when: {method: ping}, do: [<how>, {raw: '<answer>'}, <end>]}
        """
      And a connected transport to server "docs"
      When the request "ping" is sent
      Then request 1 <outcome>

      Examples:
        | what                   | kind  | how                                         | answer                                                                 | end            | outcome                        |
        | a result and an error  | http  | {headers: {Content-Type: application/json}} | {"jsonrpc":"2.0","id":<id>,"result":{},"error":{"code":5,"message":"no"}} | {end: eof} | fails with "MCP error 5: no"   |
        | a result and an error  | stdio | {stderr: x}                                 | {"jsonrpc":"2.0","id":<id>,"result":{},"error":{"code":5,"message":"no"}} | {raw: "\\n"}, never      | fails with "MCP error 5: no"   |
        | a null result          | http  | {headers: {Content-Type: application/json}} | {"jsonrpc":"2.0","id":<id>,"result":null}                              | {end: eof}     | succeeds                       |
        | a null result          | stdio | {stderr: x}                                 | {"jsonrpc":"2.0","id":<id>,"result":null} | {raw: "\\n"}, never          | succeeds                       |
        | a result and no error  | http  | {headers: {Content-Type: application/json}} | {"jsonrpc":"2.0","id":<id>,"result":{},"error":null}                   | {end: eof}     | succeeds                       |
        | no type                | http  | {headers: {Content-Type: ""}}               | {"jsonrpc":"2.0","id":<id>,"result":{}}                                | {end: eof}     | succeeds                       |
        | another id             | http  | {headers: {Content-Type: application/json}} | {"jsonrpc":"2.0","id":"no","result":{}}                                | {end: eof}     | succeeds                       |

    Scenario Outline: an error with the code 0 and no text, over <kind>
      Given server "docs" over <kind>
      And server "docs" answers "ping" with error 0 ""
      And a connected transport to server "docs"
      When the request "ping" is sent
      Then request 1 fails with "MCP error 0: "

      Examples:
        | kind  |
        | stdio |
        | http  |

  @OMP-TP-24 @OMP-TP-25 @OMP-TP-26 @OMP-TP-13 @real
  Rule: In a stream only an answer with exactly the id of the request decides it

    Scenario Outline: before the answer comes <what>
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        rules:
          - when: {method: tools/list}
            do: [{result: {n: 1}}, {sse: {events: [{data: '<before>'}, {delay: 1s, answer: true}]}}]
        """
      And a connected transport to server "docs"
      When the request "tools/list" is sent
      Then request 1 is pending
      When 1s passes
      Then request 1 succeeds with:
        """json
        {"n": 1}
        """

      Examples:
        | what                            | before                                                     |
        | another id of the same length   | {"jsonrpc":"2.0","id":"1234567890123456789","result":{"n":2}} |
        | an error with another id        | {"jsonrpc":"2.0","id":"1234567890123456789","error":{"code":1,"message":"no"}} |
        | the id with a null error        | {"jsonrpc":"2.0","id":"<id>","error":null}                 |
        | a request with the same id      | {"jsonrpc":"2.0","id":"<id>","method":"ping"}              |

    Example: a number with the digits of the id
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        rules: [{when: {method: tools/list}, do: [{as: sse}, {id: string}, answer]}]
        """
      And a connected transport to server "docs"
      When the request "tools/list" is sent
      Then request 1 fails with "No response received for request ID <id>"

    Scenario Outline: a result of null is one, over <kind>
      Given server "docs" over <kind> with this script:
        """yaml
        rules: [{when: {method: ping}, do: [{as: sse}, {result: null}]}]
        """
      And a connected transport to server "docs"
      When the request "ping" is sent
      Then request 1 succeeds with:
        """json
        null
        """

      Examples:
        | kind  |
        | http  |
        | ws    |

  @OMP-TP-24 @real
  Rule: Of several answers in one batch the first decides

    Example: two results
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        rules:
          - when: {method: tools/list}
            do: [{sse: {events: [{data: '[{"id":"<id>","result":{"n":1}},{"id":"<id>","result":{"n":2}}]'}]}}]
        """
      And a connected transport to server "docs"
      When the request "tools/list" is sent
      Then request 1 succeeds with:
        """json
        {"n": 1}
        """

  @OMP-TP-25 @real
  Rule: Over stdio, too, a request of the server with the same id is one of its own

    Example: it is answered, and the answer comes later
      Given server "docs" over stdio with this script:
        """yaml
        rules:
          - {when: {method: ping}, do: [{request: {method: ping, id: "<id>"}}, {delay: 1s}]}
        """
      And a connected transport to server "docs"
      When the request "ping" is sent
      Then request 1 is pending
      When 1s passes
      Then request 1 succeeds

    Scenario Outline: <what>, over <kind>
      Given server "docs" over <kind>
      And server "docs" answers "ping" after 1s
      And a connected transport to server "docs"
      When the request "ping" is sent
      Then server "docs" received "ping" 1 time
      When server "docs" sends:
        """json
        {"jsonrpc": "2.0", "id": <id of "ping" number 1 to server "docs"><more>}
        """
      Then request 1 is pending
      When 1s passes
      Then request 1 succeeds

      Examples:
        | what                | kind  | more                 |
        | the id alone        | stdio |                      |
        | the id alone        | ws    |                      |
        | an error of null    | stdio | , "error": null      |
