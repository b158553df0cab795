@target @http @sse
Feature: A server of 2024-11-05 speaks HTTP+SSE
  The old transport has two URLs: one for the stream that everything comes through, and
  one, which the stream names, for what is sent.

  @OLD-01 @MUST
  Rule: The first event of the stream names the endpoint
    Spec: 2024-11-05 basic/transports, HTTP with SSE
    Fix: send an event named endpoint with the URI for messages, before anything else

    Example: the first stream
      Given the first event stream
      Then its first event is endpoint with a URI

  @OLD-02 @MUST
  Rule: Answers come as message events of the stream
    Spec: 2024-11-05 basic/transports, HTTP with SSE
    Fix: answer the POST with 202 and send the response on the stream whose endpoint it was, as an event named message; keep a transport for each stream, found by the session id of its endpoint

    Example: initialize
      Given the first event stream
      Then the answer to initialize is a message event of the stream

    Example: two clients
      Given the first event stream
      When two more event streams are opened, and a request goes to the endpoint of the first
      Then its answer comes on its own event stream alone

  @OLD-03 @MAY
  Rule: The endpoint is of the same origin, and a silent session lives on
    Spec: robustness; clients refuse to send tokens to another origin
    Fix: send a relative URI as the endpoint, and do not time sessions out

    Example: the origin
      Given the first event stream
      Then the endpoint is of the same origin

    Example: a minute of silence
      Given a fresh session
      When 1m pass in silence
      Then the server still answers
