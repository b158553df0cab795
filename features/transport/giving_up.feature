@omp @virtual
Feature: Giving up a request over stdio is a local matter
  A caller may stop waiting at any moment, and a deadline stops it at the latest.
  Both forget the request and do nothing else: the server is not told, requests
  beside it go on, and an answer that comes too late belongs to nobody.

  @OMP-TP-50 @real
  Rule: A request that its caller gives up ends at once, with the caller's reason

    Example: given up after two seconds
      Given server "docs" over stdio
      And server "docs" never answers "ping"
      And a connected transport to server "docs"
      When the request "ping" is sent
      And 2s pass
      And the sender gives up request 1
      Then request 1 was aborted
      And request 1 ended at 2s

  @OMP-TP-21 @OMP-TP-51 @real
  Rule: A request that was given up or timed out is forgotten, and its late answer is ignored

    Example: an answer that comes a second after the deadline
      Given server "docs" over stdio
      And server "docs" answers "ping" after 4s
      And server "docs" has a timeout of 3s
      And a connected transport to server "docs"
      When the request "ping" is sent
      And the clock reaches 3999ms
      Then request 1 fails with "Request timeout after 3000ms"
      And the transport reported nothing
      When the clock reaches 4s
      Then the transport reported:
        """text
        dropped unknown id
        """
      And request 1 fails with "Request timeout after 3000ms"
      And the transport is connected

    Example: an answer that comes after the caller has left
      Given server "docs" over stdio
      And server "docs" answers "ping" after 4s
      And a connected transport to server "docs"
      When the request "ping" is sent
      And the sender gives up request 1
      And the clock reaches 4s
      Then the transport reported:
        """text
        dropped unknown id
        """
      And request 1 was aborted
      And the transport is connected

    Example: an error that comes too late
      Given server "docs" over stdio
      And server "docs" follows these rules:
        """yaml
        - {when: {method: ping}, do: [{delay: 4s}, {error: {code: -32000, message: late}}]}
        """
      And a connected transport to server "docs"
      When the request "ping" is sent
      And the sender gives up request 1
      And the clock reaches 4s
      Then the transport reported:
        """text
        dropped unknown id
        """
      And request 1 was aborted

    Example: an answer that comes too late on the stream of a server of 2024-11-05
      Given the switch "transport.sse" is "legacy"
      And server "docs" over sse with this script:
        """yaml
        http: {legacy: {}}
        rules: [{when: {method: ping}, do: [{delay: 4s}]}]
        """
      And a connected transport to server "docs"
      When the request "ping" is sent
      And the sender gives up request 1
      And 4s pass
      Then the transport reported:
        """text
        dropped unknown id
        """
      And request 1 was aborted

  @OMP-TP-52
  Rule: The server is not told that a request was given up or timed out

    Scenario Outline: nothing is sent, not even an hour later, about <method>
      Given server "docs" over stdio
      And server "docs" never answers "<method>"
      And a connected transport to server "docs"
      When the request "<method>" is sent
      And the request "<method>" is sent
      And the sender gives up request 1
      And 1h passes
      Then request 1 was aborted
      And request 2 ended at 30s
      And server "docs" read these lines:
        """jsonl
        {"jsonrpc":"2.0","id":<id>,"method":"<method>"}
        {"jsonrpc":"2.0","id":<id>,"method":"<method>"}
        """

      Examples:
        | method         |
        | ping           |
        | tools/list     |
        | tools/call     |
        | resources/read |

  @OMP-TP-53
  Rule: Requests beside one that was given up or timed out are not touched

    Example: one times out while another waits for its answer, and one comes later
      Given server "docs" over stdio
      And server "docs" never answers "tools/call"
      And server "docs" answers "ping" after 20s
      And a connected transport to server "docs"
      When the request "tools/call" is sent
      And the clock reaches 15s
      And the request "ping" is sent
      And the clock reaches 30s
      Then request 1 fails with "Request timeout after 30000ms"
      When the request "ping" is sent
      And 20001ms pass
      Then requests 2 to 3 succeed

    Example: one is given up while another waits for its answer
      Given server "docs" over stdio
      And server "docs" never answers "tools/call"
      And server "docs" answers "ping" after 20s
      And a connected transport to server "docs"
      When the request "tools/call" is sent
      And the request "ping" is sent
      And the clock reaches 15s
      And the sender gives up request 1
      And the clock reaches 20s
      Then request 2 succeeds
      And the transport reported nothing
      And server "docs" was started 1 time
