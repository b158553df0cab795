@omp @virtual
Feature: A request over HTTP has one time, and ends with its answer, whatever it asks for
  The stream of an answer is part of the answer: its time has begun with the request, and what
  the stream brings after the answer keeps nobody waiting.

  Background:
    Given server "docs" over http with this script:
      """yaml
      http: {sessions: false}
      """
    And a connected transport to server "docs"

  @OMP-TP-48
  Rule: The thirty seconds of a request do not begin anew with its stream

    Example: the stream begins after twenty seconds and brings no answer
      Given server "docs" follows these rules:
        """yaml
        - {when: {method: ping}, do: [{delay: 20s}, {sse: {events: [{comment: wait}, {delay: 1h, answer: true}]}}]}
        """
      When the request "ping" is sent
      And 1h passes
      Then request 1 ended at 30s
      And request 1 fails with "SSE response timeout after 30000ms"

  @OMP-TP-30
  Rule: A request of any method ends with its answer, though the stream stays open

    Scenario Outline: <method>
      Given server "docs" follows these rules:
        """yaml
        - {when: {method: <method>}, do: [{as: sse}, {result: {}}, answer, {delay: 1h}]}
        """
      When the request "<method>" is sent
      And 1m passes
      Then request 1 ended at 0s
      And request 1 succeeds
      And server "docs" has 1 open "POST"

      Examples:
        | method         |
        | initialize     |
        | ping           |
        | tools/call     |
        | prompts/list   |
        | prompts/get    |
        | resources/read |
