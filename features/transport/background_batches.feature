@omp @virtual
Feature: What the background stream carries is handled like what comes elsewhere

  @OMP-TP-92 @real
  Rule: A batch over the background stream is handled from its first message to its last

    Example: two notifications around a request
      Given server "docs" over http
      And server "docs" follows these rules:
        """yaml
        - when: {verb: GET}
          do:
            - sse:
                events:
                  - {delay: 1s, data: '[{"jsonrpc":"2.0","method":"notifications/a"},{"jsonrpc":"2.0","id":"q","method":"ping"},{"jsonrpc":"2.0","method":"notifications/b"}]'}
                  - {delay: 1h, data: '{"jsonrpc":"2.0","method":"notifications/c"}'}
        """
      When the runtime starts
      And 2s pass
      Then the host saw these notifications of server "docs": "notifications/a, notifications/b"
      And server "docs" received these answers:
        """jsonl
        {"jsonrpc": "2.0", "id": "q", "result": {}}
        """

    Example: an event with a name of its own is a message, too
      Given server "docs" over http
      And server "docs" follows these rules:
        """yaml
        - when: {verb: GET}
          do:
            - sse:
                events:
                  - {event: update, data: '{"jsonrpc":"2.0","method":"notifications/a"}'}
                  - {delay: 1h, data: '{"jsonrpc":"2.0","method":"notifications/c"}'}
        """
      When the runtime starts
      And 1s passes
      Then the host saw these notifications of server "docs": "notifications/a"
