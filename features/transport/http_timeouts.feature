@omp @virtual
Feature: Nobody waits for an HTTP server longer than agreed
  Every request and every notification has a deadline, 30 s unless configured
  otherwise, from sending to the answer itself: a server that sends headers and
  then stalls does not get more time. A caller who gives up gets back their own
  reason, and a deadline reads like a deadline; the two are never confused.

  Background:
    Given server "docs" over http with this script:
      """yaml
      http: {sessions: false}
      """

  @OMP-TP-75
  Rule: A request has 30 s, or the server's configured timeout

    Example: thirty seconds by default
      Given server "docs" never answers "tools/list"
      And a connected transport to server "docs"
      When the request "tools/list" is sent
      And the clock reaches 29999ms
      Then request 1 is pending
      When the clock reaches 30s
      Then request 1 fails with "Request timeout after 30000ms"
      And request 1 ended at 30s

    Example: a configured timeout of 1500 ms
      Given server "docs" never answers "tools/list"
      And server "docs" has a timeout of 1500ms
      And a connected transport to server "docs"
      When the request "tools/list" is sent
      And the clock reaches 1499ms
      Then request 1 is pending
      When the clock reaches 1500ms
      Then request 1 fails with "Request timeout after 1500ms"

    @real
    Example: a timeout of 0 is no deadline
      Given server "docs" never answers "tools/list"
      And server "docs" has a timeout of 0
      And a connected transport to server "docs"
      When the request "tools/list" is sent
      And 1h passes
      Then request 1 is pending

    Example: the body counts too
      Given server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list}, do: [{delay: 20s}, {raw: '{"jsonrpc"'}, never]}
        """
      And a connected transport to server "docs"
      When the request "tools/list" is sent
      And the clock reaches 29999ms
      Then request 1 is pending
      When the clock reaches 30s
      Then request 1 fails with "Request timeout after 30000ms"

  @OMP-TP-76
  Rule: The caller or the deadline ends a request, whichever is first

    @real
    Example: the caller at 5 s
      Given server "docs" never answers "tools/list"
      And a connected transport to server "docs"
      When the request "tools/list" is sent
      And the clock reaches 5s
      Then request 1 is pending
      When the sender gives up request 1
      Then request 1 ended at 5s
      And server "docs" has 0 open "POST"

    Example: the deadline, before a caller who would have given up later
      Given server "docs" never answers "tools/list"
      And a connected transport to server "docs"
      When the request "tools/list" is sent
      And the clock reaches 31s
      And the sender gives up request 1
      Then request 1 ended at 30s
      And server "docs" has 0 open "POST"

  @OMP-TP-77
  Rule: A caller who gives up gets their own reason, and a deadline is a timeout error

    Scenario Outline: <phase>
      Given server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list}, do: [<actions>]}
        """
      And a connected transport to server "docs"
      When the request "tools/list" is sent
      And the request "tools/list" is sent
      And the clock reaches 29s
      And the sender gives up request 1
      And the clock reaches 30s
      Then request 1 was aborted
      And request 2 fails with "<timeout>"
      And the transport reported nothing

      Examples:
        | phase                     | actions                             | timeout                            |
        | before the headers        | never                               | Request timeout after 30000ms      |
        | in the middle of a body   | {raw: '{"json'}, never              | Request timeout after 30000ms      |
        | in the middle of a stream | {as: sse}, {raw: ": hi\\n\\n"}, never | SSE response timeout after 30000ms |

  @OMP-TP-78
  Rule: A notification has a deadline of its own, equal to that of requests

    Scenario Outline: a timeout of <timeout>
      Given server "docs" never answers "notifications/cancelled"
      And server "docs" has a timeout of <timeout>
      And a connected transport to server "docs"
      When the notification "notifications/cancelled" is sent
      And the clock reaches <before>
      Then request 1 is pending
      When the clock reaches <timeout>
      Then request 1 fails with "Notify timeout after <ms>ms"

      Examples:
        | timeout | before  | ms    |
        | 30s     | 29999ms | 30000 |
        | 700ms   | 699ms   | 700   |

  @OMP-TP-79
  Rule: A notification cannot be given up by its sender

    Example: it goes on to its deadline
      Given server "docs" never answers "notifications/cancelled"
      And a connected transport to server "docs"
      When the notification "notifications/cancelled" is sent
      And the sender gives up request 1
      And the clock reaches 29999ms
      Then request 1 is pending
      When the clock reaches 30s
      Then request 1 fails with "Notify timeout after 30000ms"

    Example: nor by giving up the requests before and after it
      Given server "docs" follows these rules:
        """yaml
        - {when: {verb: POST}, do: [never]}
        """
      And a connected transport to server "docs"
      When the request "tools/list" is sent
      And the notification "notifications/cancelled" is sent
      And the request "tools/list" is sent
      And the sender gives up request 1
      And the sender gives up request 3
      And the clock reaches 29999ms
      Then request 2 is pending
      When the clock reaches 30s
      Then request 2 fails with "Notify timeout after 30000ms"
