@target @http
Feature: A server keeps its GET streams in order
  Over the GET stream a server speaks first. A message that comes on two of them is
  handled twice, and one that nobody can open again leaves a client deaf.

  @HL-20 @MUST
  Rule: No answer comes on a GET stream that resumes none
    Spec: 2025-11-25 basic/transports, Listening for Messages from the Server
    Fix: send answers on the stream of their request, or as its JSON

    Example: pings while listening
      Given a session that is listened to
      Then no answer comes on a GET stream

    @last
    Example: the GET streams of all checks
      Given everything that the server offers has been used
      Then in the whole run no answer came on a GET stream

  @HL-38 @SHOULD
  Rule: What belongs to a request comes on its own event stream
    Spec: 2025-11-25 basic/transports, Listening for Messages from the Server
    Fix: send progress, and what a call asks the client, on the stream of the request; a GET stream is for what belongs to none

    Example: tools that ask
      Given a session
      When the tools that ask the client something are called
      Then none of their requests comes on a GET stream

    @MAY
    Example: what a call logs
      Given a session
      When the tools that may be called are called
      Then what a call logs comes to no other session

    @last
    Example: the GET streams of all checks
      Given everything that the server offers has been used
      Then in the whole run no progress came on a GET stream

  @HL-21 @MUST
  Rule: A message is sent on one event stream only
    Spec: 2025-11-25 basic/transports, Multiple Connections
    Fix: choose one of the session's streams; do not broadcast

    Example: two GET streams
      Given a session that is listened to
      Then no message comes on both GET streams

    @last
    Example: the messages of all checks
      Given everything that the server offers has been used
      Then in the whole run no message came on two event streams

    @last
    Example: what tools change
      Given a session
      When resources are subscribed to, and each tool that may be called is called
      Then in the whole run no message came on two event streams

  @HL-22 @MAY
  Rule: A client that lost its GET stream can open another
    Spec: robustness; 2025-11-25 basic/transports, Multiple Connections
    Fix: let a new GET stream replace the old one, or stand beside it

    Example: the connection was closed
      Given a fresh session
      And a GET stream is open
      When the GET stream is closed
      Then the next GET is answered with an event stream within 5s

    Example: the connection died unnoticed
      Given a fresh session
      And a GET stream is open
      Then the next GET is answered with an event stream within 5s

  @HL-36 @MAY
  Rule: A silent event stream is kept alive
    Spec: robustness; proxies and clients give up silent connections
    Fix: send a comment every 15s

    Example: a stream on which nothing happens
      Given a fresh session
      And a GET stream is open
      When 35s pass in silence
      Then something has come on the GET stream
