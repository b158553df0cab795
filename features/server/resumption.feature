@target @http
Feature: A server lets its clients come back to an event stream
  Connections break in the middle of long calls. A client that comes back wants what it
  has missed, all of it, once, and nothing that is somebody else's.

  @HL-15 @MUST
  Rule: Only what was missed on the same event stream is replayed
    Spec: 2025-11-25 basic/transports, Resumability and Redelivery
    Fix: keep events by stream, and replay those after Last-Event-ID of its stream

    Example: two streams
      Given a fresh session
      When 2 requests that are answered with event streams are sent one after the other
      And the first event stream is resumed after its first event
      Then nothing of another event stream is replayed

  @HL-18 @SHOULD
  Rule: A connection that breaks does not cancel what was asked for
    Spec: 2025-11-25 basic/transports, Sending Messages to the Server
    Fix: go on without a reader, and cancel only on notifications/cancelled

    Example: a call that takes a while
      Given a fresh session
      When a call that takes a while is sent and its event stream is cut after the first event with an id
      And the event stream is resumed until its answer, and again if that does not come
      Then the answer comes

  @HL-16 @MAY
  Rule: A resumed event stream has no gap and no duplicate
    Spec: robustness; 2025-11-25 basic/transports, Resumability and Redelivery
    Fix: replay what came after Last-Event-ID, and nothing from before

    Example: a connection that breaks after the first event
      Given a fresh session
      When a request is sent and its event stream is cut after the first event with an id
      And the event stream is resumed until its answer
      Then what was missed is replayed once

    Example: a call that tells of its progress
      Given a fresh session
      When a call that takes a while is sent and its event stream is cut after the first event with an id
      And the event stream is resumed until its answer, and again if that does not come
      Then what was missed comes in its order

    Example: a connection that breaks behind a message
      Given a fresh session
      When a call that takes a while is sent and its event stream is cut after its first message with an id
      And the event stream is resumed until its answer
      Then what was missed is replayed once

    Example: a connection that breaks twice
      Given a fresh session
      When a call that takes a while is sent and its event stream is cut after its first message with an id
      And the event stream is resumed up to its next message, and cut again
      And the event stream is resumed until its answer
      Then what was missed is replayed once

  @HL-17 @MAY
  Rule: An event id leads to no other session's events
    Spec: robustness; 2025-11-25 basic/transports, Resumability and Redelivery
    Fix: look event ids up within the session; answer unknown ones with an error or a new stream

    Example: an id of another session
      Given a fresh session
      And the server gives session ids
      When 2 requests that are answered with event streams are sent at the same time
      And another session resumes the first event stream after its first event
      Then nothing that belongs to others is replayed

    Example: an id of nobody
      Given a session
      And the header "Last-Event-ID" is "mcpsim-no-such-event"
      When GET is sent
      Then the answer is an event stream or an HTTP error

    Example: an id of nobody leads to nothing
      Given a fresh session
      When 2 requests that are answered with event streams are sent one after the other
      And an event stream is resumed after an event of nobody
      Then nothing that belongs to others is replayed
