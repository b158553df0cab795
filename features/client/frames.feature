@target
Feature: Whatever a client writes keeps the form of the protocol
  One strange line in a rare situation is enough to end a session with a strict server.
  So these rules look at everything that the client wrote, in every situation in which
  any check has run it: requests, notifications and answers.

  @CLI-40 @SHOULD @stdio
  Rule: Every line ends with a line feed alone, and none is blank
    Spec: 2025-11-25 basic/transports, stdio
    Fix: write the message and one \n, whatever the platform; do not let a text layer translate it

    Example: every situation
      When the client runs in every situation
      Then every line ends with a line feed alone and says something

  @CLI-41 @MUST
  Rule: Everything that is sent is UTF-8 without a byte order mark
    Spec: 2025-11-25 basic/transports; RFC 8259, Character Encoding
    Fix: encode messages as UTF-8 yourself, and never escape half of a character

    Example: every situation
      When the client runs in every situation
      Then everything that is sent is UTF-8

  @CLI-42 @MUST
  Rule: Requests have an id, and notifications none
    Spec: 2025-11-25 basic, Requests and Notifications
    Fix: make two functions, one that counts ids and waits, one that does neither

    Example: every situation
      When the client runs in every situation
      Then requests have an id and notifications none

  @CLI-43 @MUST
  Rule: Only what the server has asked is answered, once, with its id and either a result or an error
    Spec: 2025-11-25 basic, Responses
    Fix: give the id back as the value that it was, leave out the member that does not apply, and never answer notifications

    Example: every situation
      When the client runs in every situation
      Then every answer belongs to a request of the server

    Example: ids that are strings and numbers
      Given this server:
        """yaml
        rules:
          - when: {method: tools/call}
            do:
              - {request: {method: ping, id: 7}}
              - {request: {method: ping, id: "seven"}}
              - {request: {method: ping, id: "8"}}
              - {request: {method: ping, id: 9007199254740991}}
              - {notify: {method: notifications/message, params: {level: info, data: none}}}
              - {delay: 300ms}
        """
      When the client runs
      Then every answer belongs to a request of the server

  @CLI-44 @SHOULD @http
  Rule: Every POST says that it is JSON
    Spec: 2025-11-25 basic/transports, Sending Messages to the Server; RFC 9110, Content-Type
    Fix: send "Content-Type: application/json" with every POST, that of answers and notifications, too

    Example: every situation
      When the client runs in every situation
      Then every POST says that it is JSON

    @MAY
    Example: the old transport
      Given this server:
        """yaml
        http: {legacy: {path: /mcp}}
        """
      When the client runs for at most 10s
      Then every POST says that it is JSON

  @CLI-45 @MUST @http
  Rule: No session id is made up
    Spec: 2025-11-25 basic/transports, Session Management
    Fix: leave the header out if the server gave none; do not send "null" or nothing in it

    Example: every situation
      When the client runs in every situation
      Then no request carries a session id that was not given

    Example: a session without an id follows one that has one
      Fix: forget the id of the session before when initialize is answered, also if the answer has none

      Given this server:
        """yaml
        rules:
          - when: {method: tools/call, nth: 1}
            do: [{session: expire}]
          - when: {method: initialize, nth: 2}
            do: [{session: none}]
            mayNotHappen: true
        """
      When the client runs for at most 15s
      Then the id of the session before is not sent any more

    Example: a server without sessions
      Given this server:
        """yaml
        http: {sessions: false}
        """
      When the client runs
      Then no request carries a session id that was not given

  @CLI-46 @MUST
  Rule: Initialize says which revision is wanted, what the client can do, and who it is
    Spec: 2025-11-25 basic/lifecycle, Initialization
    Fix: send protocolVersion, capabilities (an object, maybe empty), and clientInfo with name and version

    Example: every situation
      When the client runs in every situation
      Then every initialize introduces the client

  @CLI-47 @MUST
  Rule: What has been answered is not cancelled
    Spec: 2025-11-25 basic/utilities/cancellation, Behavior Requirements
    Fix: forget a request when its answer comes, with its timer

    Example: every situation
      When the client runs in every situation
      Then nothing is cancelled that was answered

    Scenario Outline: a call that takes <time>
      Given this server:
        """yaml
        rules:
          - when: {method: tools/call}
            do: [{delay: <time>}]
        """
      When the client runs
      Then nothing is cancelled that was answered

      Examples:
        | time   |
        | 1200ms |
        | 3s     |

  @CLI-48 @MUST
  Rule: Nothing is announced that initialize did not declare
    Spec: 2025-11-25 basic/lifecycle, Operation; client/roots, Capabilities
    Fix: send notifications/roots/list_changed only if you have declared roots with listChanged

    Example: every situation
      When the client runs in every situation
      Then no notification is sent that was not declared

  @CLI-49 @MUST
  Rule: Messages have the params that their method asks for
    Spec: 2025-11-25 schema
    Fix: make params from the types of the schema; leave members without value out

    Example: every situation
      When the client runs in every situation
      Then every message has the params of its method

  @CLI-132 @MUST
  Rule: The keys of _meta are well-formed
    Spec: 2025-11-25 basic, _meta: Key name format
    Fix: name keys like com.example/name: labels that begin with a letter, and a name that begins and ends with a letter or digit

    Example: every situation
      When the client runs in every situation
      Then every key of _meta is well-formed
