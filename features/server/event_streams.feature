@target @http
Feature: A server's event streams carry what they are for
  A stream that ends without its answer, or carries what belongs elsewhere, leaves one
  caller waiting and confuses another.

  @HL-09 @SHOULD
  Rule: The event stream of a request carries its answer
    Spec: 2025-11-25 basic/transports, Sending Messages to the Server
    Fix: send the response on the stream that the request opened before you close it

    Example: four requests
      Given a session
      When 4 requests that are answered with event streams are sent at the same time
      Then each event stream carries the answer to its request

    @last
    Example: the event streams of all checks
      Fix: write the response on the stream before you close it, or an event with an id to which clients can come back

      Given everything that the server offers has been used
      Then in the whole run no event stream of a request ended without its answer, and for good

  @HL-11 @SHOULD
  Rule: The event stream of a request carries nothing of other requests
    Spec: 2025-11-25 basic/transports, Sending Messages to the Server
    Fix: send answers and progress on the stream of their own request

    Example: four requests
      Given a session
      When 4 requests that are answered with event streams are sent at the same time
      Then each event stream carries nothing of the other requests

    Example: two calls
      Given a tool that reports progress
      And a fresh session
      When it is called 2 times at the same time
      Then each event stream carries nothing of the other requests

    @last
    Example: the event streams of all checks
      Given everything that the server offers has been used
      Then in the whole run no event stream carried the answer to another request

  @HL-12 @SHOULD
  Rule: An event stream begins with an event from which a client can come back
    Spec: 2025-11-25 basic/transports, Sending Messages to the Server
    Fix: send an event with an id and empty data at once

    Example: four requests
      Given a session
      And the revision is "2025-11-25" or later
      When 4 requests that are answered with event streams are sent at the same time
      Then each event stream begins with an event that has an id and no data

    @last
    Example: the event streams of all checks
      Given everything that the server offers has been used
      Then in the whole run every event stream began with an event that had an id and no data

  @HL-13 @SHOULD
  Rule: An event stream that ends early says when to come back
    Spec: 2025-11-25 basic/transports, Sending Messages to the Server
    Fix: send a retry field before you close the connection

    Example: four requests
      Given a session
      And the revision is "2025-11-25" or later
      When 4 requests that are answered with event streams are sent at the same time
      Then each event stream that ends before its answer has said when to come back

    @last
    Example: the event streams of all checks
      Given everything that the server offers has been used
      Then in the whole run every event stream that ended before its answer had said when to come back

  @HL-14 @MUST
  Rule: The ids of events are unique within a session
    Spec: 2025-11-25 basic/transports, Resumability and Redelivery
    Fix: put the stream into the id, or count over all streams

    Example: four streams
      Given a fresh session
      When 4 requests that are answered with event streams are sent at the same time
      Then no two events have the same id

    @last
    Example: the event streams of all checks
      Given everything that the server offers has been used
      Then in the whole run no two events of a session had the same id
