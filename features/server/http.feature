@target @http
Feature: A server speaks streamable HTTP
  Status codes and headers tell a client whether to open a new session, to listen, or
  to give up. A wrong one makes it do the wrong thing for ever.

  @HL-02 @MUST
  Rule: A request from a foreign web page is refused
    Spec: 2025-11-25 basic/transports, Security Warning (DNS rebinding)
    Fix: answer with 403 if there is an Origin header that is not yours

    Example: a foreign origin
      Given a session
      And the header "Origin" is "http://evil.example"
      When the request "ping" is sent
      Then the status is 4xx

  @HL-04 @MUST
  Rule: A notification is answered with 202 and no body
    Spec: 2025-11-25 basic/transports, Sending Messages to the Server
    Fix: answer notifications with 202 and an empty body

    Example: a notification
      Given a session
      When the notification "notifications/initialized" is sent
      Then the status is 202
      And the body is empty

  @HL-06 @MUST
  Rule: What is no message is refused with an HTTP error
    Spec: 2025-11-25 basic/transports, Sending Messages to the Server
    Fix: answer with 400

    Example: a message without method and id
      Given a session
      When this is sent:
        """json
        {"jsonrpc": "2.0"}
        """
      Then the status is 4xx or 5xx

  @HL-07 @MUST
  Rule: A request is answered with JSON or with an event stream
    Spec: 2025-11-25 basic/transports, Sending Messages to the Server
    Fix: set Content-Type to application/json or text/event-stream

    Scenario Outline: the request <method>
      Given a session
      When the request "<method>" is sent
      Then the content type is application/json or text/event-stream

      Examples:
        | method    |
        | ping      |
        | x/unknown |

  @HL-08 @MUST
  Rule: A JSON answer is one object
    Spec: 2025-11-25 basic/transports, Sending Messages to the Server
    Fix: write one JSON-RPC message as the body

    Example: a ping
      Given a session
      When the request "ping" is sent
      Then a JSON body is one object

  @HL-10 @SHOULD
  Rule: An event stream ends after the answer
    Spec: 2025-11-25 basic/transports, Sending Messages to the Server
    Fix: close the stream when the response has been sent

    Example: a ping
      Given a session
      When the request "ping" is sent
      Then an event stream ends after the answer

  @HL-19 @MUST
  Rule: GET is answered with an event stream or with 405
    Spec: 2025-11-25 basic/transports, Listening for Messages from the Server
    Fix: answer GET with 405 if there is no stream

    Example: listening
      Given a session
      When GET is sent
      Then the answer is an event stream or the status is 405

  @HL-28 @MAY
  Rule: DELETE is answered with success or with 405
    Spec: 2025-11-25 basic/transports, Session Management
    Fix: answer DELETE with 405 if clients may not end sessions

    Example: leaving
      Given a fresh session
      And the server gives session ids
      When DELETE is sent
      Then the status is 2xx or 405

  @HL-30 @MUST
  Rule: An MCP-Protocol-Version that the server does not support is refused with 400
    Spec: 2025-11-25 basic/transports, Protocol Version Header
    Fix: answer with 400 if the header is there and not one of your revisions

    Scenario Outline: the version <version>
      Given a session
      And the revision is "2025-06-18" or later
      And the header "MCP-Protocol-Version" is "<version>"
      When the request "ping" is sent
      Then the status is 400

      Examples:
        | version    |
        | bogus      |
        | 1999-01-01 |

  @HL-31 @SHOULD
  Rule: Without MCP-Protocol-Version the server still works
    Spec: 2025-11-25 basic/transports, Protocol Version Header
    Fix: take 2025-03-26 if the header is absent

    Example: an old client
      Given a session
      And the header "MCP-Protocol-Version" is left out
      When the request "ping" is sent
      Then the answer is a result

  @HL-33 @MAY
  Rule: A client that accepts only one form of answer is served or refused with 406
    Spec: robustness; 2025-11-25 basic/transports, Sending Messages to the Server
    Fix: answer with 406, or be lenient

    Scenario Outline: only <type>
      Given a session
      And the header "Accept" is "<type>"
      When the request "ping" is sent
      Then the status is 200, 400 or 406

      Examples:
        | type              |
        | application/json  |
        | text/event-stream |

  @HL-35 @MAY
  Rule: Events have no name, or the name message
    Spec: robustness; HTML standard, Server-sent events
    Fix: leave the event field out

    Example: a ping
      Given a session
      When the request "ping" is sent
      Then every event is unnamed or named message
