@target @http
Feature: A client listens, and comes back to a stream that was broken
  A server may close any stream before the answer is there, to be asked again later.
  A client that does not come back never learns the answer; one that comes back at
  once, and for ever, brings the server down.

  @CLI-09 @MUST
  Rule: A GET accepts event streams, and 405 is no error
    Spec: 2025-11-25 basic/transports, Listening for Messages from the Server
    Fix: send "Accept: text/event-stream" with GET, and go on without a stream after 405

    Example: a client that listens
      Given a correct server
      When the client runs
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

  @CLI-11 @SHOULD
  Rule: The stream of a call that ends before the answer is resumed by GET
    Spec: 2025-11-25 basic/transports, Resumability and Redelivery
    Fix: send GET with the Last-Event-ID of the broken stream, also if a POST opened it

    Example: a stream that ends at once
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
      Then the stream of the call is resumed
