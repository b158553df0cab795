@omp @virtual
Feature: A stream that cannot be read costs the request that waits for it, and no other
  What is broken in one answer says nothing of the next one: the server has a bug, and
  the connection has none.

  Background:
    Given server "docs" over http with this script:
      """yaml
      http: {sessions: false}
      """
    And a connected transport to server "docs"

  @OMP-TP-100 @real
  Rule: An event that is no JSON fails the request of its stream

    Example: before the answer, which comes too late
      Given server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list}, do: [{sse: {events: [{data: '{"jsonrpc":'}, {answer: true}]}}]}
        """
      When the request "tools/list" is sent
      Then request 1 fails with a text that begins with "parsing an event: "
      And the transport is connected
      And the transport reported nothing

    Example: neither one that waits beside it nor one that comes later
      Given server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list, first: 1}, do: [{sse: {events: [{data: '{"jsonrpc":'}, {answer: true}]}}]}
        - {when: {method: ping}, do: [{delay: 1s}]}
        """
      When the request "ping" is sent
      And the request "tools/list" is sent
      And the request "tools/list" is sent
      Then request 2 fails with a text that begins with "parsing an event: "
      And request 3 succeeds
      When 1s passes
      Then request 1 succeeds
