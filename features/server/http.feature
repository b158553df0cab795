@target @http
Feature: A server speaks streamable HTTP
  Status codes and headers tell a client whether to open a new session, to listen, or
  to give up. A wrong one makes it do the wrong thing for ever.

  @HL-02 @MUST
  Rule: A request from a foreign web page is refused
    Spec: 2025-11-25 basic/transports, Security Warning (DNS rebinding)
    Fix: answer with 403 if there is an Origin header that is not yours

    Scenario Outline: a message from <origin>
      Given a session
      And the header "Origin" is "<origin>"
      When the request "ping" is sent
      Then the foreign origin is refused

      Examples:
        | origin                        |
        | http://evil.example           |
        | http://localhost.evil.example |
        | http://127.0.0.1.evil.example |
        | http://evil-localhost         |

    Example: opening a session
      Given a fresh connection
      And the header "Origin" is "http://evil.example"
      When initialize is sent
      Then the foreign origin is refused

    @MAY
    Example: a page without an origin, as one in a sandbox is
      Given a session
      And the header "Origin" is "null"
      When the request "ping" is sent
      Then the foreign origin is refused

    Scenario Outline: <verb>
      Given a fresh session
      And the header "Origin" is "http://evil.example"
      When <verb> is sent
      Then the foreign origin is refused

      Examples:
        | verb   |
        | GET    |
        | DELETE |

  @HL-04 @MUST
  Rule: A notification is answered with 202 and no body
    Spec: 2025-11-25 basic/transports, Sending Messages to the Server
    Fix: answer notifications with 202 and an empty body

    Example: a notification
      Given a session
      When the notification "notifications/initialized" is sent
      Then the status is 202, 4xx or 5xx
      And an answer with 202 has no body

    @last
    Example: the notifications of all checks
      Given everything that the server offers has been used
      Then in the whole run every notification was answered with 202 and no body, or refused

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

    @SHOULD
    Example: half an object
      Given a fresh session
      When this is sent:
        """json
        {"jsonrpc": "2.0", "id":
        """
      Then the status is 4xx or 5xx

    @MAY
    Example: a message of JSON-RPC 1.0
      Given a fresh session
      When this is sent:
        """json
        {"jsonrpc": "1.0", "id": "mcpsim-old", "method": "ping"}
        """
      Then no message of another JSON-RPC is served

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

    @last
    Example: the requests of all checks
      Given everything that the server offers has been used
      Then in the whole run every request was answered with JSON or an event stream

  @HL-08 @MUST
  Rule: A JSON answer is one object
    Spec: 2025-11-25 basic/transports, Sending Messages to the Server
    Fix: write one JSON-RPC message as the body

    @last
    Example: the answers of all checks
      Given everything that the server offers has been used
      Then in the whole run every JSON answer was one object

  @HL-10 @SHOULD
  Rule: An event stream ends after the answer
    Spec: 2025-11-25 basic/transports, Sending Messages to the Server
    Fix: close the stream when the response has been sent

    @last
    Example: the event streams of all checks
      Given everything that the server offers has been used
      Then in the whole run every event stream ended after its answer

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

    Example: a refusal ends nothing
      Fix: leave a session as it is where you answer DELETE with 405

      Given a fresh session
      And the server gives session ids
      When DELETE is sent
      Then a session that was not to be ended goes on

  @HL-35 @MAY
  Rule: Events are well-formed, and have no name or the name message
    Spec: robustness; HTML standard, Server-sent events
    Fix: write only data, id and retry, each in a line of its own, and an empty line after each event

    @last
    Example: the event streams of all checks
      Given everything that the server offers has been used
      Then in the whole run every event was plain
