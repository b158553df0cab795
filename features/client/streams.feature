@target @http
Feature: A client listens, and comes back to a stream that was broken
  A server may close any stream before the answer is there, to be asked again later.
  A client that does not come back never learns the answer; one that comes back at
  once, and for ever, brings the server down.

  @CLI-09 @MUST
  Rule: A GET accepts event streams, and 405 is no error
    Spec: 2025-11-25 basic/transports, Listening for Messages from the Server
    Fix: send "Accept: text/event-stream" with GET, and go on without a stream after 405

    Example: every situation
      When the client runs in every situation
      Then every GET accepts text/event-stream

    Example: a server that has no stream
      Given the client copes with a correct server
      And this server:
        """yaml
        http: {get: "405"}
        """
      When the client runs
      Then the client listens
      And the client has done what it was asked for

  @CLI-10 @MUST
  Rule: A client that comes back to a stream waits as long as it was asked to
    Spec: 2025-11-25 basic/transports, Sending Messages to the Server (retry)
    Fix: keep the value of the field retry, and wait so many milliseconds before the GET

    Example: 500 ms
      Given the client speaks revision "2025-11-25" or later
      And the client is asked for "sse-retry"
      And this server:
        """yaml
        http: {resume: true, retry: 500ms}
        rules:
          - when: {method: tools/call}
            do: [{as: sse}, {end: eof}, {answer: {}}]
        """
      When the client runs for at most 15s
      Then the client comes back not before 500ms

    Example: longer than clients wait by themselves
      Given the client speaks revision "2025-11-25" or later
      And the client is asked for "sse-retry"
      And this server:
        """yaml
        http: {resume: true, retry: 3s}
        rules:
          - when: {method: tools/call}
            do: [{as: sse}, {end: eof}, {answer: {}}]
        """
      When the client runs for at most 15s
      Then the client comes back not before 3s

    Example: 500 ms, again and again
      Given the client speaks revision "2025-11-25" or later
      And the client is asked for "sse-retry"
      And this server:
        """yaml
        http: {resume: true, retry: 500ms}
        rules:
          - when: {method: tools/call}
            do: [{as: sse}, {end: eof}, {never: {}}]
          - when: {verb: GET, header: {Last-Event-ID: "*"}}
            do: [{as: sse}, {end: eof}]
            mayNotHappen: true
        """
      When the client runs for at most 3s
      Then the client comes back not before 500ms

    Example: the last word counts
      Given the client speaks revision "2025-11-25" or later
      And the client is asked for "sse-retry"
      And this server:
        """yaml
        rules:
          - when: {method: tools/call}
            do: [{sse: {events: [{id: call-1, retry: 100ms, data: ""}]}}]
          - when: {verb: GET, header: {Last-Event-ID: "call-1"}}
            do: [{sse: {end: eof, events: [{id: call-2, retry: 900ms, data: ""}]}}]
            mayNotHappen: true
          - when: {verb: GET, header: {Last-Event-ID: "call-2"}}
            do: [{sse: {end: eof, events: [{id: call-2, data: ""}]}}]
            mayNotHappen: true
        """
      When the client runs for at most 4s
      Then the client comes back a second time not before 900ms

    @SHOULD
    Example: the first word counts as long as there is no other
      Fix: keep the value of retry for the stream that is resumed, too

      Given the client speaks revision "2025-11-25" or later
      And the client is asked for "sse-retry"
      And this server:
        """yaml
        rules:
          - when: {method: tools/call}
            do: [{sse: {events: [{id: call-1, retry: 2500ms, data: ""}]}}]
          - when: {verb: GET, header: {Last-Event-ID: "call-1"}}
            do: [{sse: {end: eof, events: [{id: call-2, data: ""}]}}]
            mayNotHappen: true
        """
      When the client runs for at most 8s
      Then the client comes back a second time not before 2500ms

    Example: a stream to listen
      Given the client copes with a correct server
      And this server:
        """yaml
        http: {resume: true, retry: 200ms}
        rules:
          - when: {verb: GET, header: {Last-Event-ID: ""}, nth: 1}
            do: [{answer: {}}, {notify: {method: notifications/message, params: {level: info, data: 1}}}, {delay: 200ms}, {stream: eof}]
          - when: {method: tools/call}
            do: [{delay: 2s}]
        """
      When the client runs
      Then a stream that is opened again is opened not before 200ms

    Example: a stream to listen, for longer than clients wait by themselves
      Given the client copes with a correct server
      And this server:
        """yaml
        http: {resume: true, retry: 3s}
        rules:
          - when: {verb: GET, header: {Last-Event-ID: ""}, nth: 1}
            do: [{answer: {}}, {notify: {method: notifications/message, params: {level: info, data: 1}}}, {delay: 200ms}, {stream: eof}]
          - when: {method: tools/call}
            do: [{delay: 4s}]
        """
      When the client runs
      Then a stream that is opened again is opened not before 3s

    Example: a field that is no number changes nothing
      Given the client speaks revision "2025-11-25" or later
      And the client is asked for "sse-retry"
      And this server:
        """yaml
        rules:
          - when: {method: tools/call}
            do: [{sse: {events: [{id: call-1, retry: 500ms, data: ""}, {raw: "retry: soon\n\n"}]}}]
        """
      When the client runs for at most 3s
      Then the client comes back not before 500ms
