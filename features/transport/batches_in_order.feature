@omp @virtual
Feature: The messages of a batch are handled like messages that follow each other

  @OMP-TP-63
  Rule: Neither answers nor requests of a batch overtake what stands before them

    Scenario Outline: an answer between two notifications, over <kind>
      Given server "docs" over <kind> with this script:
        """yaml
        http: {sessions: false}
        rules:
          - when: {method: ping}
            do: [<does>]
        """
      And a connected transport to server "docs"
      And each callback of the transport takes 1s
      When the request "ping" is sent
      Then the transport reported:
        """text
        notification a
        """
      When the clock reaches 999ms
      Then request 1 is pending
      When the clock reaches 1s
      Then request 1 succeeds
      And the transport reported:
        """text
        notification a
        notification b
        """

      Examples:
        | kind  | does |
        | stdio | {raw: '[{"jsonrpc":"2.0","method":"a"},{"jsonrpc":"2.0","id":<id>,"result":{}},{"jsonrpc":"2.0","method":"b"}]'}, {raw: "\\n"}, never |
        | http  | {sse: {events: [{data: '[{"jsonrpc":"2.0","method":"a"},{"jsonrpc":"2.0","id":"<id>","result":{}},{"jsonrpc":"2.0","method":"b"}]'}]}} |
