@target @modern @http
Feature: A modern server keeps no sessions
  Whatever a client of an earlier revision sends of sessions and streams to come back
  to, it gets none.

  @M-HM-25 @SHOULD
  Rule: GET and DELETE are answered with 405
    Spec: 2026-07-28 basic/transports/streamable-http, Earlier Streamable HTTP Revisions
    Fix: answer with 405 Method Not Allowed

    Scenario Outline: <verb>
      Given a connection of its own
      And the server opens no sessions
      When <verb> is sent
      Then the status is 405

      Examples:
        | verb   |
        | GET    |
        | DELETE |

  @M-HM-26 @SHOULD
  Rule: Sessions are ignored, and none is given
    Spec: 2026-07-28 basic/transports/streamable-http, Earlier Streamable HTTP Revisions
    Fix: neither read nor send Mcp-Session-Id

    Example: a session of nobody
      Given a connection of its own
      And the header "Mcp-Session-Id" is "mcpsim-no-such-session"
      When the request "server/discover" is sent
      Then the answer is a result

    Example: a call in a session of nobody
      Given a connection of its own
      And the header "Mcp-Session-Id" is "mcpsim-no-such-session"
      When something that is offered is asked for with "tools/call"
      Then the answer is a result

    @last
    Example: the answers of all checks
      Given everything that the server offers has been used
      Then in the whole run no answer had a session id

  @M-HM-27 @SHOULD
  Rule: Last-Event-ID is ignored
    Spec: 2026-07-28 basic/transports/streamable-http, Earlier Streamable HTTP Revisions
    Fix: do not read it: streams are not resumable

    Example: a request that comes back
      Given a connection of its own
      And the header "Last-Event-ID" is "7"
      When the request "server/discover" is sent
      Then the answer is a result

    Example: a call that comes back
      Given a connection of its own
      And the header "Last-Event-ID" is "7"
      When something that is offered is asked for with "tools/call"
      Then the answer is a result

    Example: a subscription that comes back
      Given a connection of its own
      And the header "Last-Event-ID" is "7"
      When nothing is listened to
      Then the first message acknowledges the subscription

  @M-HM-44 @MAY
  Rule: Events have no ids
    Spec: robustness; 2026-07-28 basic/transports/streamable-http, Receiving Messages
    Fix: leave ids out: clients that know earlier revisions try to come back to them

    @last
    Example: the event streams of all checks
      Given everything that the server offers has been used
      Then in the whole run no event had an id

  @M-HM-49 @SHOULD
  Rule: Types are read as HTTP writes them
    Spec: 2026-07-28 basic/transports/streamable-http, Sending Messages; RFC 9110, Accept
    Fix: look for each type in Accept, in any order, and compare Content-Type without its parameters

    Scenario Outline: <header> is <value>
      Given a connection of its own
      And the header "<header>" is "<value>"
      When the request "server/discover" is sent
      Then the answer is a result

      Examples:
        | header       | value                                           |
        | Accept       | text/event-stream, application/json             |
        | Accept       | application/json,text/event-stream              |
        | Accept       | application/json;q=0.9, text/event-stream;q=0.8 |
        | Content-Type | application/json; charset=utf-8                 |

  @M-HM-35 @MAY
  Rule: A client that accepts only one form of answer is served or refused with 406
    Spec: robustness; 2026-07-28 basic/transports/streamable-http, Sending Messages
    Fix: answer with 406, or be lenient

    Scenario Outline: only <type>
      Given a connection of its own
      And the header "Accept" is "<type>"
      When the request "server/discover" is sent
      Then the status is 200, 400 or 406

      Examples:
        | type              |
        | application/json  |
        | text/event-stream |

  @M-HL-37 @MAY
  Rule: Requests with the same id do not get each other's answers
    Spec: robustness; 2026-07-28 basic, Requests
    Fix: keep requests apart by their POST, not by their id

    Example: two at the same time
      Given a connection of its own
      When a ping and another request are sent at the same time with the same id
      Then each is answered with what was asked
      And none is refused for the other one

    Example: two calls of a tool
      Given a connection of its own
      When a tool is given two texts at the same time, with the same id, in one session
      Then no text comes back to the other call

  @M-HM-48 @MAY
  Rule: A mistake of the client's is no failure of the server
    Spec: robustness; HTTP clients and proxies take 5xx for a broken server, and try again
    Fix: answer with the HTTP status that goes with the error, or with 4xx

    Example: half an object
      Given a connection of its own
      When this is sent:
        """json
        {"jsonrpc":
        """
      Then the status is 2xx or 4xx

    Example: a body that holds nothing
      Given a connection of its own
      When this is sent:
        """
        """
      Then the status is 2xx or 4xx

    Example: a notification without params
      Given a connection of its own
      When the notification "notifications/cancelled" is sent
      Then the status is 2xx or 4xx

    Example: a body that calls itself text
      Given a connection
      And the header "Content-Type" is "text/plain"
      When the request "server/discover" is sent
      Then the status is 2xx or 4xx

    @last
    Example: the errors of all checks
      Given everything that the server offers has been used
      Then in the whole run no mistake of the client's was answered with a status that says the server has failed

  @M-HL-03 @SHOULD
  Rule: A server for this machine listens on loopback only
    Spec: 2026-07-28 basic/transports/streamable-http, Security & Endpoint
    Fix: listen on 127.0.0.1 and ::1

    Example: another address of this machine
      Given the server is reached over loopback
      Then it cannot be reached over another address of this machine

  @M-HM-46 @MAY
  Rule: Another instance is as good for every request
    Spec: robustness; 2026-07-28 basic, Statelessness
    Fix: keep nothing in one instance: share what cursors, states and tasks lead to, and the key they are signed with

    Example: lists
      Given another connection is one to another instance
      When every declared list is read on two connections
      Then both have the same items

    Example: the second page of a list
      Given another connection is one to another instance
      When the second page of every list is read on another connection
      Then both pages are the same

    Example: a round
      Given another connection is one to another instance
      And a request that asks for input
      When it is sent on one connection, and its answers on another
      Then it comes to the same as on one connection

    Example: a task
      Given another connection is one to another instance
      And a call that is answered with a task
      When a new task is asked for on another connection
      Then it is found there

  @M-HM-24 @MUST
  Rule: Closing the stream cancels its request
    Spec: 2026-07-28 basic/transports/streamable-http, Cancellation
    Fix: end the work of a request whose connection is closed, and send nothing more for it

    @SHOULD
    Example: the tool after that
      Fix: end the request whose stream was closed, and none that comes later

      Given a tool that takes its time
      And a connection of its own
      When its stream is closed while it works, and others are asked for meanwhile
      Then the tool works when it is called again

    Example: a call that is left
      Given a tool that takes its time
      And a connection of its own
      When its stream is closed while it works, and others are asked for meanwhile
      Then nothing more comes for it elsewhere
      And the server still answers
      And other calls succeed as before

    @SHOULD @last
    Example: work that tells nothing
      Given a connection of its own
      When tools that take their time are called and left, and what their work changes is read
      Then nothing changes as it does when such a call is done
