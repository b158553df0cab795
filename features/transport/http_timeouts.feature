@omp @virtual
Feature: Nobody waits for an HTTP server longer than agreed
  Every request and every notification has a deadline, 30 s unless configured otherwise, from
  sending to the answer itself: a server that sends headers and then stalls gets no more time.
  Who gives up gets back their own reason, and a deadline reads like a deadline.

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

    Scenario Outline: a configured timeout of <timeout>
      Given server "docs" never answers "tools/list"
      And server "docs" has a timeout of <timeout>
      And a connected transport to server "docs"
      When the request "tools/list" is sent
      And the clock reaches <before>
      Then request 1 is pending
      When the clock reaches <timeout>
      Then request 1 fails with "Request timeout after <ms>ms"

      Examples:
        | timeout | before  | ms    |
        | 1500ms  | 1499ms  | 1500  |
        | 45s     | 44999ms | 45000 |

    @real
    Example: a timeout of 0 is no deadline
      Given server "docs" never answers "tools/list"
      And server "docs" has a timeout of 0
      And a connected transport to server "docs"
      When the request "tools/list" is sent
      And 1h passes
      Then request 1 is pending

    Scenario Outline: <what> counts too
      Given server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list}, do: [{delay: 20s}, <begins>, {delay: 5s}, never]}
        """
      And a connected transport to server "docs"
      When the request "tools/list" is sent
      And the clock reaches 29999ms
      Then request 1 is pending
      When the clock reaches 30s
      Then request 1 fails with "<text>"
      And request 1 ended at 30s

      Examples:
        | what     | begins                      | text                               |
        | the body | {raw: '{"jsonrpc"'}         | Request timeout after 30000ms      |
        | a stream | {as: sse}, {raw: ": hi\\n\\n"} | SSE response timeout after 30000ms |

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
      And request 1 was aborted
      And server "docs" has 0 open "POST"
      And server "docs" received "POST" 1 time

    Scenario Outline: <phase>, the deadline before one caller, and another caller before the deadline
      Given server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list}, do: [<actions>]}
        """
      And a connected transport to server "docs"
      When the request "tools/list" is sent
      And the request "tools/list" is sent
      And the clock reaches 20s
      And the sender gives up request 2
      Then request 2 ended at 20s
      When the clock reaches 31s
      And the sender gives up request 1
      Then request 1 fails with "<timeout>"
      And request 1 ended at 30s
      And server "docs" has 0 open "POST"

      Examples:
        | phase            | actions                             | timeout                            |
        | before an answer | never                               | Request timeout after 30000ms      |
        | in a stream      | {as: sse}, {raw: ": hi\\n\\n"}, never | SSE response timeout after 30000ms |

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

  @OMP-TP-53
  Rule: Over HTTP, too, requests beside one that was given up or timed out are not touched

    Scenario Outline: <what> while another one waits, and one comes later
      Given server "docs" never answers "tools/call"
      And server "docs" answers "tools/list" after 20s
      And a connected transport to server "docs"
      When the request "tools/call" is sent
      And the clock reaches 15s
      And the request "tools/list" is sent
      And <event>
      And the clock reaches 36s
      Then request 1 <how>
      When the request "tools/list" is sent
      And 20001ms pass
      Then requests 2 to 3 succeed

      Examples:
        | what           | event                         | how                                       |
        | one times out  | the clock reaches 30s         | fails with "Request timeout after 30000ms" |
        | one is given up | the sender gives up request 1 | was aborted                               |
