@target @http
Feature: A server has one endpoint, and it is where clients look for it
  A client is given one URL. What is not served there, or only after a detour, is
  there for some clients and not for others.

  @HL-01 @MUST
  Rule: One path serves POST and GET
    Spec: 2025-11-25 basic/transports, Streamable HTTP
    Fix: route GET to where POST is served; answer it with 405 if there is no stream

    Example: listening where messages are sent to
      Given a session that is listened to
      Then GET is served where POST is

  @HL-03 @SHOULD
  Rule: A server for this machine listens on loopback only
    Spec: 2025-11-25 basic/transports, Security Warning
    Fix: listen on 127.0.0.1 instead of 0.0.0.0

    Example: another address of this machine
      Given the server is reached over loopback
      Then it cannot be reached over another address of this machine

  @HL-05 @MUST
  Rule: A response is answered with 202 and no body
    Spec: 2025-11-25 basic/transports, Sending Messages to the Server
    Fix: answer responses with 202 and an empty body, or refuse them with an HTTP error

    Example: what the server asked for
      Given a session that is listened to
      When what the server asked for is answered
      Then the status is 202
      And the body is empty

    Example: what nobody asked for
      Given a session
      When this is sent:
        """json
        {"jsonrpc": "2.0", "id": "mcpsim-nobody-asked", "result": {}}
        """
      Then the status is 202, 4xx or 5xx
      And an answer with 202 has no body

    @last
    Example: the responses of all checks
      Given everything that the server offers has been used
      Then in the whole run every response was answered with 202 and no body, or refused

  @HL-32 @MAY
  Rule: The names of headers are the same in any case
    Spec: robustness; RFC 9110, Field Names
    Fix: look headers up without regard to case; proxies change it

    Example: an odd spelling
      Given a session
      And the headers of the session are spelled "mCP-sESSION-iD" and "mCP-pROTOCOL-vERSION"
      When the request "ping" is sent
      Then the answer is a result

  @HL-34 @MAY
  Rule: The server answers at its URL, without a redirect
    Spec: robustness; many clients follow no redirect of a POST
    Fix: serve the path with and without a slash at its end, or document the right one

    Example: the first request
      Given the first connection
      Then the server was found without a redirect

  @HL-39 @MAY
  Rule: A mistake of the client's is no failure of the server
    Spec: robustness; HTTP clients and proxies take 5xx for a broken server, and try again; clients have to open a new session at 404
    Fix: answer with HTTP 200 and the error of JSON-RPC, or with HTTP 4xx, and with 404 only if there is no session

    Example: a body that calls itself text
      Given a session
      And the header "Content-Type" is "text/plain"
      When the request "ping" is sent
      Then the status is 2xx or 4xx

    Example: a body that holds nothing
      Given a fresh session
      When this is sent:
        """
        """
      Then the status is 2xx or 4xx

    @last
    Example: the errors of all checks
      Given everything that the server offers has been used
      Then in the whole run no mistake of the client's was answered with a status that says the server has failed

    @last
    Example: wrong params
      Given everything that the server offers has been used
      Then in the whole run no request with wrong params was answered as if the session had ended

  @HL-37 @MAY
  Rule: Requests with the same id do not get each other's answers
    Spec: robustness; 2025-11-25 basic/transports, Sending Messages to the Server
    Fix: keep answers by HTTP request, not by id alone

    Example: two at the same time
      Given a fresh session
      When a ping and another request are sent at the same time with the same id
      Then each is answered with what was asked

    Example: two calls of a tool
      Given a fresh session
      When a tool is given two texts at the same time, with the same id, in one session
      Then no text comes back to the other call

    Example: two calls in two sessions
      Given a fresh session
      When a tool is given two texts at the same time, with the same id, in two sessions
      Then no text comes back to the other call
