@omp @virtual
Feature: A stream carries more than an answer, and outlives it
  A server can notify and ask the client in the same stream, before and after the answer.

  Background:
    Given server "docs" over http with this script:
      """yaml
      http: {sessions: false}
      """
    And a connected transport to server "docs"

  @OMP-TP-27 @real
  Rule: Notifications of a stream are delivered, before and after the answer

    Example: one second before and one second after
      Given server "docs" follows these rules:
        """yaml
        - when: {method: tools/list}
          do: [{as: sse}, {notify: notifications/early}, {delay: 1s}, answer, {delay: 1s}, {notify: notifications/late}]
        """
      When the request "tools/list" is sent
      Then request 1 is pending
      And the transport reported:
        """
        notification notifications/early
        """
      When the clock reaches 2s
      Then request 1 ended at 1s
      And the transport reported:
        """
        notification notifications/early
        notification notifications/late
        """

  @OMP-TP-28 @real
  Rule: A server request in a stream is answered by a POST of its own

    Example: asked and answered while the request is pending
      Given server "docs" follows these rules:
        """yaml
        - when: {method: tools/list}
          do: [{as: sse}, {request: {method: roots/list, id: 77}}, {delay: 1s}]
        """
      When the request "tools/list" is sent
      Then request 1 is pending
      And server "docs" received in order:
        """
        tools/list
        answer
        """
      And server "docs" received these answers:
        """jsonl
        {"jsonrpc": "2.0", "id": 77, "result": {"answered": "roots/list"}}
        """
      And server "docs" received "POST" 2 times
      When the clock reaches 1s
      Then request 1 succeeds

    Example: asked behind the answer, with ids that mean nothing to some
      Given server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list}, do: [{as: sse}, answer, {request: {method: ping, id: 0}}, {request: {method: ping, id: ""}}, {request: {method: ping, id: -1}}]}
        """
      When the request "tools/list" is sent
      Then request 1 succeeds
      And server "docs" received these answers:
        """jsonl
        {"jsonrpc": "2.0", "id": 0, "result": {"answered": "ping"}}
        {"jsonrpc": "2.0", "id": "", "result": {"answered": "ping"}}
        {"jsonrpc": "2.0", "id": -1, "result": {"answered": "ping"}}
        """

  @OMP-TP-30 @real
  Rule: A request ends when its answer arrives, not when its stream ends

    Example: the stream stays open
      Given server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list}, do: [{sse: {end: none}}, {delay: 2s}]}
        """
      When the request "tools/list" is sent
      And the clock reaches 1999ms
      Then request 1 is pending
      When the clock reaches 2s
      Then request 1 ended at 2s
      And request 1 succeeds
      And server "docs" has 1 open "POST"

  @OMP-TP-31
  Rule: What follows the answer in a stream is handled as before

    Example: a notification and a request, one minute after the answer
      Given server "docs" follows these rules:
        """yaml
        - when: {method: tools/list}
          do: [{as: sse}, answer, {delay: 1m}, {notify: notifications/late}, {request: {method: ping, id: 78}}]
        """
      When the request "tools/list" is sent
      Then request 1 ended at 0s
      When the clock reaches 1m
      Then the transport reported:
        """
        notification notifications/late
        request ping
        """
      And server "docs" received these answers:
        """jsonl
        {"jsonrpc": "2.0", "id": 78, "result": {"answered": "ping"}}
        """
      And no timer is pending

    Example: a caller who leaves after the answer does not end the stream
      Given server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list}, do: [{as: sse}, answer, {delay: 1m}, {notify: notifications/late}]}
        """
      When the request "tools/list" is sent
      And the sender gives up request 1
      And the clock reaches 1m
      Then request 1 succeeds
      And the transport reported:
        """
        notification notifications/late
        """

  @OMP-TP-86 @real
  Rule: An answer to a server request that cannot be delivered is forgotten

    Scenario Outline: the server <does>
      Given server "docs" follows these rules:
        """yaml
        - when: {method: tools/list}
          do: [{as: sse}, {request: {method: roots/list, id: 77}}, {delay: 1s}, {request: {method: ping, id: 78}}]
        - {when: {verb: POST, nth: 2}, do: [<action>]}
        """
      When the request "tools/list" is sent
      And 1h passes
      Then request 1 ended at 1s
      And request 1 succeeds
      And server "docs" received "answer" 2 times
      And the transport reported:
        """
        request roots/list
        request ping
        """

      Examples:
        | does                 | action        |
        | drops the connection | drop          |
        | answers 500          | {status: 500} |
