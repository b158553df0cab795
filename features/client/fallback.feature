@target @http
Feature: A client that falls back to the old transport does it rightly
  Servers of 2024-11-05 answer the POST with 405, open the stream to a GET, and name
  in its first event where messages go. A client need not know them.

  @CLI-96 @SHOULD
  Rule: After a refused POST, a client that listens uses the endpoint that it is told
    Spec: 2025-11-25 basic/transports, Backwards Compatibility
    Fix: read the event endpoint, resolve it against the URL of the stream, and POST initialize there

    Scenario Outline: the endpoint <endpoint>
      Given this server:
        """yaml
        http: {legacy: {path: /mcp, endpoint: "<endpoint>"}}
        """
      When the client runs for at most 10s
      Then the client listens
      And the message "initialize" comes to "<place>"

      Examples:
        | endpoint                                      | place                        |
        | /messages?sessionId=<session>                 | /messages?sessionId          |
        | messages?x=1&sessionId=<session>              | /messages?x=1&sessionId      |
        | /messages?sessionId=<session>&to=a%2Fb&flag   | /messages?to=a%2Fb&flag      |

    @MAY
    Scenario Outline: the POST is refused with <status>
      Given the client speaks the old transport
      And this server:
        """yaml
        http: {legacy: {path: /mcp, refusal: <status>}}
        """
      When the client runs for at most 10s
      Then the message "initialize" comes to "/messages"

      Examples:
        | status |
        | 400    |
        | 404    |

  @FF-70 @MAY
  Rule: A session of the old transport works to its end
    Spec: 2024-11-05 basic/transports, HTTP with SSE
    Fix: take every answer from the stream, and send everything to the endpoint

    Example: a correct old server
      Given this server:
        """yaml
        http: {legacy: {path: /mcp}}
        """
      When the client runs for at most 10s
      Then the client listens
      And the message "initialize" comes to "/messages"
      And the client has done what it was asked for

    Example: messages are events without a name
      Given the client speaks the old transport
      And this server:
        """yaml
        http: {legacy: {path: /mcp, unnamed: true}}
        """
      When the client runs for at most 10s
      Then the client has done what it was asked for

    Example: every POST is answered with 200
      Given the client speaks the old transport
      And this server:
        """yaml
        http: {legacy: {path: /mcp}}
        rules:
          - when: {method: initialize}
            do: [{status: 200}, {delay: 200ms}, {answer: {}}]
          - when: {method: notifications/initialized}
            do: [{status: 200}]
          - when: {method: tools/list}
            do: [{status: 200}, {delay: 200ms}, {answer: {}}]
          - when: {method: tools/call}
            do: [{status: 200}, {delay: 200ms}, {answer: {}}]
        """
      When the client runs for at most 10s
      Then the client has done what it was asked for

    Example: a request of the server is answered at the endpoint
      Given the client speaks the old transport
      And the client answers pings during a call
      And this server:
        """yaml
        http: {legacy: {path: /mcp}}
        rules:
          - when: {method: tools/call}
            do: [{request: ping}, {delay: 2500ms}]
        """
      When the client runs for at most 10s
      Then every ping is answered within 2s

    Example: the server wants a token
      Given the client speaks the old transport
      And the client can log in
      And a login at this server:
        """yaml
        authorization: {}
        http: {legacy: {path: /mcp}}
        """
      When the client runs for at most 10s
      Then the client has done what it was asked for

  @CLI-142 @MAY
  Rule: An endpoint of another origin is not used
    Spec: robustness; the stream says where everything goes that the client sends, tokens included
    Fix: compare scheme, host and port of the endpoint with those of the stream, and end the connection if they differ

    Example: another name of the same host
      Given the client speaks the old transport
      And this server:
        """yaml
        http: {legacy: {path: /mcp, endpoint: "<other-origin>/elsewhere?sessionId=<session>"}}
        """
      When the client runs for at most 10s
      Then the client never asks for the path "/elsewhere"

  @FF-69 @MAY
  Rule: An old server that names no endpoint is given up
    Spec: robustness
    Fix: let the timeout of the connection include the event endpoint

    Example: a stream without events
      Given the client is asked for "initialize"
      And the client is told:
        """json
        {"timeoutMs": 500}
        """
      And this server:
        """yaml
        http: {legacy: {path: /mcp, silent: true}}
        """
      When the client runs for at most 25s
      Then the client listens
      And the client ends by itself
