@omp @virtual
Feature: A line that is dropped costs no request

  @OMP-TP-54 @OMP-TP-55
  Rule: What waits for an answer goes on waiting when a line is dropped

    Scenario Outline: <line>
      Given server "docs" over stdio
      And server "docs" answers "ping" after 1s
      And a connected transport to server "docs"
      When the request "ping" is sent
      And server "docs" sends:
        """text
        <line>
        """
      Then request 1 is pending
      When 1s passes
      Then request 1 succeeds
      And the transport reported:
        """text
        dropped <what>
        """

      Examples:
        | line                         | what          |
        | listening on stdio           | not json      |
        | {"jsonrpc":"2.0","method":   | not json      |
        | {"jsonrpc":"2.0"}            | not a message |
        | false                        | not a message |
        | -1                           | not a message |
        | []                           | not a message |

  @OMP-TP-03
  Rule: A transport without callbacks is closed like any other

    Scenario Outline: over <kind>
      Given server "docs" over <kind> with this script:
        """yaml
        http: {sessions: false}
        """
      And a connected transport to server "docs"
      And the transport has no callbacks
      When the request "ping" is sent
      And the transport is closed
      Then request 1 succeeds
      And the transport has closed
      And the transport reported nothing

      Examples:
        | kind  |
        | stdio |
        | http  |
        | ws    |

  @OMP-TP-04 @OMP-TP-05
  Rule: What a server asks in an answer of its own is answered as well

    Scenario Outline: over <kind>, by a bare connection
      Given server "docs" over <kind> with this script:
        """yaml
        capabilities: {resources: {subscribe: true}}
        rules:
          - when: {method: resources/subscribe}
            do: [{as: sse}, {request: {method: ping, id: 1}}, {request: {method: ping, id: 2}}, {request: {method: roots/list, id: 3, params: {a: 1}}}]
        """
      When a bare connection to server "docs" is opened
      And the bare connection subscribes to "doc:a"
      Then server "docs" received these answers:
        """jsonl
        {"jsonrpc": "2.0", "id": 1, "result": {}}
        {"jsonrpc": "2.0", "id": 2, "result": {}}
        {"jsonrpc": "2.0", "id": 3, "result": {"roots": [{"uri": "file:///project", "name": "project"}]}}
        """

      Examples:
        | kind  |
        | stdio |
        | http  |
        | sse   |
        | ws    |

    Scenario Outline: over <kind>, before "initialize" is answered
      Given server "docs" over <kind> with this script:
        """yaml
        rules:
          - when: {method: initialize}
            do: [{as: sse}, {request: {method: ping, id: 1}}, {request: {method: roots/list, id: 2}}, {delay: 1s}]
        """
      When a bare connection to server "docs" is opened
      And 1s passes
      Then server "docs" received these answers:
        """jsonl
        {"jsonrpc": "2.0", "id": 1, "result": {}}
        {"jsonrpc": "2.0", "id": 2, "result": {"roots": [{"uri": "file:///project", "name": "project"}]}}
        """

      Examples:
        | kind  |
        | stdio |
        | http  |
        | ws    |
