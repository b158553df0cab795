@target @modern
Feature: A call that is given up is over, on both sides
  The server is told that it can stop, and what it says afterwards is for no request.

  @M-CLI-29 @SHOULD
  Rule: A call that is given up is cancelled
    Spec: 2026-07-28 basic/patterns/cancellation, Transport-Specific Cancellation
    Fix: over stdio send notifications/cancelled, once, with the id of the request; over HTTP close its stream

    @stdio
    Example: a call without an answer
      Given the client is asked for "mcpsim-late-answer"
      And the client is told:
        """json
        {"timeoutMs": 500}
        """
      And this server:
        """yaml
        era: modern
        rules:
          - when: {tool: slow}
            do: [{never: {}}]
        """
      When the client runs for at most 15s
      Then a call that is given up is cancelled, once, with its own id

    @stdio
    Example: a call that has told of its progress
      Given the client is asked for "mcpsim-late-answer"
      And the client is told:
        """json
        {"timeoutMs": 1000}
        """
      And this server:
        """yaml
        era: modern
        rules:
          - when: {tool: slow}
            do: [{progress: {count: 3, every: 100ms}}, {never: {}}]
        """
      When the client runs for at most 25s
      Then a call that is given up is cancelled, once, with its own id

    @http
    Example: a stream without an answer
      Given the client is asked for "mcpsim-late-answer"
      And the client is told:
        """json
        {"timeoutMs": 1500}
        """
      And this server:
        """yaml
        era: modern
        rules:
          - when: {tool: slow}
            do: [{as: sse}, {never: {}}]
          - when: {tool: add_numbers}
            do: [{delay: 1s}]
        """
      When the client runs for at most 15s
      Then the stream of the call that is given up is closed

    @http
    Example: no answer has begun
      Given the client is asked for "mcpsim-late-answer"
      And the client is told:
        """json
        {"timeoutMs": 1500}
        """
      And this server:
        """yaml
        era: modern
        rules:
          - when: {tool: slow}
            do: [{never: {}}]
          - when: {tool: add_numbers}
            do: [{delay: 1s}]
        """
      When the client runs for at most 15s
      Then the stream of the call that is given up is closed

  @M-CLI-14 @SHOULD
  Rule: The answer to a call that was given up is ignored
    Spec: 2026-07-28 basic/patterns/cancellation, Behavior Requirements
    Fix: drop answers that no request waits for

    Example: it comes during the next call
      Given the client copes with a correct server
      And the client is asked for "mcpsim-late-answer"
      And the client is told:
        """json
        {"timeoutMs": 1500}
        """
      And this server:
        """yaml
        era: modern
        rules:
          - when: {tool: slow}
            do: [{ignore: [cancel]}, {delay: 2s}]
          - when: {tool: add_numbers}
            do: [{delay: 1s}]
        """
      When the client runs for at most 15s
      Then the client has done what it was asked for

  @M-CLI-38 @SHOULD
  Rule: A request that is never answered is given up
    Spec: 2026-07-28 basic/patterns/cancellation, Timeouts (a timeout of more than 25s is not seen)
    Fix: give every request a timeout, and make it a setting; keep to the timeoutMs that you are told

    Example: a call
      Given the client is told:
        """json
        {"timeoutMs": 500}
        """
      And this server:
        """yaml
        era: modern
        rules:
          - when: {method: tools/call}
            do: [{never: {}}]
        """
      When the client runs for at most 25s
      Then the client calls a tool
      And the client ends by itself

    Example: progress without end
      Given the client is told:
        """json
        {"timeoutMs": 1000}
        """
      And this server:
        """yaml
        era: modern
        rules:
          - when: {method: tools/call}
            do: [{progress: {count: 400, every: 100ms}}]
        """
      When the client runs for at most 20s
      Then the client calls a tool
      And the client ends by itself

    @MAY
    Scenario Outline: <method>
      Given the client is asked for "initialize"
      And the client is told:
        """json
        {"timeoutMs": 2000}
        """
      And this server:
        """yaml
        era: modern
        prompts: [greet]
        rules:
          - when: {method: <method>}
            do: [{never: {}}]
        """
      When the client runs for at most 25s
      Then the client ends by itself

      Examples:
        | method       |
        | tools/list   |
        | prompts/list |

  @M-CLI-83 @MAY
  Rule: A server that asks for ever is given up
    Spec: robustness; 2026-07-28 basic/patterns/mrtr, Server Requirements
    Fix: bound the rounds of a request, and count all of them against its timeout

    Example: a state alone, again and again
      Given this server:
        """yaml
        era: modern
        rules:
          - when: {method: tools/call}
            do: [{result: {resultType: input_required, requestState: again}}]
        """
      When the client runs for at most 10s or 150 messages
      Then "tools/call" is sent at most 100 times
