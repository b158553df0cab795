@omp @virtual
Feature: However a stream ends, a request ends once
  An error is an answer like any other: the request ends with it, and the stream goes on.
  A stream that breaks has no answer any more than one that ends.

  Background:
    Given server "docs" over http with this script:
      """yaml
      http: {sessions: false}
      """
    And a connected transport to server "docs"

  @OMP-TP-29
  Rule: A stream that breaks fails the request like one that ends, and says why

    Example: it is cut off before the answer
      Given server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list}, do: [{sse: {events: [{comment: nothing to say}], end: reset}}]}
        """
      When the request "tools/list" is sent
      Then request 1 fails with "No response received for request ID <id>: reading the stream: read tcp runtime:1->docs.test:80: read: connection reset by peer"
      And server "docs" received "POST" 1 time

  @OMP-TP-30 @OMP-TP-31
  Rule: An error ends the request at once, and what follows it in the stream is handled

    Example: a notification and a request, one minute after the error
      Given server "docs" follows these rules:
        """yaml
        - when: {method: tools/list}
          do: [{as: sse}, {error: {code: -32000, message: no}}, answer, {delay: 1m}, {notify: notifications/late}]
        """
      When the request "tools/list" is sent
      Then request 1 ended at 0s
      And request 1 fails with "MCP error -32000: no"
      When the clock reaches 1m
      Then the transport reported:
        """
        notification notifications/late
        """

  @OMP-TP-30
  Rule: A call of a modern server ends when its answer arrives as well

    Example: the stream goes on for an hour
      Given the switch "protocol.era" is "modern"
      And server "mail" over http with this script:
        """yaml
        era: modern
        tools: [a]
        rules: [{when: {method: tools/call}, do: [{sse: {events: [{answer: true}, {delay: 1h, comment: bye}]}}]}]
        """
      And the runtime has started
      When tool "mcp__mail_a" is called
      And 1s passes
      Then call 1 ended at 0s

  @OMP-TP-30
  Rule: A request ends with its answer, whatever stands beside it

    Example: in an event with an id, of a stream that stays open
      Given server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list}, do: [{sse: {events: [{id: "7", answer: true}, {id: "8", delay: 1h, comment: bye}]}}]}
        """
      When the request "tools/list" is sent
      Then request 1 ended at 0s

    Example: in front of a notification in one event, which is handled for a second
      Given each callback of the transport takes 1s
      And server "docs" follows these rules:
        """yaml
        - when: {method: tools/list}
          do: [{sse: {events: [{data: '[{"jsonrpc":"2.0","id":"<id>","result":{}},{"jsonrpc":"2.0","method":"a"}]'}]}}]
        """
      When the request "tools/list" is sent
      And 2s pass
      Then request 1 ended at 0s
