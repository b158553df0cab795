@target @modern @http
Feature: A modern server speaks streamable HTTP
  Every message is a POST of its own, and every stream belongs to one request. There
  are no sessions to lose and none to hide state in.

  @M-HM-02 @MUST
  Rule: A request from a foreign web page is refused with 403
    Spec: 2026-07-28 basic/transports/streamable-http, Security & Endpoint
    Fix: answer requests with an Origin that is not yours with 403

    Scenario Outline: <origin>
      Given a connection of its own
      And the header "Origin" is "<origin>"
      When the request "server/discover" is sent
      Then the status is 403

      Examples:
        | origin                        |
        | http://evil.example           |
        | https://evil.example          |
        | http://localhost.evil.example |
        | http://127.0.0.1.evil.example |
        | http://evil-localhost         |

    Scenario Outline: <request> from http://evil.example
      Given a connection of its own
      And the header "Origin" is "http://evil.example"
      When the request "<request>" is sent
      Then the status is 403

      Examples:
        | request        |
        | tools/list     |
        | resources/list |

    Scenario Outline: <method> alone, from http://evil.example
      Given a connection of its own
      And the header "Origin" is "http://evil.example"
      When the request "<method>" is the first one on a network connection
      Then the status is 403

      Examples:
        | method               |
        | tools/call           |
        | prompts/get          |
        | resources/read       |
        | subscriptions/listen |

    @MAY
    Example: a page without an origin, as one in a sandbox is
      Given a connection of its own
      And the header "Origin" is "null"
      When the request "server/discover" is sent
      Then the status is 403

    @SHOULD
    Example: an origin that nobody can tell
      Given a connection of its own
      And the header "Origin" is "null"
      When the request "server/discover" is sent
      Then the status is 403

  @M-HM-47 @MAY
  Rule: A page of the server's own host is served
    Spec: robustness; 2026-07-28 basic/transports/streamable-http, Security & Endpoint
    Fix: allow your own origin

    Scenario Outline: its own origin, with <method>
      Given a connection of its own
      And the origin is that of the server
      When something that is offered is asked for with "<method>"
      Then the answer is a result

      Examples:
        | method          |
        | server/discover |
        | tools/list      |
        | tools/call      |

  @M-HM-03 @MUST
  Rule: A notification is answered with 202 and no body, or with an error status
    Spec: 2026-07-28 basic/transports/streamable-http, Sending Messages
    Fix: answer with 202 and no body at all, or refuse it with 4xx

    Example: a cancellation
      Given a connection of its own
      When the notification "notifications/cancelled" is sent with:
        """json
        {"requestId": "mcpsim-never-sent"}
        """
      Then the status is 202, 4xx or 5xx
      And an answer with 202 has no body

    @last
    Example: the notifications of all checks
      Given everything that the server offers has been used
      Then in the whole run every notification was answered with 202 and no body, or refused

  @M-HM-04 @MUST
  Rule: A request is answered with one JSON object or with an event stream
    Spec: 2026-07-28 basic/transports/streamable-http, Sending Messages
    Fix: answer requests with application/json or text/event-stream, also with errors

    Scenario Outline: <method>
      Given a connection
      When the request "<method>" is sent
      Then the content type is application/json or text/event-stream

      Examples:
        | method          |
        | server/discover |
        | x/unknown       |

    @last
    Example: the requests of all checks
      Given everything that the server offers has been used
      Then in the whole run every request was answered with JSON or an event stream

    @last
    Example: one object
      Fix: send one message as the body; there are no batches

      Given everything that the server offers has been used
      Then in the whole run every JSON answer was one object

  @M-HM-21 @SHOULD
  Rule: The response ends its stream
    Spec: 2026-07-28 basic/transports/streamable-http, Receiving Messages
    Fix: close the event stream after the response

    @last
    Example: the event streams of all checks
      Given everything that the server offers has been used
      Then in the whole run every event stream ended after its answer

    @last
    Example: streams that carry nothing
      Given everything that the server offers has been used
      Then in the whole run no event stream of a request ended with nothing on it

  @M-HM-22 @SHOULD
  Rule: Event streams are not to be buffered
    Spec: 2026-07-28 basic/transports/streamable-http, Receiving Messages
    Fix: send the header X-Accel-Buffering: no with event streams

    @last
    Example: the event streams of all checks
      Given everything that the server offers has been used
      Then in the whole run every event stream said that it must not be buffered

  @M-HL-35 @MAY
  Rule: Events are well-formed, and have no name or the name message
    Spec: robustness; HTML standard, Server-sent events
    Fix: write data lines and an empty line for each message

    @last
    Example: the event streams of all checks
      Given everything that the server offers has been used
      Then in the whole run every event was plain

  @M-HM-30 @MUST
  Rule: An error names its request
    Spec: 2026-07-28 basic, Error Responses
    Fix: put the id of the request into the error, also into the body of an HTTP error

    @last
    Example: the errors of all checks
      Given everything that the server offers has been used
      Then in the whole run every error named its request

  @M-HM-31 @MUST
  Rule: Errors have the HTTP status that goes with their code
    Spec: 2026-07-28 schema, HeaderMismatchError
    Fix: answer -32020 and -32021 with 400

    @last
    Example: the errors of all checks
      Given everything that the server offers has been used
      Then in the whole run every error had the HTTP status that goes with its code
