@target @http
Feature: A client says over HTTP what a server needs to know
  The headers tell a server which session and which revision a request belongs to,
  and in which form it may answer.

  @CLI-03 @MUST
  Rule: Every request after initialize names the revision that was negotiated
    Spec: 2025-06-18 and later, basic/transports, Protocol Version Header
    Fix: send MCP-Protocol-Version with the protocolVersion of the server's answer, on GET and DELETE, too

    Example: every situation
      When the client runs in every situation
      Then every later request names the revision that was negotiated

    Example: an older one than was asked for
      Given this server:
        """yaml
        revisions: ["2025-06-18"]
        """
      When the client runs
      Then every later request names the revision that was negotiated

    Example: another one in the session that follows a lost one
      Fix: keep the protocolVersion of the latest answer to initialize

      Given this server:
        """yaml
        rules:
          - when: {method: initialize, nth: 2}
            do: [{set: {path: /protocolVersion, value: "2025-06-18"}}]
          - when: {method: tools/call, nth: 1}
            do: [{session: expire}]
        """
      When the client runs
      Then every later request names the revision that was negotiated

  @CLI-04 @MUST
  Rule: Every request after initialize carries the session id, and initialize none
    Spec: 2025-11-25 basic/transports, Session Management
    Fix: send Mcp-Session-Id with what the server gave, on GET and DELETE, too, and forget it before you initialize again

    Example: every situation
      When the client runs in every situation
      Then every later request carries the session id
      And no initialize carries a session id

    Example: a session that is lost
      Given this server:
        """yaml
        rules:
          - when: {method: tools/call, nth: 1}
            do: [{session: expire}]
        """
      When the client runs
      Then no initialize carries a session id
      And every later request carries the session id

    @MAY
    Example: another id in the answer to something else
      Fix: take the id from the answer to initialize alone

      Given this server:
        """yaml
        rules:
          - when: {method: tools/list}
            do: [{headers: {Mcp-Session-Id: another}}]
          - when: {method: notifications/initialized}
            do: [{headers: {Mcp-Session-Id: that-of-initialized}}]
            mayNotHappen: true
          - when: {verb: GET}
            do: [{headers: {Mcp-Session-Id: that-of-a-stream}}, {answer: {}}]
            mayNotHappen: true
        """
      When the client runs
      Then no request carries a session id of another answer

  @CLI-05 @MUST
  Rule: A new session is opened when the old one is answered with 404
    Spec: 2025-11-25 basic/transports, Session Management
    Fix: on 404 to a request with a session id, forget the id and start again with initialize

    Example: a session that is lost
      Given this server:
        """yaml
        rules:
          - when: {method: tools/call, nth: 1}
            do: [{session: expire}]
        """
      When the client runs
      Then a new session is opened after the 404

    Example: it is lost before the tools are listed
      Given this server:
        """yaml
        rules:
          - when: {method: tools/list, nth: 1}
            do: [{session: expire}]
        """
      When the client runs
      Then a new session is opened after the 404

  @CLI-06 @SHOULD
  Rule: A session that is not needed any more is deleted
    Spec: 2025-11-25 basic/transports, Session Management
    Fix: send DELETE with the session id when you close, and ignore 405

    Example: the client is done
      Given a correct server
      When the client runs
      Then the session is deleted

    Example: a server that allows no DELETE
      Given the client copes with a correct server
      And this server:
        """yaml
        rules:
          - when: {verb: DELETE, phase: closing}
            do: [{status: 405}]
        """
      When the client runs
      Then the client has done what it was asked for

  @CLI-07 @MUST
  Rule: Every POST accepts JSON and event streams
    Spec: 2025-11-25 basic/transports, Sending Messages to the Server
    Fix: send "Accept: application/json, text/event-stream" with every POST

    Example: every situation
      When the client runs in every situation
      Then every POST accepts application/json and text/event-stream

  @CLI-08 @MUST
  Rule: Answers are understood as JSON and as event streams
    Spec: 2025-11-25 basic/transports, Sending Messages to the Server
    Fix: look at the content type of every answer, not of the first one

    Scenario Outline: initialize as <first>, lists as <second>, calls as <third>
      Given the client copes with one form of answers
      And this server:
        """yaml
        rules:
          - when: {method: initialize}
            do: [{as: <first>}]
          - when: {method: tools/list}
            do: [{as: <second>}]
          - when: {method: tools/call}
            do: [{as: <third>}]
        """
      When the client runs
      Then the client has done what it was asked for

      Examples:
        | first | second | third |
        | json  | json   | json  |
        | sse   | json   | sse   |
        | json  | sse    | json  |
        | sse   | sse    | sse   |

    @MAY
    Example: the stream stays open behind the answer
      Fix: take the answer as soon as its event has come; do not wait for the end of the stream

      Given the client copes with a correct server
      And the client understands event streams
      And this server:
        """yaml
        rules:
          - when: {method: tools/call}
            do: [{as: sse}, {answer: {}}, {end: none}]
        """
      When the client runs for at most 10s
      Then the client has done what it was asked for
