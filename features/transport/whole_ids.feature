@omp @virtual
Feature: An id is compared as a whole, on every wire
  Where only one request waits, an answer is still that of whoever asked for it.

  @OMP-TP-13
  Rule: Over HTTP+SSE an answer with another id is nobody's, also where one request waits

    Example: an id of somebody
      Given the switch "transport.sse" is "legacy"
      And server "docs" over sse with this script:
        """yaml
        http: {legacy: {}}
        """
      And server "docs" never answers "ping"
      And a connected transport to server "docs"
      When the request "ping" is sent
      And server "docs" sends:
        """json
        {"jsonrpc":"2.0","id":"no-such-id","result":{}}
        """
      Then request 1 is pending
      And the transport reported:
        """text
        dropped unknown id
        """

  @OMP-TP-13
  Rule: An id means nothing on another transport, whatever it runs over

    Scenario Outline: the id of a request to the neighbour, over <kind>
      Given the switch "transport.sse" is "legacy"
      And server "docs" over <kind> with this script:
        """yaml
        http: {legacy: {}}
        rules: [{when: {method: ping}, do: [never]}]
        """
      And server "mail" over <kind> with this script:
        """yaml
        http: {legacy: {}}
        rules: [{when: {method: ping}, do: [never]}]
        """
      And a connected transport to server "docs"
      When the request "ping" is sent
      And a new transport to server "mail" connects
      And the request "ping" is sent
      And server "mail" sends:
        """json
        {"jsonrpc":"2.0","id":<id of "ping" number 1 to server "docs">,"result":{}}
        """
      Then request 1 is pending
      And request 2 is pending
      And the transport reported:
        """text
        dropped unknown id
        """

      Examples:
        | kind |
        | ws   |
        | sse  |

  @OMP-TP-24 @OMP-TP-13
  Rule: Of a batch as JSON, too, only the answer with the id of the request decides it

    Scenario Outline: before it stands <what>
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        rules:
          - {when: {method: ping}, do: [{headers: {Content-Type: application/json}}, {raw: '[<before>,{"jsonrpc":"2.0","id":<id>,"result":{"n":1}}]'}, {end: eof}]}
        """
      And a connected transport to server "docs"
      When the request "ping" is sent
      Then request 1 succeeds with:
        """json
        {"n": 1}
        """

      Examples:
        | what                     | before                                                      |
        | an answer to another one | {"jsonrpc":"2.0","id":"1234567890123456789","result":{"n":2}} |
        | an error of another one  | {"jsonrpc":"2.0","id":"x","error":{"code":1,"message":"no"}}  |
        | an answer without an id  | {"jsonrpc":"2.0","id":null,"result":{"n":2}}                  |
