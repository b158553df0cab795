@target @http
Feature: A server's event streams carry what they are for
  A stream that ends without its answer, or carries what belongs elsewhere, leaves one
  caller waiting and confuses another.

  @HL-09 @SHOULD
  Rule: The event stream of a request carries its answer
    Spec: 2025-11-25 basic/transports, Sending Messages to the Server
    Fix: send the response on the stream that the request opened before you close it

    Example: four pings
      Given a session
      When 4 pings are sent at the same time
      Then each event stream carries the answer to its request

  @HL-11 @SHOULD
  Rule: The event stream of a request carries nothing of other requests
    Spec: 2025-11-25 basic/transports, Sending Messages to the Server
    Fix: send answers and progress on the stream of their own request

    Example: four pings
      Given a session
      When 4 pings are sent at the same time
      Then each event stream carries nothing of the other requests

  @HL-12 @SHOULD
  Rule: An event stream begins with an event from which a client can come back
    Spec: 2025-11-25 basic/transports, Sending Messages to the Server
    Fix: send an event with an id and empty data at once

    Example: four pings
      Given a session
      And the revision is "2025-11-25" or later
      When 4 pings are sent at the same time
      Then each event stream begins with an event that has an id and no data

  @HL-13 @SHOULD
  Rule: An event stream that ends early says when to come back
    Spec: 2025-11-25 basic/transports, Sending Messages to the Server
    Fix: send a retry field before you close the connection

    Example: four pings
      Given a session
      And the revision is "2025-11-25" or later
      When 4 pings are sent at the same time
      Then each event stream that ends before its answer has said when to come back

  @HL-14 @MUST
  Rule: The ids of events are unique within a session
    Spec: 2025-11-25 basic/transports, Resumability and Redelivery
    Fix: put the stream into the id, or count over all streams

    Example: four streams
      Given a fresh session
      When 4 pings are sent at the same time
      Then no two events have the same id

  @HL-15 @MUST
  Rule: Only what was missed on the same event stream is replayed
    Spec: 2025-11-25 basic/transports, Resumability and Redelivery
    Fix: keep events by stream, and replay those after Last-Event-ID of its stream

    Example: two streams
      Given a fresh session
      When 2 pings are sent one after the other
      And the first event stream is resumed after its first event
      Then nothing of another event stream is replayed

  @HL-16 @MAY
  Rule: A resumed event stream has no gap and no duplicate
    Spec: robustness; 2025-11-25 basic/transports, Resumability and Redelivery
    Fix: replay what came after Last-Event-ID, and nothing from before

    Example: a connection that breaks after the first event
      Given a fresh session
      When a ping is sent and its event stream is cut after the first event with an id
      And the event stream is resumed until its answer
      Then what was missed is replayed once

  @HL-17 @MAY
  Rule: An event id leads to no other session's events
    Spec: robustness; 2025-11-25 basic/transports, Resumability and Redelivery
    Fix: look event ids up within the session; answer unknown ones with an error or a new stream

    Example: an id of another session
      Given a fresh session
      And the server gives session ids
      When 2 pings are sent at the same time
      And another session resumes the first event stream after its first event
      Then nothing of the other session is replayed

    Example: an id of nobody
      Given a session
      And the header "Last-Event-ID" is "mcpsim-no-such-event"
      When GET is sent
      Then the answer is an event stream or an HTTP error

  @HL-18 @SHOULD
  Rule: A connection that breaks does not cancel what was asked for
    Spec: 2025-11-25 basic/transports, Sending Messages to the Server
    Fix: go on without a reader, and cancel only on notifications/cancelled

    Example: a call that takes a while
      Given a fresh session
      When a call that takes a while is sent and its event stream is cut after the first event with an id
      And the event stream is resumed until its answer, and again if that does not come
      Then the answer comes
