@omp @virtual
Feature: What is said to a server has ids of its own, and what it asks is answered under its ids

  @OMP-TP-12
  Rule: Over every transport, of every kind of id, each request has one that was never used before

    Scenario Outline: <ids> over <kind>
      Given the switch "transport.sse" is "legacy"
      And the switch "rpc.ids" is "<ids>"
      And server "docs" over <kind> with this script:
        """yaml
        http: {legacy: {}}
        """
      And a connected transport to server "docs"
      When the request "ping" is sent <n> times in a row
      Then server "docs" received "ping" <n> times
      And server "docs" saw the request id only once each

      Examples:
        | ids       | kind | n   |
        | snowflake | sse  | 3   |
        | integer   | ws   | 260 |

    Example: over HTTP, with params
      Given server "docs" over http
      And a connected transport to server "docs"
      When the request "tools/call" is sent with:
        """json
        {"name": "echo", "arguments": {}}
        """
      And the request "tools/call" is sent with:
        """json
        {"name": "echo", "arguments": {}}
        """
      Then server "docs" received "tools/call" 2 times
      And server "docs" saw the request id only once each

  @OMP-TP-13
  Rule: Over HTTP an id that was issued at the same moment is another one

    Example: the stream of one answer begins with that of a neighbour
      Given servers "docs, mail" over http
      And server "docs" follows these rules:
        """yaml
        - {when: {method: ping}, do: [never]}
        """
      And server "mail" follows these rules:
        """yaml
        - when: {method: ping}
          do: [{result: {n: 1}}, {sse: {events: [{data: '{"jsonrpc":"2.0","id":"2006515713438650368","result":{"n":2}}'}, {delay: 1s, answer: true}]}}]
        """
      And a connected transport to server "docs"
      When the request "ping" is sent
      And a new transport to server "mail" connects
      And the request "ping" is sent
      And 1s passes
      Then "ping" number 1 to server "docs" is:
        """json
        {"jsonrpc": "2.0", "id": "2006515713438650368", "method": "ping"}
        """
      And request 1 is pending
      And request 2 succeeds with:
        """json
        {"n": 1}
        """

  @OMP-TP-18
  Rule: A request is answered under its id over every transport, alone and in a batch

    Scenario Outline: <what> over <kind>
      Given the switch "transport.sse" is "legacy"
      And server "docs" over <kind> with this script:
        """yaml
        http: {legacy: {}}
        """
      And a connected transport to server "docs"
      And the transport answers requests with nothing
      When server "docs" sends:
        """json
        <message>
        """
      And 1s passes
      Then server "docs" received these answers:
        """jsonl
        {"jsonrpc": "2.0", "id": <id>, "result": {}}
        """

      Examples:
        | what      | kind  | id  | message                                                                                          |
        | alone     | sse   | 0   | {"jsonrpc":"2.0","id":0,"method":"ping"}                                                         |
        | in a batch | stdio | "a" | [{"jsonrpc":"2.0","method":"notifications/message"},{"jsonrpc":"2.0","id":"a","method":"roots/list"}] |
        | in a batch | ws    | "a" | [{"jsonrpc":"2.0","method":"notifications/message"},{"jsonrpc":"2.0","id":"a","method":"roots/list"}] |

    Example: over HTTP, in the stream of an answer
      Given server "docs" over http
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list}, do: [{result: {n: 1}}, {sse: {events: [{data: '{"jsonrpc":"2.0","id":3,"method":"ping"}'}, {delay: 1s, answer: true}]}}]}
        """
      And a connected transport to server "docs"
      And the transport answers requests with nothing
      When the request "tools/list" is sent
      And 1s passes
      Then request 1 succeeds
      And server "docs" received these answers:
        """jsonl
        {"jsonrpc": "2.0", "id": 3, "result": {}}
        """

    Example: with params, which whoever answers gets
      Given the switch "protocol.revision" is "2025-11-25"
      And the user answers what servers ask with:
        """json
        {"action": "accept", "content": {"b": "me"}}
        """
      And server "docs" over stdio
      And the runtime has started
      When server "docs" sends:
        """json
        {"jsonrpc": "2.0", "id": 7, "method": "elicitation/create", "params": {"message": "Who?"}}
        """
      Then server "docs" received these answers:
        """jsonl
        {"jsonrpc": "2.0", "id": 7, "result": {"action": "accept", "content": {"b": "me"}}}
        """
