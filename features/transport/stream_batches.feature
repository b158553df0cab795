@omp @virtual
Feature: An event may hold several messages
  Servers of 2025-03-26 may send arrays of messages, and each of them counts as if it
  had come alone.

  @OMP-TP-27 @real
  Rule: Notifications of a batch in a stream are delivered, before and after the answer

    Example: two before the answer, one beside it and one behind it
      Given server "docs" over http with this script:
        """yaml
        http: {sessions: false}
        rules:
          - when: {method: tools/list}
            do:
              - result: {n: 1}
              - sse:
                  events:
                    - data: '[{"jsonrpc":"2.0","method":"a"},{"jsonrpc":"2.0","method":"b"}]'
                    - answer: true
                    - data: '[{"jsonrpc":"2.0","method":"c"}]'
        """
      And a connected transport to server "docs"
      When the request "tools/list" is sent
      Then request 1 succeeds
      And the transport reported:
        """
        notification a
        notification b
        notification c
        """
