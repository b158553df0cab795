@target
Feature: A client says that it is still there
  A server may ask at any time, on any stream. One that gets no answer ends the
  session, as it may.

  @CLI-15 @MUST
  Rule: A ping is answered promptly, also while a call is pending
    Spec: 2025-11-25 basic/utilities/ping, Behavior Requirements
    Fix: answer ping with an empty result wherever it arrives, without waiting for anything else

    Example: during a call
      Given the client understands event streams
      And this server:
        """yaml
        http: {answers: sse}
        rules:
          - when: {method: tools/call}
            do: [{request: {method: ping, wait: true}}]
        """
      When the client runs for at most 15s
      Then every ping is answered within 2s

    Example: during a list
      Given the client understands event streams
      And this server:
        """yaml
        http: {answers: sse}
        rules:
          - when: {method: tools/list}
            do: [{request: {method: ping, wait: true}}]
        """
      When the client runs for at most 15s
      Then every ping is answered within 2s

    Example: three at once, with ids that are strings and numbers
      Given the client understands event streams
      And this server:
        """yaml
        http: {answers: sse}
        rules:
          - when: {method: tools/call}
            do: [{request: {method: ping, id: 71}}, {request: {method: ping, id: " p 2 "}}, {request: {method: ping, id: 0}}, {request: {method: ping, id: 9007199254740991}}, {request: {method: ping, id: "0b9ff3e4-2f5e-4c1d-9a3e-5d7c8b6a4f21/2026-11-25T23:59:59.999Z"}}, {request: {method: ping, params: {_meta: {x: 1}}}}, {delay: 2500ms}]
        """
      When the client runs for at most 15s
      Then every ping is answered within 2s

    Example: while a form is answered
      Given the client answers pings during a call
      And this server:
        """yaml
        rules:
          - when: {method: tools/call}
            do: [{request: {method: elicitation/create, params: {message: Who?, requestedSchema: {type: object, properties: {name: {type: string}}}}}}, {request: ping}, {delay: 2500ms}]
        """
      When the client runs for at most 15s
      Then every ping is answered within 2s

    @stdio
    Example: before initialize is answered
      Given the client answers pings during a call
      And this server:
        """yaml
        rules:
          - when: {method: initialize}
            do: [{request: ping}, {delay: 2500ms}]
        """
      When the client runs
      Then every ping is answered within 2s

    @http
    Example: before initialize is answered, in an event stream
      Given the client answers pings during a call
      And the client understands event streams
      And this server:
        """yaml
        http: {sessions: false}
        rules:
          - when: {method: initialize}
            do: [{as: sse}, {request: ping}, {delay: 2500ms}]
        """
      When the client runs
      Then every ping is answered within 2s

    @stdio
    Example: before anything is asked
      Given this server:
        """yaml
        rules:
          - when: {method: notifications/initialized}
            do: [{request: ping}]
          - when: {method: tools/list}
            do: [{delay: 2500ms}]
        """
      When the client runs
      Then every ping is answered within 2s

    @http
    Example: on the stream of a GET
      Given this server:
        """yaml
        rules:
          - when: {verb: GET}
            do: [{answer: {}}, {request: ping}, {delay: 300ms}, {request: ping}]
          - when: {method: tools/call}
            do: [{delay: 2500ms}]
        """
      When the client runs
      Then every ping is answered within 2s

    @http
    Example: on a stream that is resumed
      Given the client speaks revision "2025-11-25" or later
      And the client understands event streams
      And the client is asked for "sse-retry"
      And this server:
        """yaml
        http: {resume: true, retry: 200ms}
        rules:
          - when: {method: tools/call}
            do: [{as: sse}, {end: eof}, {delay: 800ms}, {request: ping}, {delay: 2500ms}]
        """
      When the client runs for at most 15s
      Then every ping is answered within 2s

    Example: after a call that was given up
      Given the client is asked for "mcpsim-late-answer"
      And the client is told:
        """json
        {"timeoutMs": 500}
        """
      And this server:
        """yaml
        http: {answers: sse}
        tools: [{name: slow}, add_numbers]
        rules:
          - when: {tool: slow}
            do: [{never: {}}]
          - when: {tool: add_numbers}
            do: [{request: {method: ping, id: -3}}, {request: {method: ping, id: ""}}, {request: {method: ping, id: 'a "b" é'}}, {delay: 2500ms}]
        """
      When the client runs for at most 25s
      Then every ping is answered within 2s

  @CLI-120 @MAY
  Rule: A server is not flooded with pings
    Spec: 2025-11-25 basic/utilities/ping, Implementation Considerations
    Fix: ping after some seconds of silence, and not more often

    Example: a call of three seconds
      Given this server:
        """yaml
        rules:
          - when: {method: tools/call}
            do: [{delay: 3s}]
        """
      When the client runs
      Then "ping" is sent at most 30 times

  @CLI-139 @MAY
  Rule: A ping that is refused is a sign of life, too
    Spec: robustness; servers that know no ping answer it with an error
    Fix: take whatever answers a ping for a sign of life, and end a connection for want of one alone

    Example: the server does not know the method
      Given the client copes with a correct server
      And this server:
        """yaml
        rules:
          - when: {method: ping}
            do: [{error: {code: -32601, message: Method not found}}]
        """
      When the client runs
      Then the client has done what it was asked for
