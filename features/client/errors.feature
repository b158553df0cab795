@target
Feature: A client takes an error for what it is
  A tool that fails has failed, and nothing else. A call that may have happened must
  not happen again.

  @FF-78 @MAY
  Rule: A tool that fails is no lost connection
    Spec: robustness
    Fix: hand isError and JSON-RPC errors to who called, and keep the connection; never go by their text or code

    Scenario Outline: <what>
      Given this server:
        """yaml
        rules:
          - when: {method: tools/call}
            do: [<answer>]
        """
      When the client runs for at most 10s
      Then "tools/call" is sent at most 1 time
      And "initialize" is sent at most 1 time
      And the client ends by itself

      Examples:
        | what                 | answer                                                                                       |
        | a result with isError | {result: {content: [{type: text, text: "connection closed: ECONNRESET"}], isError: true}}    |
        | wrong arguments      | {error: {code: -32602, message: Invalid params}}                                             |
        | an error of its own  | {error: {code: -32000, message: Connection closed}}                                          |
        | a page to visit      | {error: {code: -32042, message: Pay first, data: {elicitations: [{mode: url, elicitationId: e1, url: "https://example.com/ask", message: Pay}]}}} |
        | a timeout of its own | {error: {code: -32001, message: Request timed out}}                                          |

  @CLI-112 @MAY
  Rule: An error is not reported as success
    Spec: robustness
    Fix: look for the member error of an answer, and fail the request

    Example: the call is answered with an error
      Given the client copes with a correct server
      And this server:
        """yaml
        rules:
          - when: {method: tools/call}
            do: [{error: {code: -32603, message: broken}}]
        """
      When the client runs for at most 10s
      Then the client calls a tool
      And the client fails by itself

  @FF-21 @MAY
  Rule: A call that may have happened is not made again
    Spec: robustness; the tool has no annotation that allows it
    Fix: report that the outcome is unknown; repeat only what is read-only or idempotent

    @http
    Example: the connection is cut before the answer
      Given this server:
        """yaml
        rules:
          - when: {method: tools/call}
            do: [{drop: {}}]
        """
      When the client runs for at most 10s
      Then "tools/call" is sent at most 1 time

    @http
    Example: the connection is cut in the middle of the answer
      Given this server:
        """yaml
        rules:
          - when: {method: tools/call}
            do: [{drop: 20}]
        """
      When the client runs for at most 10s
      Then "tools/call" is sent at most 1 time

    @http
    Example: the stream ends before the answer
      Given the client understands event streams
      And this server:
        """yaml
        rules:
          - when: {method: tools/call}
            do: [{as: sse}, {end: eof}]
        """
      When the client runs for at most 10s
      Then "tools/call" is sent at most 1 time

    @http
    Scenario Outline: status <status> instead of an answer
      Given this server:
        """yaml
        rules:
          - when: {method: tools/call}
            do: [{status: <status>}]
        """
      When the client runs for at most 15s
      Then "tools/call" is sent at most 1 time

      Examples:
        | status |
        | 500    |
        | 504    |

    @stdio
    Example: the process ends before the answer
      Given this server:
        """yaml
        rules:
          - when: {method: tools/call}
            do: [{exit: 137}]
        """
      When the client runs for at most 10s
      Then "tools/call" is sent at most 1 time

    Example: no answer comes in time
      Given the client is told:
        """json
        {"timeoutMs": 500}
        """
      And this server:
        """yaml
        rules:
          - when: {method: tools/call}
            do: [{never: {}}]
        """
      When the client runs for at most 25s
      Then the call that is given up is not made again

  @FF-30 @MAY
  Rule: A handshake that is refused is not tried for ever
    Spec: robustness
    Fix: report what the server speaks, and try no revision twice

    Example: no revision is right
      Given the client copes with a correct server
      And this server:
        """yaml
        rules:
          - when: {method: initialize}
            do: [{error: {code: -32602, message: Unsupported protocol version, data: {supported: ["1999-01-01"]}}}]
        """
      When the client runs for at most 10s
      Then "initialize" is sent at most 10 times
      And the client fails by itself
